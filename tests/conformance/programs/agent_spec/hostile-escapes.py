"""It repeats what steers a terminal."""

import sys

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def clean(self, text):
        """Do it wrongly."""
        sys.stderr.write(f"looking for {text[:100]}\n")
        return super().clean(text)


end(Wrong)
