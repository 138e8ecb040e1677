"""`exeunt run --once KEY` → the command is run, or its record is printed again.

The key is on the disk before the command starts. If that cannot be, it does not start.
"""

from __future__ import annotations

from time import gmtime, strftime

from ...deciding.call_words import fingerprint
from ...errors import ExeuntError
from ...model.json import dumps, loads
from ...process.flow import Running
from ...store.store import Store
from ..argv import refuse, wants_record
from ._end import OURS, OUTWARDS, begin, complain, die_by, farewell
from ._record import MISUSE_NEXT, refused, say, with_next, write_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...process.request import Request
    from ...store.onces import Once
    from ..argv import Options

LONGEST = 200  # characters of a key
PAUSE = 5  # seconds after which one that is under way may have ended
# What a refusal means, and what to do about it; the command was not run.
OTHER = (
    "the key stands for another command, or one in another place",
    {"name": "CONFLICT", "retryable": "no"},
    {"because": "The key was used for another call, so nothing was run."},
)
UNDER_WAY = (
    "the command is under way under this key",
    {"name": "CONFLICT", "retryable": "yes", "side_effects": "unknown"},
    {
        "action": "retry",
        "because": "It is under way; asked again later, its ending is told.",
        "wait_seconds": PAUSE,
        "repeat_identical": True,
    },
)
UNFINISHED = (
    "the command was begun under this key, and nobody knows how it ended",
    {"name": "PARTIAL_FAILURE", "retryable": "no", "side_effects": "unknown"},
    {
        "action": "inspect_state",
        "because": "It was begun and its end was not seen; look how far it got.",
    },
)
UNREMEMBERED = (
    "the key cannot be remembered",
    {"name": "PRECONDITION", "retryable": "after_fix"},
    {
        "action": "fix_precondition",
        "because": "What is not remembered could happen twice, so nothing was run.",
    },
)


def run_once(request: Request, warnings: tuple[str, ...], options: Options) -> int:
    """Run a command unless it was run under this key; return the number."""
    key = options["--once"][-1]
    if not key or len(key) > LONGEST:
        refuse(f"a key of {len(key)} characters", f"give one of 1 to {LONGEST}")
    name = fingerprint(request)
    try:
        with Store.open(strict=True) as store:
            before = store.onces.begin(key, name)
    except ExeuntError as error:
        return not_run(UNREMEMBERED, options, error.message)
    if before is None:
        return perform(key, request, warnings, options)
    if before.fingerprint != name:
        return not_run(OTHER, options)
    if before.record is None:
        return not_run(UNDER_WAY if before.under_way else UNFINISHED, options)
    return tell_again(before, options)


def perform(
    key: str, request: Request, warnings: tuple[str, ...], options: Options
) -> int:
    """Run the command, and remember how it ended."""
    as_json = wants_record(options)
    for warning in () if as_json or "--quiet" in options else warnings:
        complain(warning)
    shown = None if as_json else OUTWARDS
    with Running(request, shown=shown, warnings=warnings) as running:
        done = begin(running).wait()
        code = 0 if as_json else farewell(running, options)
    record: dict[str, Any] = {**with_next(done), "replayed": False}
    trouble = remember(key, record, ran=ran(running))
    if trouble:
        record["warnings"].append(trouble)
    if as_json:
        code = say(record, done.exit_code, options)
    elif trouble:
        complain(trouble)
    if done.status == "cancelled" and running.signal:
        return die_by(running.signal)
    return code


def ran(running: Running) -> bool:
    """Tell whether the command may have run: not if it is known that it never did."""
    return not running.report.never_ran


def remember(key: str, record: dict[str, Any], *, ran: bool) -> str:
    """Keep a record under its key, or free the key; say what went wrong with that."""
    try:
        with Store.open(strict=True) as store:
            if ran:
                store.onces.finish(key, dumps(record).encode("ascii"))
                store.onces.sweep()
            else:
                store.onces.give_back(key)
    except ExeuntError as error:
        return (
            f"how it ended is not remembered, so it is not told again: {error.message}"
        )
    return ""


def tell_again(before: Once, options: Options) -> int:
    """Say how the command ended when it was run."""
    record: dict[str, Any] = {
        **loads((before.record or b"").decode()),
        "replayed": True,
    }
    code = int(record["exit_code"])
    if wants_record(options):
        return say(record, code, options)
    when = strftime("%Y-%m-%d %H:%M:%S UTC", gmtime(before.began))
    if "--quiet" not in options:
        complain(f"not run again; this is how it ended on {when}")
    write_out(kept(record["stderr_log"], record["stderr"]), 2)
    trouble = write_out(kept(record["log"], record["stdout"]))
    if trouble:
        complain(f"the output could not be written: {trouble}")
        return code or OURS
    return code


def kept(log: str | None, text: str) -> bytes:
    """Return what was written: all of it while there is a log, then the text."""
    try:
        with open(log or "", "rb") as file:  # noqa: PTH123 - pathlib is dear
            return file.read()
    except OSError:
        return text.encode("utf-8", "replace")


def not_run(
    what: tuple[str, dict[str, Any], dict[str, Any]], options: Options, why: str = ""
) -> int:
    """Say why the command is not run."""
    text, reading, following = what
    text = f"{text}: {why}" if why else text
    if not wants_record(options):
        complain(f"not run: {text}")
        return OURS
    said = refused(text, misuse=True)
    said["reading"] |= {"meaning": text, **reading}
    said["next"] |= {**MISUSE_NEXT, **following}
    return say({**said, "replayed": False}, OURS, options)
