"""Its ok is always true."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def envelope(self, *words):
        return super().envelope(*words) | {"ok": True}


end(Wrong)
