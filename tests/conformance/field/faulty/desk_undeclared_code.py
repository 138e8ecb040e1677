"""Ends with 4 for a thing that is out; only 5 is declared."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from desk import ID, Desk, Left, furnish, show


import desk as house

house.MEANS[4] = ("PRECONDITION", "It is lent.", False, "none")


def lent(call):
    """Show a thing."""
    if call.number == 4:
        raise Left(4, "LENT", "somebody has it")
    return show(call)


it = furnish(Desk())
it.command("show", lent, exits=[5], arguments=[ID])
it.main()
