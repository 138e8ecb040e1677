"""`exeunt run --once KEY` → the command is run, or its record is printed again.

The key is on the disk before the command starts. If that cannot be, it does not start.
Its keeper holds a lease meanwhile, by which whoever asks sees whether the command runs
and, if exeunt was killed, how it ended.
"""

from __future__ import annotations

import os

from ...deciding.call_words import fingerprint
from ...errors import StoreError
from ...files import absolute
from ...lease import Lease
from ...model.json import dumps
from ...process.flow import Running
from ...process.request import changed
from ...store.onces import FAILED
from ...store.store import Store
from ..argv import refuse, size_in_bytes, wants_record
from ._end import (
    OURS,
    OUTWARDS,
    SIGNALS,
    after,
    begin,
    complain,
    die_by,
    farewell,
    listen,
)
from ._record import MISUSE_NEXT, refused, say, with_next
from ._replay import recalled, tell_again, way_out
from ._spool import MAX_INPUT, spool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...process.request import Request
    from ...store.onces import Once
    from ..argv import Options

_signal: Any = __import__("_signal")  # the C module: `signal` would build its enums
LONGEST = 200  # characters of a key
PAUSE = 5  # seconds after which one that is under way may have ended
# What a refusal means, and what to do about it; the command was not run.
OTHER = (
    "the key stands for another command, in another place or with other input",
    {"name": "CONFLICT", "retryable": "no"},
    {"because": "The key was used for another call, so nothing was run."},
)
UNDER_WAY = (
    "the command is under way under this key",
    {
        "name": "CONFLICT",
        "verdict": "unknown",
        "retryable": "yes",
        "side_effects": "unknown",
    },
    {
        "action": "retry",
        "because": "It is under way; asked again later, its ending is told.",
        "wait_seconds": PAUSE,
        "repeat_identical": True,
    },
)
UNFINISHED = (
    "the command was begun under this key, and nobody knows how it ended",
    {
        "name": "PARTIAL_FAILURE",
        "verdict": "unknown",
        "retryable": "no",
        "side_effects": "unknown",
    },
    {
        "action": "inspect_state",
        "because": "It was begun and its end was not seen; look how far it got, and "
        "resolve the key.",
    },
)
BY_HAND = (
    "the command was begun under this key, and whoever looked has said that it failed",
    {"name": "GENERAL_ERROR", "retryable": "no", "side_effects": "unknown"},
    {"action": "escalate", "because": "Somebody has looked, and it failed."},
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
    listen(_signal.SIG_DFL)  # nothing runs yet, and stdin may keep us waiting
    try:
        with Store.open(strict=True) as store:
            request, name = settled(request, options, store.onces.leases)
            hold_signals()
            before = store.onces.begin(key, name)
    except StoreError as error:
        return not_run(UNREMEMBERED, options, f"{error.message}; {error.fix}")
    if isinstance(before, Lease):
        return perform(key, before, request, warnings, options)
    let_signals()
    return answer(key, before, changed(request, stdin=None), name, options)


def answer(
    key: str, before: Once, request: Request, name: str, options: Options
) -> int:
    """Say what is known of a call that was made before, instead of making it."""
    if before.fingerprint != name:
        return not_run(OTHER, options)
    if before.under_way:
        return not_run(UNDER_WAY, options)
    if before.record == FAILED:
        return not_run(BY_HAND, options)
    try:
        record = recalled(before, key, request)
    except StoreError as error:
        return not_run(UNREMEMBERED, options, f"{error.message}; {error.fix}")
    if record is None:
        return not_run(UNFINISHED, options, way_out(key))
    return tell_again(record, before.began, options)


def settled(request: Request, options: Options, directory: str) -> tuple[Request, str]:
    """Read the command's stdin to a file; return that request and its fingerprint."""
    stdin, digest = request.stdin, None
    if stdin == 0 and "--stdin" not in options and os.isatty(0):
        stdin = None  # nobody knows beforehand what a person will type
    if stdin is not None:
        given = options.get("--max-input")
        limit = size_in_bytes("--max-input", given[-1]) if given else MAX_INPUT
        stdin, digest = spool(request, directory, limit)
    cwd = absolute(request.cwd or ".")
    if not cwd.startswith("/"):
        refuse("the working directory is gone", "give --cwd DIR")
    # Not what was inherited: a caller's shell differs from one call to the next.
    ways = ("-clear" * request.clear_env, "-keep" * (not request.quiet_env))
    name = fingerprint(changed(request, cwd=os.path.realpath(cwd), stdin=digest))
    return changed(request, stdin=stdin), "".join((name, *ways))


def perform(
    key: str,
    lease: Lease,
    request: Request,
    warnings: tuple[str, ...],
    options: Options,
) -> int:
    """Run the command, and remember how it ended."""
    request = changed(request, lease=lease.path, kind="once")
    as_json = wants_record(options)
    for warning in () if as_json or "--quiet" in options else warnings:
        complain(warning)
    shown = None if as_json else OUTWARDS
    with Running(request, shown=shown, warnings=warnings) as running:
        begin(running)
        let_signals()
        done = running.wait()
        code = 0 if as_json else farewell(running, options)
    record: dict[str, Any] = {**with_next(done), "replayed": False}
    trouble = remember(key, record, running)
    if trouble:
        record["warnings"].append(trouble)
    else:
        lease.drop()  # not if its last words are all there is
    if as_json:
        code = say(record, done.exit_code, options)
    elif trouble:
        complain(trouble)
    after(running)
    if done.status == "cancelled" and running.signal:
        return die_by(running.signal)
    return code


def hold_signals() -> None:
    """Put off what would end us between the key and the run: it is to end the run."""
    _signal.pthread_sigmask(_signal.SIG_BLOCK, SIGNALS)


def let_signals() -> None:
    """Take what came meanwhile."""
    _signal.pthread_sigmask(_signal.SIG_UNBLOCK, SIGNALS)


def remember(key: str, record: dict[str, Any], running: Running) -> str:
    """Keep a record under its key; say what went wrong with that.

    The key of what never ran is freed; of an end that nobody saw, it stays in doubt.
    """
    if running.report.is_orphaned:
        return f"nobody saw how it ended; {way_out(key)}"
    try:
        with Store.open(strict=True) as store:
            if running.report.never_ran:
                store.onces.give_back(key)
            else:
                store.onces.finish(key, dumps(record).encode("ascii"))
                store.onces.sweep()
    except StoreError as error:
        return (
            f"how it ended is not remembered, so it is not told again: {error.message}"
        )
    return ""


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
