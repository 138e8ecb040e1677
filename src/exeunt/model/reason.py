"""Why a command moved → one of four words, for its redirect."""

from __future__ import annotations

from enum import Enum


class Reason(Enum):
    """Why a command moved."""

    RENAMED = "renamed"
    RESTRUCTURED = "restructured"
    DEPRECATED = "deprecated"
    TYPO_CORRECTED = "typo_corrected"
