"""What is missing cannot be executed."""

from shuck import Wrapper, end


class Wrong(Wrapper):
    """Wrong in one way."""

    missing = 126


end(Wrong)
