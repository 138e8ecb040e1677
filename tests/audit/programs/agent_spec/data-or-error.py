"""A success has nothing to say."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def find(self, words):
        """Do it wrongly."""
        super().parse(words, ())
        return self.done(None) if words else super().find(words)


end(Wrong)
