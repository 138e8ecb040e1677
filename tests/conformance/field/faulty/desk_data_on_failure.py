"""Sends an empty object as data with every error."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from desk import Desk, furnish


class Eager(Desk):
    def envelope(self, exit_code, data, error, meta):
        return super().envelope(exit_code, {} if error else data, error, meta)


furnish(Eager()).main()
