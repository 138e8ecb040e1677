"""It is elsewhere, and does not say where."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def error(self, failure):
        """Do it wrongly."""
        said = super().error(failure)
        said.pop("redirect", None)
        return said


end(Wrong)
