"""It shortens a list to one item without a word."""

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def done(self, data, **meta):
        """Do it wrongly."""
        if data and len(data.get("items", ())) == 1:
            meta = {}
        return super().done(data, **meta)


end(Wrong)
