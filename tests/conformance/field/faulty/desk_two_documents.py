"""Reports a failure twice: where it is caught, and at the end."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from desk import Desk, furnish


class Twice(Desk):
    def say(self, exit_code, data, error, meta, as_json):
        super().say(exit_code, data, error, meta, as_json)
        if error and as_json:
            super().say(exit_code, data, error, meta, as_json)


furnish(Twice()).main()
