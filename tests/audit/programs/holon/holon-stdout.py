"""Its failures are JSON on stdout."""

from holon import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def failed(self, failure):
        """Say a failure where data belongs."""
        if failure.code == 5:
            self.write('{"error": "not found"}\n')
        return super().failed(failure)


end(Wrong)
