"""It ends with a number that is nobody's."""

from base import Failure, Program, end


class Wrong(Program):
    """Wrong in one way."""

    def busy(self, _):
        """Do it wrongly."""
        raise Failure("MINE", 20, "my own number")


end(Wrong)
