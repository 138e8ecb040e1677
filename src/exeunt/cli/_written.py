"""A manifest, and what is asked for → its page printed, written, or compared."""

from __future__ import annotations

from ..audit.reports.file import write_whole
from ..errors import InputError
from ..manifest.snapshot import canonical
from ..model.codes import Effects
from ..model.detail import ErrorDetail, Phase
from ..model.entry import declare, entry
from ..model.outcome import Done, Failed
from ..pages.formats import PAGES
from ._input import read_bytes
from ._paint import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..model.outcome import Outcome
    from .verbs import Call

STALE = declare("STALE_PAGE", 82)
ENTRY = entry(
    "The file is not what would be written now",
    retryable=False,
    effects=Effects.NONE,
)
JSON = "json"


def see_to(call: Call, manifest: dict[str, Any]) -> Outcome[dict[str, Any]]:
    """Print the page, write it, or compare it with the file that should hold it."""
    from json import loads  # loaded: it was parsed

    made = call.text("--format") or JSON
    text = canonical(manifest)
    if made != JSON:
        text = PAGES[made](loads(text), name_of(call))
    path, known = call.text("--write"), call.text("--check")
    if path is not None and known is not None:
        msg = "--write and --check are two things"
        raise InputError(msg, fix="give one of them")
    if path is not None:
        write(path, text)
        return Done({"file": path, "format": made, "written": True})
    if known is not None:
        return compared(call, known, text, made)
    return Done({"format": made, "page": text})


def name_of(call: Call) -> str:
    """Say how the program is called: as we are told, or as we called it."""
    told = call.text("--call")
    if told is not None:
        return told
    if len(call.words) != 1:
        from shlex import join  # 8 ms, for words that were given

        return join(call.words) or "exeunt"
    word = call.words[0]
    if word == "-":
        msg = "a manifest from stdin does not say how its program is called"
        raise InputError(msg, fix="write --call NAME")
    name = word.rpartition("/")[2]
    return name.removesuffix(".json") if name.endswith(".json") else word


def write(path: str, text: str) -> None:
    """Put a file in its place whole, or leave the old one as it was."""
    try:
        write_whole(path, text)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        unwritable = InputError(
            f"{path!r} cannot be written: {why}", fix="check the path"
        )
        unwritable.error_code = "FILE_UNWRITABLE"
        raise unwritable from None


def compared(call: Call, path: str, text: str, made: str) -> Outcome[dict[str, Any]]:
    """Fail if a file does not hold what would be written, and show what differs."""
    before = read_bytes(path, "page").replace(b"\r\n", b"\n")
    if before == text.encode():
        return Done({"file": path, "format": made, "written": False})
    lines = differences(before.decode("utf-8", "replace"), text, path)
    tell(lines)
    again = renewed(call, path)
    detail = ErrorDetail(
        STALE.name,
        f"{path} is not what would be written now",
        phase=Phase.EXECUTION,
        suggestion=f"renew it: {again}",
        fix_command=again,
    )
    counts = {
        name: sum(one.startswith(sign) for one in lines[2:])
        for name, sign in (("added", "+"), ("removed", "-"))
    }
    found = {"file": path, "format": made, **counts}
    return Failed(STALE, detail, entry=ENTRY, extra={"page": found})


def differences(before: str, after: str, path: str) -> list[str]:
    """Compare two texts line by line, as a patch does."""
    from difflib import unified_diff  # 10 ms, for what differs

    return list(
        unified_diff(before.splitlines(), after.splitlines(), path, "now", lineterm="")
    )


def tell(lines: Sequence[str]) -> None:
    """Show on stderr what differs, for whoever reads the log of a build."""
    import sys  # built in, free

    shown = "".join(f"{visible(one)}\n" for one in lines)
    try:
        sys.stderr.buffer.write(shown.encode("utf-8", "replace"))
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):
        pass  # nobody reads it; the code says the same


def renewed(call: Call, path: str) -> str:
    """Write the call that would make the file what it should be."""
    from shlex import join  # 8 ms, on the way to an error

    kept = [
        word
        for name in ("--format", "--call")
        if (value := call.text(name)) is not None
        for word in (name, value)
    ]
    theirs = ["--", *call.words] if call.words else []
    return join(["exeunt", "manifest", *kept, "--write", path, *theirs])
