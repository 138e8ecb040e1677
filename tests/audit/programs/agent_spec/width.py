"""Its data is wrapped for a terminal."""

import os

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def done(self, data, **meta):
        """Do it wrongly."""
        if data and "items" in data:
            data["width"] = os.environ.get("COLUMNS", "80")
        return super().done(data, **meta)


end(Wrong)
