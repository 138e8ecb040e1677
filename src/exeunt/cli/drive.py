"""`exeunt drive` → the page of the verb; `run` does it, with something to type."""

from __future__ import annotations

from .run._page import make_driven

COMMAND = make_driven()
