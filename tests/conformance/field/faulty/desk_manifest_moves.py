"""Lists its commands by what is installed at the moment."""

import time
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from desk import Desk, furnish


class Moving(Desk):
    def manifest(self):
        whole = super().manifest()
        extra = f"plugin-{time.time_ns() % 1000}"
        whole["commands"][extra] = whole["commands"]["add"]
        return whole


furnish(Moving()).main()
