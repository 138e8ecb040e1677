"""A contract kept by hand: manifest, envelope, pages, etag."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(__file__)))
from desk import Desk, furnish

furnish(Desk()).main()
