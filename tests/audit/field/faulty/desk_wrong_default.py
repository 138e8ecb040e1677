"""The manifest says that the limit is 20; it is 2."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(__file__)))
from desk import Desk, furnish


class Outdated(Desk):
    def entry(self, name):
        entry = super().entry(name)
        if name == "list":
            entry["flags"]["limit"]["default"] = 20
        return entry


furnish(Outdated()).main()
