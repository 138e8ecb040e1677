"""It writes first, and looks at the word then."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def add(self, words):
        """Do it wrongly."""
        with open("notes", "a", encoding="utf-8") as file:  # noqa: PTH123 - as base.py
            file.write("a note\n")
        return super().add(words)


end(Wrong)
