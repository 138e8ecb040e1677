"""It hides what a child says."""

from shuck import Wrapper, end


class Wrong(Wrapper):
    """Wrong in one way."""

    def code(self, number):
        """Say that all failures are one."""
        return super().code(number) if number < 100 else 1


end(Wrong)
