"""It gives back what steers a terminal."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def clean(self, text):
        return text


end(Wrong)
