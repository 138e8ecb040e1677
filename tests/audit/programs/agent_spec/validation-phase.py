"""A wrong call is told as one that ran."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def error(self, failure):
        """Do it wrongly."""
        return super().error(failure) | {"phase": "execution"}


end(Wrong)
