"""Its record has no timed_out."""

from shuck import Wrapper, end


class Wrong(Wrapper):
    """Wrong in one way."""

    def record(self, *words):
        """Leave a key out."""
        said = super().record(*words)
        del said["timed_out"]
        return said


end(Wrong)
