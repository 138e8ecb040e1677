"""It gives a delay for what must not be repeated."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def error(self, failure):
        """Do it wrongly."""
        said = super().error(failure)
        return said | ({"retryable": False} if "retry_after" in said else {})


end(Wrong)
