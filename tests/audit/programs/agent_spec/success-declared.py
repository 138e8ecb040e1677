"""A command does not declare its success."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def commands(self):
        """Do it wrongly."""
        said = super().commands()
        said["add"]["exit_codes"] = {"3": self.codes["3"]}
        return said


end(Wrong)
