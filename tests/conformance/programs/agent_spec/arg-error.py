"""A missing argument has another code than other wrong calls."""

from good import Failure, Program, end


class Wrong(Program):
    """Wrong in one way."""

    def show(self, words):
        if not words:
            raise Failure("NUMBER_MISSING", 4, "show needs a number")
        return super().show(words)


end(Wrong)
