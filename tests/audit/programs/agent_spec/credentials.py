"""It does not say what is wrong with the token."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def error(self, failure):
        """Do it wrongly."""
        said = super().error(failure)
        return said | ({"code": "LOGIN"} if failure.code == 8 else {})


end(Wrong)
