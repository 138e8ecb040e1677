"""A long input is too much."""

import sys

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def list(self, words):
        if len(sys.stdin.read()) > 1000:
            raise OSError
        return super().list(words)


end(Wrong)
