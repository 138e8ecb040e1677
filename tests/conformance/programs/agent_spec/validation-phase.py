"""A wrong call is told as one that ran."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def error(self, failure):
        return super().error(failure) | {"phase": "execution"}


end(Wrong)
