"""A signal leaves no word."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def cancelled(self, number, _):
        """Do it wrongly."""
        self.die(number)


end(Wrong)
