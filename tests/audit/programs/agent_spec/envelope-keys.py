"""Its envelopes have no warnings."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def envelope(self, *words):
        """Do it wrongly."""
        said = super().envelope(*words)
        del said["warnings"]
        return said


end(Wrong)
