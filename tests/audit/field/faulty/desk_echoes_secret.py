"""Repeats the token in the error."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
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
