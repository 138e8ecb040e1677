"""A long word is too much."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def clean(self, text):
        """Do it wrongly."""
        if len(text) > 1000:
            raise OSError
        return super().clean(text)


end(Wrong)
