"""A logger that writes to stdout."""

import logging
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from desk import Desk, furnish, show


logging.basicConfig(stream=sys.stdout, level=logging.INFO)


def logged(call):
    """Show a thing."""
    logging.info("looking for %s", call.number)
    return show(call)


it = furnish(Desk())
it.commands["show"] = (logged, *it.commands["show"][1:])
it.main()
