"""Its errors say nothing."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def error(self, failure):
        """Do it wrongly."""
        return super().error(failure) | {"message": ""}


end(Wrong)
