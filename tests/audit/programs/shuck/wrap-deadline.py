"""A deadline is a failure like any other."""

from shuck import Wrapper, end


class Wrong(Wrapper):
    """Wrong in one way."""

    late = 1


end(Wrong)
