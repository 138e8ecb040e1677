"""The cursor of the last page is that of the first."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from desk import LIST, Desk, furnish, listed


def circular(call):
    """List things, page by page."""
    items, meta = listed(call)
    if not meta["truncated"]:
        meta = {"truncated": True, "cursor": "0"}
    return items, meta


it = furnish(Desk())
it.command("list", circular, **LIST)
it.main()
