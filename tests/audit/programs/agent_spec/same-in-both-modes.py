"""Its code depends on who reads."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def failed(self, failure):
        """Do it wrongly."""
        code = super().failed(failure)
        return code if self.json or code != 5 else 1


end(Wrong)
