"""An unknown command is told in prose."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def call(self, name, *words):
        """Do it wrongly."""
        self.json = self.json and name != "exeunt-no-such-command"
        return super().call(name, *words)


end(Wrong)
