"""It does not look at the etag."""

from good import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def manifest(self, _):
        return super().manifest([])


end(Wrong)
