"""It gives back what steers a terminal."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def clean(self, text):
        """Do it wrongly."""
        return text


end(Wrong)
