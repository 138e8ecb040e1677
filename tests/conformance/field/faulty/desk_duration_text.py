"""Formats the duration as text."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from desk import Desk, furnish


class Formatted(Desk):
    def envelope(self, *parts):
        whole = super().envelope(*parts)
        whole["meta"]["duration_ms"] = f"{whole['meta']['duration_ms']}"
        return whole


furnish(Formatted()).main()
