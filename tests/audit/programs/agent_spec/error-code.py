"""Its errors have sentences for names."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def error(self, failure):
        """Do it wrongly."""
        return super().error(failure) | (
            {"code": "no such note"} if failure.code == 5 else {}
        )


end(Wrong)
