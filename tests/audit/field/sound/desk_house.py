"""A contract kept by hand: manifest, envelope, pages, etag."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from desk import Desk, furnish

furnish(Desk()).main()
