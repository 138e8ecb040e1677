"""Nobody knows what a command does."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def commands(self):
        """Do it wrongly."""
        said = super().commands()
        said["add"]["danger_level"] = "unknown"
        return said


end(Wrong)
