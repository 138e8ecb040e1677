"""The manifest still lists a command that was removed."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from desk import Desk, furnish


class Stale(Desk):
    def manifest(self):
        whole = super().manifest()
        whole["commands"]["search"] = whole["commands"]["list"]
        return whole


furnish(Stale()).main()
