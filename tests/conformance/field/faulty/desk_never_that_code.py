"""Declares 5, and answers null for what is missing."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from desk import ID, THINGS, Desk, furnish


def show(call):
    """Show a thing."""
    return {"id": call.number, "title": THINGS.get(call.number)}


it = furnish(Desk())
it.command("show", show, exits=[5], arguments=[ID])
it.main()
