"""A command has no description."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def commands(self):
        """Do it wrongly."""
        said = super().commands()
        del said["add"]["description"]
        return said


end(Wrong)
