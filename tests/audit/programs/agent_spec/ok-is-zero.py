"""Its ok is always true."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def envelope(self, *words):
        """Do it wrongly."""
        return super().envelope(*words) | {"ok": True}


end(Wrong)
