"""A flag that the help shows and the manifest does not."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(__file__)))
from desk import LIST, Desk, furnish, listed


class Forgetful(Desk):
    def entry(self, name):
        entry = super().entry(name)
        entry["flags"].pop("reverse", None)
        return entry


it = furnish(Forgetful())
it.command("list", listed, **LIST, reverse={"type": "boolean"})
it.main()
