"""It has a key twice."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def write(self, text):
        """Do it wrongly."""
        super().write(text.replace('"warnings": []', '"warnings": [], "warnings": []'))


end(Wrong)
