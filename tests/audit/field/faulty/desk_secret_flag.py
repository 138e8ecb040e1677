"""A flag that the help shows and the manifest does not."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from desk import LIST, Desk, furnish, listed


class Forgetful(Desk):
    def entry(self, name):
        entry = super().entry(name)
        entry["flags"].pop("reverse", None)
        return entry


it = furnish(Forgetful())
it.command("list", listed, **LIST, reverse={"type": "boolean"})
it.main()
