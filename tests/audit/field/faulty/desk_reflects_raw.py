"""Repeats what it was given, escape sequences and all."""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(__file__)))
from desk import Desk, furnish


import desk as house

house.quiet = str


class Raw(Desk):
    def write(self, envelope):
        print(json.dumps(envelope, ensure_ascii=False), flush=True)


furnish(Raw()).main()
