"""A missing argument has another code than other wrong calls."""

from base import Failure, Program, end


class Wrong(Program):
    """Wrong in one way."""

    def show(self, words):
        """Do it wrongly."""
        if not words:
            raise Failure("NO_NUMBER", 4, "show needs a number", phase="validation")
        return super().show(words)


end(Wrong)
