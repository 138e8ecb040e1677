"""Its envelope has another code than its process."""

from murli import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def document(self, failure):
        """Write another number."""
        return super().document(failure) | {"code": 7}


end(Wrong)
