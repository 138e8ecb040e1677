"""`exeunt drive` → the page of the verb; `run` does it, with something to type."""

from __future__ import annotations

from ._run_call import OPTIONS
from ._run_page import make_driven

COMMAND = make_driven(OPTIONS)
