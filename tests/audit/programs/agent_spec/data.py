"""Its failures have data."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def envelope(self, code, data, error, meta):
        """Do it wrongly."""
        return (
            super().envelope(code, data or {}, error, meta)
            if code
            else (super().envelope(code, data, error, meta))
        )


end(Wrong)
