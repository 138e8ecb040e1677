"""Keeps to its limit, and does not say that there is more."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(__file__)))
from desk import LIST, Desk, furnish, listed


def cut(call):
    """List things, page by page."""
    return listed(call)[0], {}


it = furnish(Desk())
it.command("list", cut, **LIST)
it.main()
