"""Its successes have an error."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def envelope(self, code, data, error, meta):
        """Do it wrongly."""
        return super().envelope(code, data, error or {"code": "NONE"}, meta)


end(Wrong)
