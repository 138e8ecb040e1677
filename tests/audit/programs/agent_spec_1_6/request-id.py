"""Its id is a number."""

from successor import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def envelope(self, code, data, error, meta):
        """Do it wrongly."""
        return super().envelope(code, data, error, {**meta, "request_id": 7})


end(Wrong)
