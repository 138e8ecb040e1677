"""The model → JSON Schemas (draft-07), made from the code so that they cannot drift."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SCHEMAS = {
    "envelope": "what a command says when it ends",
    "exit-code": "the fourteen codes",
    "entry": "what a command promises for one code",
    "manifest": "every command of a program, with its contract",
    "decision": "what to do about an ending",
    "run-record": "how a command that was run ended",
}


def schema(name: str) -> dict[str, Any]:
    """Return a schema by its name, one of SCHEMAS."""
    module = __import__(f"{__name__}.{name.replace('-', '_')}", fromlist=["make"])
    made: dict[str, Any] = module.make()
    head = {"$schema": "http://json-schema.org/draft-07/schema#"}
    return head | {"$id": f"exeunt:{name}", "description": SCHEMAS[name]} | made
