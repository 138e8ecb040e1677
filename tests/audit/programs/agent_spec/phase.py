"""It has a phase of its own."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def error(self, failure):
        """Do it wrongly."""
        return super().error(failure) | {"phase": "running"}


end(Wrong)
