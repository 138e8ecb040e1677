"""Its cursor leads to the same page."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def done(self, data, **meta):
        """Do it wrongly."""
        return super().done(
            data, **meta | ({"cursor": "2"} if "cursor" in meta else {})
        )


end(Wrong)
