"""What to do next → the schema of a decision."""

from __future__ import annotations

from ..model.actions import Action
from ..model.anomaly import Anomaly
from ..model.row import Certainty
from ._parts import FLAG, TEXT, TEXTS, described, member, nullable, obj

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def make() -> dict[str, Any]:
    """Describe a decision, alone or as `next` of a run's record."""
    shape = obj(
        {
            "action": member(Action),
            "rule": described(TEXT, "the id of the clause that says so"),
            "because": described(TEXT, "one sentence, never a message of the command"),
            "wait_seconds": {"type": "number", "minimum": 0},
            "repeat_identical": described(FLAG, "the same call may be made again"),
            "command": described(nullable(TEXTS), "to run instead, without a shell"),
            "certainty": member(Certainty),
            "anomalies": {"type": "array", "items": member(Anomaly)},
        },
        closed=True,
    )
    return {"title": "Decision", **shape}
