"""Repeats what it was given, escape sequences and all."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from desk import Desk, furnish


import desk as house

house.quiet = str


class Raw(Desk):
    def write(self, envelope):
        print(json.dumps(envelope, ensure_ascii=False), flush=True)


furnish(Raw()).main()
