"""A killed child is a failed one."""

from shuck import Wrapper, end


class Wrong(Wrapper):
    """Wrong in one way."""

    def code(self, number):
        """Forget the signal."""
        return max(number, 1) if number else 0


end(Wrong)
