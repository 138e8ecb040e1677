"""Its record has another number than its process."""

from shuck import Wrapper, end


class Wrong(Wrapper):
    """Wrong in one way."""

    def record(self, *words):
        """Write another number."""
        return super().record(*words) | {"exit_code": 0}


end(Wrong)
