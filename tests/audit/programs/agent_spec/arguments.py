"""It takes any text for a number."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def whole(self, text):
        """Do it wrongly."""
        return int(text) if text.isdecimal() else 1


end(Wrong)
