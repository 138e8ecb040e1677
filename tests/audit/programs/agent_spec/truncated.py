"""It does not say that there is more."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def done(self, data, **meta):
        """Do it wrongly."""
        meta.pop("truncated", None)
        return super().done(data, **meta)


end(Wrong)
