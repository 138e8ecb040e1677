"""The manifest is a help page with a JSON example in it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from desk import Desk, furnish


class Prose(Desk):
    def say(self, exit_code, data, error, meta, as_json):
        if data and "commands" in data:
            print('Schema of desk:\n\n  {"commands": {"show": ..., "list": ...}}\n')
        else:
            super().say(exit_code, data, error, meta, as_json)


furnish(Prose()).main()
