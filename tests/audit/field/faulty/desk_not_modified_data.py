"""Says not_modified, and sends it all the same."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(__file__)))
from desk import Desk, furnish


class Generous(Desk):
    def described(self, etag):
        whole = self.manifest()
        return whole, {"not_modified": True} if etag == whole["etag"] else {}


furnish(Generous()).main()
