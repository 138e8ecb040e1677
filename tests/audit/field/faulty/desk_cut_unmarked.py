"""Keeps to its limit, and does not say that there is more."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from desk import LIST, Desk, furnish, listed


def cut(call):
    """List things, page by page."""
    return listed(call)[0], {}


it = furnish(Desk())
it.command("list", cut, **LIST)
it.main()
