"""A mean of nothing is NaN, and json.dumps lets it pass."""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(__file__)))
from desk import ID, Desk, furnish, show


class Lax(Desk):
    def write(self, envelope):
        print(json.dumps(envelope), flush=True)


def weighed(call):
    """Show a thing."""
    return show(call) | {"mean_weight": float("nan")}


it = furnish(Lax())
it.command("show", weighed, exits=[5], arguments=[ID])
it.main()
