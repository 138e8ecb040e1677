"""How a run command ended → the schema of its record."""

from __future__ import annotations

from ..dialects._anomaly import Anomaly
from ..dialects._row import Answer, Certainty
from ..outcome._actions import Action
from ..outcome._codes import Effects, Retryable
from ..outcome._detail import Phase
from ._parts import COUNT, FLAG, TEXT, TEXTS, described, member, nullable, obj

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

STATUSES = [
    "exited",
    "signaled",
    "timed_out",
    "idle",
    "cancelled",
    "waiting_for_input",
    "not_found",
    "not_executable",
    "unkillable",
    "internal_error",
]


def make() -> dict[str, Any]:
    """Describe a run record: a wrapper's seven keys, and what exeunt adds."""
    properties = wrapper_keys() | own_keys()
    return {"title": "RunRecord", **obj(properties, tuple(wrapper_keys()))}


def wrapper_keys() -> dict[str, Any]:
    """Describe the seven keys that every such record has."""
    return {
        "stdout": TEXT,
        "stderr": TEXT,
        "exit_code": {"type": "integer", "minimum": 0, "maximum": 255},
        "duration_ms": COUNT,
        "timed_out": FLAG,
        "command": TEXT,
        "args": TEXTS,
    }


def own_keys() -> dict[str, Any]:
    """Describe what exeunt knows besides."""
    omitted = {"type": "integer", "minimum": 0}
    return {
        "status": {"enum": STATUSES},
        "source": {"enum": ["child", "runner", "signal"]},
        "signal": nullable(TEXT),
        "streams": {"enum": ["split", "merged"]},
        "log": nullable(TEXT),
        "sha256": nullable(TEXT),
        "total_bytes": described({}, "bytes that the command wrote"),
        "omitted_bytes": described(omitted, "bytes that the record leaves out"),
        "waiting": nullable(waiting()),
        "cleanup": described({"type": "object"}, "killed, left, proof"),
        "reading": reading(),
        "next": decision(),
    }


def waiting() -> dict[str, Any]:
    """Describe what the command waits for."""
    return obj(
        {
            "prompt": TEXT,
            "kind": {"enum": ["line", "secret", "keys", "fullscreen"]},
            "confidence": {"enum": ["certain", "likely"]},
            "evidence": {},
        }
    )


def reading() -> dict[str, Any]:
    """Describe what the ending means."""
    return obj(
        {
            "code": {"type": "integer"},
            "name": TEXT,
            "meaning": TEXT,
            "retryable": member(Retryable, nullable=True),
            "side_effects": member(Effects),
            "answer": member(Answer, nullable=True),
            "phase": member(Phase, nullable=True),
            "certainty": member(Certainty),
            "dialect": TEXT,
            "source": TEXT,
            "anomalies": {"type": "array", "items": member(Anomaly)},
        }
    )


def decision() -> dict[str, Any]:
    """Describe what to do next."""
    return obj(
        {
            "action": member(Action),
            "rule": TEXT,
            "because": TEXT,
            "wait_seconds": {"type": ["number", "null"]},
            "repeat_identical": FLAG,
            "command": {},
            "certainty": member(Certainty),
            "anomalies": TEXTS,
        },
        ("action", "rule", "because"),
    )
