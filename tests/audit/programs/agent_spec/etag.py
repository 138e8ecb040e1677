"""Its commands change under the same etag."""

import os

from base import Program, end


class Wrong(Program):
    """Wrong in one way."""

    def done(self, data, **meta):
        """Do it wrongly."""
        if data and "commands" in data:
            data["commands"]["add"] |= {"description": f"process {os.getpid()}"}
        return super().done(data, **meta)


end(Wrong)
