"""It repeats a token."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def wrong(self, message):
        """Do it wrongly."""
        known = dict(zip(self.words, self.words[1:], strict=False))
        return super().wrong(f"{message} {known.get('--token')}")


end(Wrong)
