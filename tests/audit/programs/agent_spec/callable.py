"""It declares a command that does not exist."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def commands(self):
        """Do it wrongly."""
        return super().commands() | {"ghost": self.command("safe")}


end(Wrong)
