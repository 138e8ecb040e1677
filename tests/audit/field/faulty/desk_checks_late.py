"""Writes the file, then finds the title too long."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(__file__)))
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
