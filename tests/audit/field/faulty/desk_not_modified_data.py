"""Says not_modified, and sends it all the same."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from desk import Desk, furnish


class Generous(Desk):
    def described(self, etag):
        whole = self.manifest()
        return whole, {"not_modified": True} if etag == whole["etag"] else {}


furnish(Generous()).main()
