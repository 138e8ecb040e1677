"""It ends with another code than its author says."""

from base import Failure, Program, end


class Wrong(Program):
    """Wrong in one way."""

    def show(self, words):
        """Do it wrongly."""
        if words == ["99"]:
            raise Failure("NOTE_TAKEN", 6, "somebody has it")
        return super().show(words)


end(Wrong)
