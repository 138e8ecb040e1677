"""Leaves warnings out when there are none."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from desk import Desk, furnish


class Short(Desk):
    def envelope(self, *parts):
        whole = super().envelope(*parts)
        del whole["warnings"]
        return whole


furnish(Short()).main()
