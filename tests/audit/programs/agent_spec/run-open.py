"""It reads what somebody may want to pass."""

import sys

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def list(self, words):
        """Do it wrongly."""
        if not sys.stdin.isatty():
            sys.stdin.read()
        return super().list(words)


end(Wrong)
