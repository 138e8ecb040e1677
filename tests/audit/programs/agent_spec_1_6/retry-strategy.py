"""It has a strategy of its own."""

from successor import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def error(self, failure):
        """Do it wrongly."""
        said = super().error(failure)
        if "retry_strategy" in said:
            said["retry_strategy"] = "fibonacci"
        return said


end(Wrong)
