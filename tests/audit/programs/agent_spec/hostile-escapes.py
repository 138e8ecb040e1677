"""It repeats what steers a terminal, as JSON writes it."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def clean(self, text):
        """Do it wrongly."""
        return text


end(Wrong)
