"""Its manifest has another default than the program."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    limit = 3


end(Wrong)
