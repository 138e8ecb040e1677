"""The name of a document → its JSON Schema."""

from __future__ import annotations

from ..errors import unknown
from ..model.outcome import Done
from ..schemas import SCHEMAS, schema
from .verbs import Call, Command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..model.outcome import Outcome
    from ._paint import Paint


def run(call: Call) -> Outcome[dict[str, Any]]:
    """Return one schema, or the list of them."""
    if not call.words:
        return Done({"schemas": dict(SCHEMAS)})
    name = call.words[0]
    if name not in SCHEMAS:
        raise unknown(name, "schema", SCHEMAS)
    return Done(schema(name))


def show(data: dict[str, Any], paint: Paint) -> str:
    """Show a schema as indented JSON, ready to be saved."""
    if "schemas" in data:
        return paint.fields(data["schemas"].items())
    from json import dumps  # 7 ms, for indentation

    return dumps(data, indent=2) + "\n"


COMMAND = Command(
    "schema",
    summary="Print the JSON Schema of what exeunt reads and writes.",
    usage=("exeunt schema [" + "|".join(SCHEMAS) + "]",),
    examples=(
        ("exeunt schema", "the list"),
        ("exeunt schema envelope --output text > envelope.json", "the bare schema"),
        ("exeunt schema envelope", "when piped: as data of an envelope"),
    ),
    run=run,
    show=show,
    most=1,
)
