"""Its warnings are null."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def envelope(self, *words):
        """Do it wrongly."""
        return super().envelope(*words) | {"warnings": None}


end(Wrong)
