"""What cannot be executed is missing."""

from shuck import Wrapper, end


class Wrong(Wrapper):
    """Wrong in one way."""

    denied = 127


end(Wrong)
