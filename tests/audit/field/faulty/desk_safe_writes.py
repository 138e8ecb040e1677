"""A command that says safe keeps a history beside you."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(__file__)))
from desk import LIST, Desk, furnish, listed


def remembered(call):
    """List things, page by page."""
    with open(".desk_history", "a") as file:
        file.write("list\n")
    return listed(call)


it = furnish(Desk())
it.command("list", remembered, **LIST)
it.main()
