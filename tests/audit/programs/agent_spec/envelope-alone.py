"""It prints beside its envelope."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def find(self, words):
        """Do it wrongly."""
        self.write("looking\n")
        return super().find(words)


end(Wrong)
