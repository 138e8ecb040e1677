"""It declares a number that is not its own."""

from base import Program, end, entry


class Wrong(Program):
    """Wrong in one way."""

    def commands(self):
        """Do it wrongly."""
        said = super().commands()
        said["add"]["exit_codes"] = {**self.codes, "20": entry("MINE")}
        return said


end(Wrong)
