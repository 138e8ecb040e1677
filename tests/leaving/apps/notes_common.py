"""Arguments → what a handler got, for the sample apps of all four frameworks."""

from dataclasses import dataclass

from exeunt import Effects, ExitCode, declare, entry
from exeunt.leaving.handler import contract

LOCKED = declare("STORE_LOCKED", 79)


@dataclass
class Note:
    """One note, as the apps return it."""

    id: int
    text: str
    tags: list[str]


adding = contract(
    danger="mutating",
    exits={
        ExitCode.CONFLICT: "A note of that text exists",
        LOCKED: entry(
            "Another call holds the lock", retryable=True, effects=Effects.NONE
        ),
    },
    errors={ExitCode.CONFLICT: ["NOTE_EXISTS"]},
    renamed_from={"create": True, "note new": False},
    scopes=["notes:write"],
    stability="stable",
    examples=[("Add a note", "notes add 1 milk --tag food --level high")],
    timeout=5,
)
removing = contract(danger="destructive")
checking = contract(
    danger="safe",
    output="prose",
    exits={ExitCode.PRECONDITION: "The store is stale"},
    promotes={"stale": ExitCode.PRECONDITION},
)
