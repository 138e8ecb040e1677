"""ExitCodeEntry → its schema, with the rule that what is retryable changed nothing."""

from __future__ import annotations

from ..model.codes import Effects
from ..model.entry import MAX_DESCRIPTION
from ._parts import FLAG, TEXT, described, obj

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def make() -> dict[str, Any]:
    """Describe what a command promises for one of its codes."""
    known = [effects.value for effects in Effects if effects is not Effects.UNKNOWN]
    shape = obj(
        {
            "name": described(TEXT, "the code's constant; for 79-125 always there"),
            "description": described(
                {**TEXT, "minLength": 1, "maxLength": MAX_DESCRIPTION},
                "when the command ends like this",
            ),
            "retryable": described(FLAG, "whether the call may be made again"),
            "side_effects": {"enum": known},
        },
        ("description", "retryable", "side_effects"),
        closed=True,
    )
    return {
        "title": "ExitCodeEntry",
        **shape,
        "if": {"properties": {"retryable": {"const": True}}, "required": ["retryable"]},
        "then": {"properties": {"side_effects": {"const": Effects.NONE.value}}},
    }
