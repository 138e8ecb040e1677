"""Its version is a number."""

from successor import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def envelope(self, code, data, error, meta):
        """Do it wrongly."""
        return super().envelope(code, data, error, {**meta, "schema_version": 1.6})


end(Wrong)
