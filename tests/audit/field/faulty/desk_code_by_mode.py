"""For people a missing thing is exit 1; for programs 5."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from desk import Desk, furnish


class TwoFaced(Desk):
    def attempt(self, argv):
        code = super().attempt(argv)
        return code if self.as_json else min(code, 1)


furnish(TwoFaced()).main()
