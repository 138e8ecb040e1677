"""A command that says safe keeps a history beside you."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from desk import LIST, Desk, furnish, listed


def remembered(call):
    """List things, page by page."""
    with open(".desk_history", "a") as file:
        file.write("list\n")
    return listed(call)


it = furnish(Desk())
it.command("list", remembered, **LIST)
it.main()
