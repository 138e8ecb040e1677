"""Writes the file, then finds the title too long."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from desk import TITLE, Desk, Left, add, furnish


def hasty(call):
    """Keep a thing in a file."""
    added = add(call)
    if len(call.title) > 8:
        raise Left(3, "TITLE_TOO_LONG", "at most 8 letters", phase="validation")
    return added


it = furnish(Desk())
it.command("add", hasty, "mutating", [6], [TITLE])
it.main()
