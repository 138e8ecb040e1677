"""It has a fourth code."""

from holon import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def failed(self, failure):
        """Have a number of its own."""
        code = super().failed(failure)
        return 4 if failure.code == 11 else code


end(Wrong)
