"""For people a missing thing is exit 1; for programs 5."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(__file__)))
from desk import Desk, furnish


class TwoFaced(Desk):
    def attempt(self, argv):
        code = super().attempt(argv)
        return code if self.as_json else min(code, 1)


furnish(TwoFaced()).main()
