"""It declares an option that it does not take."""

from base import TEXT, Program, end


class Wrong(Program):
    """Wrong in one way."""

    def commands(self):
        """Do it wrongly."""
        said = super().commands()
        said["find"]["flags"] = {"colour": TEXT}
        return said


end(Wrong)
