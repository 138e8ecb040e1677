"""It is elsewhere, for a reason of its own."""

from successor import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def error(self, failure):
        """Do it wrongly."""
        said = super().error(failure)
        if "redirect" in said:
            said["redirect"] = {**said["redirect"], "reason": "tired"}
        return said


end(Wrong)
