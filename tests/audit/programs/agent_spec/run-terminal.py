"""At a terminal it asks before it lists."""

import sys

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def list(self, words):
        """Do it wrongly."""
        if sys.stdout.isatty():
            input("page 1; press return ")
        return super().list(words)


end(Wrong)
