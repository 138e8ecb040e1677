"""The words that a record says of a run → types; the record's schema lists the same.

Only checkers and the schema load this module: `typing` costs 9 ms.
"""

from __future__ import annotations

from typing import Literal

# How a run ended.
Status = Literal[
    "exited",
    "signaled",
    "timed_out",
    "idle",
    "cancelled",
    "waiting_for_input",
    "detached",
    "not_found",
    "not_executable",
    "unkillable",
    "internal_error",
]

# Whose number the exit code is.
Source = Literal["child", "runner", "signal"]

# Why a run of a call was made.
Why = Literal[
    "asked",
    "remembered",
    "retry",
    "longer",
    "without_etag",
    "redirect",
    "page",
    "refreshed",
    "credentials",
    "paid",
]
