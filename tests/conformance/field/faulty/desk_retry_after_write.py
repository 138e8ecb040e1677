"""Declares a timeout retryable although half may be written."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
import desk as house
from desk import Desk, furnish


house.MEANS[10] = ("TIMEOUT", "Took too long; some is written.", True, "partial")
it = furnish(Desk())
it.commands["add"][2].append(10)
it.main()
