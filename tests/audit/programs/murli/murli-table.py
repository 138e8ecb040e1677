"""It has an eleventh code."""

from murli import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def number(self, failure):
        """Have a number of its own."""
        return 12 if failure.code == 11 else super().number(failure)


end(Wrong)
