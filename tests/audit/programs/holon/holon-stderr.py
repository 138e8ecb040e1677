"""Its failures are silent."""

from holon import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def failed(self, failure):
        """Say nothing."""
        return 1 if failure.code == 5 else super().failed(failure)


end(Wrong)
