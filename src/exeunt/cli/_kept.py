"""A run that may outlive us → a supervisor that has it, and we who wait for a word.

The supervisor is a fork of ours. As long as we are here it does what we would do; when
we return because the command has a question, or was to be left alone, it stays.
"""

from __future__ import annotations

import os

from ._advice import in_a_line
from ._next import refused, with_next
from ._run_call import UsageError
from ._run_end import (
    OURS,
    SIGNALS,
    WINCH,
    complain,
    die_by,
    farewell,
    printable,
    say,
    tell,
    watch,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..runner._completed import Completed
    from ..runner._flow import Flow
    from ..runner._request import Request
    from ..runner._running import Running
    from ..sessions._supervisor import Supervisor
    from ._run_call import Options

    # What the supervisor does with a run that is over, or that is kept: a word for us.
    Ended = Callable[[Running], "dict[str, Any]"]
    Kept = Callable[[Supervisor, Completed], "dict[str, Any]"]

_signal: Any = __import__("_signal")  # the C module: `signal` would build its enums
KEPT_LOG = 1 << 30  # bytes of a log that is read while it grows
KILLED = "the process that kept the command was killed"


def run_kept(request: Request, warnings: tuple[str, ...], options: Options) -> int:
    """Run a command that may become a session; return the number to leave with."""
    as_json = "--json" in options or "--envelope" in options
    for warning in () if as_json or "--quiet" in options else warnings:
        complain(warning)

    def ended(running: Running) -> dict[str, Any]:
        if as_json:
            done = running.wait()
            code = say(with_next(done), done.exit_code, options)
        else:
            running.flow.wait()
            code = farewell(running.flow, options)
            running.close()
        flow = running.flow
        by = flow.signal if flow.reason == "cancelled" else 0
        return {"code": code, "signal": by}

    def kept(_: Supervisor, done: Completed) -> dict[str, Any]:
        if as_json:
            return {"code": say(with_next(done), done.exit_code, options)}
        if "--quiet" not in options:
            explain_kept(done)
        return {"code": done.exit_code}

    word = entrust(request, warnings, options, ended, kept)
    if word is not None and "refused" in word:
        _, message, fix = word["refused"]
        raise UsageError(message, fix)
    if word is None:
        if as_json:
            return say(refused(KILLED, misuse=False), OURS, options)
        complain(KILLED)
        return OURS
    signal = int(word.get("signal", 0))
    return die_by(signal) if signal else int(word["code"])


def explain_kept(done: Completed) -> None:
    """Tell a person where the command goes on, in a line of its own."""
    if done.stdout and not done.stdout.endswith("\n"):
        tell("")
    tell(printable(in_a_line(done)))


def entrust(
    request: Request,
    warnings: tuple[str, ...],
    options: Options,
    ended: Ended,
    kept: Kept,
) -> dict[str, Any] | None:
    """Fork the supervisor of a run; return its word, None if it was killed."""
    from ..sessions._wire import pair, unpack  # noqa: PLC0415 - after the words

    ours, theirs = pair()
    if not os.fork():
        ours.close()
        try:
            supervise(theirs, request, warnings, options, ended, kept)
        finally:
            os._exit(0)  # noqa: TID251 - a process of its own
    theirs.close()

    def forward(number: int, _: object) -> None:
        try:
            ours.send(bytes([number]))
        except OSError:
            pass  # it is over

    for number in SIGNALS:
        if _signal.getsignal(number) != _signal.SIG_IGN:  # nohup means it
            _signal.signal(number, forward)
    if "--size" not in options:
        _signal.signal(WINCH, forward)
    heard = b""
    while data := ours.recv(65_536):
        heard += data
    ours.close()
    return unpack(heard) if heard else None


def supervise(  # noqa: PLR0913 - what the fork is for
    front: Any,
    request: Request,
    warnings: tuple[str, ...],
    options: Options,
    ended: Ended,
    kept: Kept,
) -> None:
    """Be the supervisor of a run, to its end."""
    from ..errors import ExeuntError  # noqa: PLC0415 - in the fork
    from ..runner._keeper import fork_keeper  # noqa: PLC0415
    from ..runner._running import Running  # noqa: PLC0415
    from ..runner._terminal import size_of  # noqa: PLC0415
    from ..sessions._place import create  # noqa: PLC0415
    from ..sessions._supervisor import KEEP, Supervisor  # noqa: PLC0415
    from ..sessions._wire import pack  # noqa: PLC0415
    from ._run_call import duration  # noqa: PLC0415

    os.setsid()
    request.max_log = max(request.max_log, KEPT_LOG)
    shown = not {"--json", "--envelope", "--detach"} & options.keys()
    detached = "--detach" in options
    name = options["--session"][-1] if "--session" in options else None
    try:
        place = None if name is None else create(name)
    except (ExeuntError, OSError) as error:
        front.sendall(pack({"refused": as_error(error)}))
        return

    def before(flow: Flow) -> None:
        watch(flow)
        size = None if "--size" in options else size_of(1)
        if size is not None and flow.size is not None:
            flow.resize(*size)

    limit = duration("--keep", options["--keep"][-1] if "--keep" in options else None)
    with Running(
        request, fork_keeper, warnings=warnings, before=before, shown=shown
    ) as running:
        keep = KEEP if limit is None else limit
        supervisor = Supervisor(running, place=place, keep=keep)
        done = None
        if supervisor.attend(front.fileno(), detached=detached):
            try:
                done = supervisor.stay(detached=detached)
            except (ExeuntError, OSError) as error:
                running.warnings += (f"no session could be made: {error}",)
                supervisor.end()
        if done is None:
            if place is not None:
                place.remove()
            front.sendall(pack(ended(running)))
            return
        front.sendall(pack(kept(supervisor, done)))
        front.close()
        leave_streams()
        try:
            supervisor.serve()
        except Exception as error:  # noqa: BLE001 - nobody above could tell it
            running.abandon()
            supervisor.break_off(f"exeunt has a bug: {type(error).__name__}: {error}")


def as_error(error: Exception) -> list[str]:
    """Say why there can be no session of that name."""
    if isinstance(error, OSError):
        return ["START_FAILED", f"no session can be made: {error.strerror}", ""]
    code = getattr(error, "error_code", "START_FAILED")
    return [code, getattr(error, "message", ""), getattr(error, "fix", "")]


def leave_streams() -> None:
    """Hold nothing of whoever started us: its reader would wait for the end."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nowhere, number)
    os.close(nowhere)
    os.chdir("/")
