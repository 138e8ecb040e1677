"""ExitCode → its schema, with names, meanings, groups and ranges in x- fields."""

from __future__ import annotations

from ..model.codes import ExitCode
from ..model.entry import RANGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def make() -> dict[str, Any]:
    """Describe the fourteen codes."""
    codes = list(ExitCode)
    return {
        "title": "ExitCode",
        "type": "integer",
        "enum": [code.value for code in codes],
        "x-enum-varnames": [code.name for code in codes],
        "x-enum-descriptions": [code.meaning for code in codes],
        "x-groups": {
            group: [code.value for code in codes if code.group == group]
            for group in dict.fromkeys(code.group for code in codes)
        },
        "x-code-ranges": {f"{low}-{high}": owner for low, high, owner, _ in RANGES},
        "x-retryable": [code.retryable and code.retryable.value for code in codes],
        "x-side-effects": [code.effects.value for code in codes],
        "x-actions": [code.action.value for code in codes],
    }
