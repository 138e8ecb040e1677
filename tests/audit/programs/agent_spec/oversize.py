"""A long input is too much."""

import select
import sys

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def list(self, words):
        """Do it wrongly."""
        given = not sys.stdin.isatty() and select.select([sys.stdin], [], [], 1)[0]
        if given and len(sys.stdin.read()) > 1000:
            raise OSError
        return super().list(words)


end(Wrong)
