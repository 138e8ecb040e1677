"""Its data is another one each time."""

import time

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def done(self, data, **meta):
        """Do it wrongly."""
        if data and "items" in data:
            data["now"] = time.monotonic_ns()
        return super().done(data, **meta)


end(Wrong)
