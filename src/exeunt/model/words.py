"""The words that a record says of a run → types; the record's schema lists the same."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal
else:

    class Literal:
        """A type for checkers; for the schema, and without `typing`, its words."""

        __class_getitem__ = tuple


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
