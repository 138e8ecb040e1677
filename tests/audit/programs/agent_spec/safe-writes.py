"""A command that says safe keeps a history where it is called."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def list(self, words):
        """Do it wrongly."""
        with open("history", "a", encoding="utf-8") as file:  # noqa: PTH123 - as base.py
            file.write("list\n")
        return super().list(words)


end(Wrong)
