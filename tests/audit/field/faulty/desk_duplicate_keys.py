"""Adds request_id by string surgery, also where it is already."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from desk import Desk, furnish


class Stitched(Desk):
    def write(self, envelope):
        line = json.dumps(envelope)
        print(line[:-1] + ', "warnings": ["slow disk"]}', flush=True)


furnish(Stitched()).main()
