"""Its errors say nothing."""

from good import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def error(self, failure):
        return super().error(failure) | {"message": ""}


end(Wrong)
