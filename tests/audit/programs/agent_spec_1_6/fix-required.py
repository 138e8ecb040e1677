"""It wants a fix, and says that the same call may succeed."""

from successor import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def error(self, failure):
        """Do it wrongly."""
        said = super().error(failure)
        if failure.code == 8:
            said |= {"retryable": True}
            del said["fix_command"]
        return said


end(Wrong)
