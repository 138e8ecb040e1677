"""Adds request_id by string surgery, also where it is already."""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(__file__)))
from desk import Desk, furnish


class Stitched(Desk):
    def write(self, envelope):
        line = json.dumps(envelope)
        print(line[:-1] + ', "warnings": ["slow disk"]}', flush=True)


furnish(Stitched()).main()
