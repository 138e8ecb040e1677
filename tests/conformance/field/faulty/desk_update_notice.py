"""Tells of a new version on stdout, under the answer."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from desk import Desk, furnish


class Notifying(Desk):
    def attempt(self, argv):
        code = super().attempt(argv)
        if code == 0 and argv[:1] != ["--help"]:
            print("A new version of desk is available: 2.1.0 -> 3.0.0", flush=True)
        return code


furnish(Notifying()).main()
