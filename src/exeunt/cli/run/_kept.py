"""A run that may outlive its caller → a supervisor that owns it; a front that waits.

The supervisor is a fork of this process, the front. While the front waits, the
supervisor prints what the front would print; when the front returns because the command
asks something, or was to be detached, the supervisor keeps the run as a session.
"""

from __future__ import annotations

import os

from ...deciding.advice import in_a_line
from ...sessions.wire import pair, unpack
from ...tree import withstand
from ..argv import duration, refuse, wants_record
from ._end import (
    FAULTS,
    OURS,
    WINCH,
    after,
    complain,
    die_by,
    farewell,
    listen,
    preserved,
    printable,
    tell,
)
from ._record import refused, say, with_next

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ...process.completed import Completed
    from ...process.flow import Running
    from ...process.request import Request
    from ...sessions.supervisor import Supervisor
    from ..argv import Options

    # What the supervisor does when the run is over, or kept: the report that the front
    # gets.
    Ended = Callable[[Running], "dict[str, Any]"]
    Kept = Callable[[Supervisor, Completed], "dict[str, Any]"]

_signal: Any = __import__("_signal")  # the C module: `signal` would build its enums
KILLED = "the process that kept the command was killed"


def run_kept(request: Request, warnings: tuple[str, ...], options: Options) -> int:
    """Run a command that may become a session; return the exit code for the front."""
    as_json = wants_record(options)
    for warning in () if as_json or "--quiet" in options else warnings:
        complain(warning)

    def ended(running: Running) -> dict[str, Any]:
        if as_json:
            done = running.wait()
            code = say(with_next(done), done.exit_code, options)
        else:
            running.finish()
            code = farewell(running, options)
        after(running)
        kept = preserved(options, *running.report.verdict()[:2])
        return {"code": code, "signal": running.report.signal or kept}

    def kept(supervisor: Supervisor, done: Completed) -> dict[str, Any]:
        after(supervisor.running, done)
        if as_json:
            return {"code": say(with_next(done), done.exit_code, options)}
        if "--quiet" not in options:
            explain_kept(done, options)
        return {"code": done.exit_code}

    word = entrust(request, warnings, options, ended, kept)
    if word is not None and "refused" in word:
        _, message, fix = word["refused"]
        refuse(message, fix)
    if word is None:
        if as_json:
            return say(refused(KILLED, misuse=False), OURS, options)
        complain(KILLED)
        return OURS
    signal = int(word.get("signal", 0))
    return die_by(signal) if signal else int(word["code"])


def explain_kept(done: Completed, options: Options) -> None:
    """Name the session that a person can go on with, in a line of its own."""
    if done.stdout and not done.stdout.endswith("\n"):
        tell("")
    if "--for-agent" in options:
        from ._agent import line_of_kept  # for who asks

        tell(printable(line_of_kept(done)))
        return
    tell(printable(in_a_line(done)))


def entrust(
    request: Request,
    warnings: tuple[str, ...],
    options: Options,
    ended: Ended,
    kept: Kept,
) -> dict[str, Any] | None:
    """Fork the supervisor of a run; return its report, None if it was killed."""
    limits = {
        name.lstrip("-"): duration(name, options[name][-1])
        for name in ("--keep", "--patience")
        if name in options
    }
    ours, theirs = pair()
    if not os.fork():
        ours.close()
        try:
            from ._supervise import Attendant  # in the fork

            attendant = Attendant(theirs, request, warnings, options)
            attendant.stay(ended, kept, limits)
        finally:
            os._exit(0)  # noqa: TID251 - a process of its own
    theirs.close()

    def forward(number: int, _: object) -> None:
        try:
            ours.send(bytes([number]))
        except OSError:
            pass  # it is over

    withstand(FAULTS)
    listen(forward)
    if "--size" not in options:
        _signal.signal(WINCH, forward)
    heard = b""
    try:
        while data := ours.recv(65_536):
            heard += data
    except ConnectionResetError:
        pass  # it ended before it had read a signal; what it said has been heard
    ours.close()
    return unpack(heard) if heard else None
