"""The call of a program → its contract in a file that can be committed."""

from __future__ import annotations

from ..audit.live import ask
from ..errors import InputError
from ..manifest.snapshot import canonical
from ..model.outcome import Done
from .argv import all_words
from .verbs import GONE, LATE, UNFIT, Call, Command, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..model.outcome import Outcome
    from ._paint import Paint


def run(call: Call) -> Outcome[dict[str, Any]]:
    """Ask a program for its manifest, and write it or return it."""
    from json import loads  # loaded: it was parsed

    manifest, home = ask(call.words)
    text = canonical(manifest, home)
    settled: dict[str, Any] = loads(text)
    path = call.text("-o")
    if path is None or path == "-":
        return Done(settled)
    write(path, text)
    return Done(
        {
            "file": path,
            "commands": len(settled["commands"]),
            "etag": settled["etag"],
        }
    )


def write(path: str, text: str) -> None:
    """Put a file in its place whole, or leave the old one as it was."""
    import os  # built in, free

    beside = f"{path}.{os.getpid()}.new"
    try:
        with open(beside, "w", encoding="utf-8") as file:  # noqa: PTH123 - pathlib is dear
            file.write(text)
        os.replace(beside, path)  # noqa: PTH105 - the same
    except OSError as error:
        try:
            os.unlink(beside)  # noqa: PTH108 - the same
        except OSError:
            pass  # it was never made
        msg = f"{path!r} cannot be written: {error.strerror}"
        unwritable = InputError(msg, fix="check the path")
        unwritable.error_code = "FILE_UNWRITABLE"
        raise unwritable from None


def show(data: dict[str, Any], paint: Paint) -> str:
    """Show a contract as it is to be saved, or where it was."""
    if "file" in data:
        return paint.fields(
            (("written", data["file"]), ("commands", str(data["commands"])))
        )
    from json import dumps  # loaded: it was parsed

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
