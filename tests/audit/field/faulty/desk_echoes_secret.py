"""Repeats the token in the error."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(__file__)))
from desk import ID, Desk, Left, furnish, show


def guarded(call):
    """Show a thing."""
    if call.token not in {None, "open-sesame"}:
        raise Left(3, "BAD_TOKEN", f"token {call.token} is malformed")
    return show(call)


it = furnish(Desk())
token = {"type": "string", "sensitive": True}
it.command("show", guarded, exits=[5], arguments=[ID], token=token)
it.main()
