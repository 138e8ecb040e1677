"""The name of a document → its JSON Schema."""

from __future__ import annotations

from collections.abc import Callable
from json import dumps
from typing import Any

from ..deciding.schema import brief_record, decision, run_record
from ..errors import unknown
from ..manifest.schema import manifest
from ..model.outcome import Done, Outcome
from ..model.schema import entry, envelope, exit_code
from ._paint import Paint
from .verbs import Call, Command

# Name → what it describes, and what makes it.
SCHEMAS: dict[str, tuple[str, Callable[[], dict[str, Any]]]] = {
    "envelope": ("what a command says when it ends", envelope),
    "exit-code": ("the fourteen codes", exit_code),
    "entry": ("what a command promises for one code", entry),
    "manifest": ("every command of a program, with its contract", manifest),
    "decision": ("what to do about an ending", decision),
    "run-record": ("how a command that was run ended", run_record),
    "brief-record": ("the same by --brief, without what is usual", brief_record),
}


def schema(name: str) -> dict[str, Any]:
    """Return a schema by its name, one of SCHEMAS."""
    describes, make = SCHEMAS[name]
    head = {"$schema": "http://json-schema.org/draft-07/schema#"}
    return head | {"$id": f"exeunt:{name}", "description": describes} | make()


def run(call: Call) -> Outcome[dict[str, Any]]:
    """Return one schema, or the list of them."""
    if not call.words:
        return Done({"schemas": {name: told for name, (told, _) in SCHEMAS.items()}})
    name = call.words[0]
    if name not in SCHEMAS:
        raise unknown(name, "schema", SCHEMAS)
    return Done(schema(name))


def show(data: dict[str, Any], paint: Paint) -> str:
    """Show a schema as indented JSON, ready to be saved."""
    if "schemas" in data:
        return paint.fields(data["schemas"].items())
    return dumps(data, indent=2) + "\n"


COMMAND = Command(
    "schema",
    summary="Print the JSON Schema of what exeunt reads and writes.",
    usage=(
        "exeunt schema [" + "|".join(tuple(SCHEMAS)[:5]) + "]",
        "exeunt schema [" + "|".join(tuple(SCHEMAS)[5:]) + "]",
    ),
    examples=(
        ("exeunt schema", "the list"),
        ("exeunt schema envelope --output text > envelope.json", "the bare schema"),
        ("exeunt schema envelope", "when piped: as data of an envelope"),
    ),
    run=run,
    show=show,
    most=1,
)
