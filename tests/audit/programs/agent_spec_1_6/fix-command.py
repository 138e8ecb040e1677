"""Its command is to be filled in first."""

from successor import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def error(self, failure):
        """Do it wrongly."""
        said = super().error(failure)
        if "fix_command" in said:
            said["fix_command"] = "notes list --token <token>"
        return said


end(Wrong)
