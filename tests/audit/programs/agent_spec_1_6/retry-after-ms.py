"""It gives a delay as a text."""

from successor import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def error(self, failure):
        """Do it wrongly."""
        said = super().error(failure)
        if "retry_after_ms" in said:
            said["retry_after_ms"] = "30 s"
        return said


end(Wrong)
