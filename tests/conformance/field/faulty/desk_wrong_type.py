"""The manifest says integer; any text is taken, and means 2."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from desk import LIST, Desk, furnish, listed


class Loose(Desk):
    def option(self, sub, key, about):
        if key == "limit":
            about = about | {"type": "string"}
        super().option(sub, key, about)


def lenient(call):
    """List things, page by page."""
    text = str(call.limit)
    call.limit = int(text) if text.isdecimal() and text != "0" else 2
    return listed(call)


it = furnish(Loose())
it.command("list", lenient, **LIST)
it.main()
