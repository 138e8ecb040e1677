"""Opens stdout as utf-8-sig, for a spreadsheet."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from desk import Desk, furnish


sys.stdout.reconfigure(encoding="utf-8-sig")
furnish(Desk()).main()
