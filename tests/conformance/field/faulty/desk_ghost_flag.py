"""The manifest lists a flag that the parser does not know."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from desk import Desk, furnish


class Stale(Desk):
    def entry(self, name):
        entry = super().entry(name)
        if name == "list":
            entry["flags"]["sort"] = {
                "type": "string", "required": False, "description": "By which key.",
            }  # fmt: skip
        return entry


furnish(Stale()).main()
