"""The call of a program → its contract in a file that can be committed."""

from __future__ import annotations

from json import dumps, loads
from typing import Any

from ..audit.live import ask
from ..manifest.model import Manifest
from ..manifest.snapshot import canonical
from ..model.outcome import Done, Outcome
from ._files import write
from ._paint import Paint
from .argv import all_words
from .verbs import GONE, LATE, UNFIT, Call, Command, Option


def run(call: Call) -> Outcome[dict[str, Any]]:
    """Ask a program for its manifest, and write it or return it."""
    text = canonical(ask(call.words))
    settled: dict[str, Any] = loads(text)
    path = call.text("-o")
    if path is None or path == "-":
        return Done(settled)
    write(path, text)
    return Done(
        {
            "file": path,
            "commands": len(Manifest(settled).commands),
            "etag": settled["etag"],
        }
    )


def show(data: dict[str, Any], paint: Paint) -> str:
    """Show a contract as it is to be saved, or where it was."""
    if "file" in data:
        return paint.fields(
            (("written", data["file"]), ("commands", str(data["commands"])))
        )
    return dumps(data, indent=2, sort_keys=True) + "\n"


COMMAND = Command(
    "snapshot",
    summary="Write a program's contract, to be committed and compared with later ones.",
    usage=("exeunt snapshot [-o FILE] [--] CALL…",),
    options=(Option("-o", "FILE", help="write it there", usual="printed"),),
    examples=(
        ("exeunt snapshot -o contract.json -- python app.py", "to be committed"),
        ("exeunt diff contract.json 'python app.py'", "in CI: 81 if callers break"),
    ),
    danger="mutating",
    exits={**GONE, **UNFIT, **LATE},
    run=run,
    show=show,
    least=1,
    most=None,
    theirs=all_words,
)
