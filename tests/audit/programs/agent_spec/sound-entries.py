"""It promises to be repeatable after a write."""

from base import Program, end, entry


class Wrong(Program):
    """Wrong in one way."""

    def commands(self):
        """Do it wrongly."""
        said = super().commands()
        bad = entry("CONFLICT", retryable=True, effects="partial")
        said["add"]["exit_codes"] = {**self.codes, "6": bad}
        return said


end(Wrong)
