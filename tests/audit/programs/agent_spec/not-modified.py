"""It does not look at the etag."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def manifest(self, _):
        """Do it wrongly."""
        return super().manifest([])


end(Wrong)
