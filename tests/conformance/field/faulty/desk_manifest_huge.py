"""Inlines 100 MB of documentation into the manifest."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from desk import Desk, furnish


class Verbose(Desk):
    def entry(self, name):
        return super().entry(name) | {"description": "All about it. " * 2_500_000}


furnish(Verbose()).main()
