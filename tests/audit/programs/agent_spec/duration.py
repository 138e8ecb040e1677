"""Its duration is a text."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def envelope(self, code, data, error, meta):
        """Do it wrongly."""
        return super().envelope(code, data, error, meta | {"duration_ms": "12"})


end(Wrong)
