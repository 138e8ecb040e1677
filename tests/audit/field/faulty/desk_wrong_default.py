"""The manifest says that the limit is 20; it is 2."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from desk import Desk, furnish


class Outdated(Desk):
    def entry(self, name):
        entry = super().entry(name)
        if name == "list":
            entry["flags"]["limit"]["default"] = 20
        return entry


furnish(Outdated()).main()
