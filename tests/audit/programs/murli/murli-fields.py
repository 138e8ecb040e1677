"""Its errors do not say whether they can be mended."""

from murli import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def document(self, failure):
        """Leave a field out."""
        said = super().document(failure)
        del said["recoverable"]
        return said


end(Wrong)
