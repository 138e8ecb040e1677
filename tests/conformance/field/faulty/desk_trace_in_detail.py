"""Puts the traceback into error.detail, to help."""

import traceback
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from desk import ID, THINGS, Desk, Left, furnish


def show(call):
    """Show a thing."""
    try:
        return {"id": call.number, "title": THINGS[call.number]}
    except KeyError:
        trace = traceback.format_exc()
        raise Left(5, "NO_SUCH_THING", "not here", detail=trace) from None


it = furnish(Desk())
it.command("show", show, exits=[5], arguments=[ID])
it.main()
