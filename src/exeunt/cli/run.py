"""`exeunt run` → any command, run to its end; its output and number pass through.

With --json there is one record instead, and nothing else, whatever happens.
"""

from __future__ import annotations

import os

from ._run_call import OPTIONS, asked, parse, wanted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..runner._capture import Capture
    from ..runner._flow import Flow
    from ..runner._request import Request
    from ._run_call import Options

_signal: Any = __import__("_signal")  # the C module: `signal` would build its enums
OURS = 125  # our own failure, a wrong option too
SIGNALS = (2, 15, 1, 3)  # INT TERM HUP QUIT


def main(words: Sequence[str], *, driven: bool = False) -> int:
    """Run what the words say and return the number to leave with."""
    fill_gaps()
    options: Options = {}
    try:
        command = parse(list(words), options, "drive" if driven else "run")
    except Exception as error:  # noqa: BLE001 - told, not thrown
        return misused(error, wanted(words), words)
    if "--help" in options:
        return show_page(driven=driven)
    try:
        request, warnings = asked(command, options, driven=driven)
        if "--json" in options or "--envelope" in options:
            return record(request, warnings, options)
        for warning in () if "--quiet" in options else warnings:
            complain(warning)
        return pass_through(request, options)
    except Exception as error:  # noqa: BLE001 - as above
        return misused(error, options, words)


def fill_gaps() -> None:
    """Have something behind 0, 1 and 2, or a pipe of ours would be taken for them.

    A directory can neither be written nor read, like what is closed.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open("/", os.O_RDONLY | os.O_CLOEXEC)  # the lowest number that is free


def show_page(*, driven: bool) -> int:
    """Show the verb's own page."""
    from ..leaving.boundary import deliver  # noqa: PLC0415 - for people
    from ._run_page import make, make_driven  # noqa: PLC0415
    from ._screen import page  # noqa: PLC0415

    command = make_driven(OPTIONS) if driven else make(OPTIONS)
    return deliver(page(command).encode("utf-8", "replace"), b"", 0)


def fork_keeper(task: Any, stdio: Sequence[int], orders: int, words: int) -> None:
    """Fork the keeper off this process, which has one thread and little memory."""
    from ..runner._keeper import keep  # noqa: PLC0415 - loaded by the flow
    from ..runner._tree import become_subreaper  # noqa: PLC0415

    become_subreaper()  # should the keeper be killed, what it kept comes to us
    if not os.fork():
        keep(task, stdio, orders, words)


def rescue() -> None:
    """End what a killed keeper has left to us."""
    from time import monotonic, sleep  # noqa: PLC0415 - built in

    from ..runner._tree import KILL, descendants, signal_one  # noqa: PLC0415

    until = monotonic() + 3.0
    while monotonic() < until:
        for pid, parent in descendants(os.getpid()).items():
            signal_one(pid, parent, KILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        sleep(0.004)


def watch(flow: Flow) -> None:
    """Have the signals that ask us to end, end the command."""
    flow.rescue = rescue  # type: ignore[method-assign]  # of this run alone

    def cancel(number: int, _: object) -> None:
        flow.cancel(number)

    for number in SIGNALS:
        if _signal.getsignal(number) != _signal.SIG_IGN:  # nohup means it
            _signal.signal(number, cancel)


def pass_through(request: Request, options: Options) -> int:
    """Run with our own streams; return the command's number."""
    from ..runner._capture import (  # noqa: PLC0415 - after the words
        Capture,
        Outlet,
        log_for,
        redactor_for,
    )
    from ..runner._flow import Flow  # noqa: PLC0415
    from ..runner._stdin import open_stdin  # noqa: PLC0415

    flow = Flow(request)

    def connect(name: str, descriptor: int) -> Capture:
        return Capture(
            descriptor,
            outlet=Outlet(1 if name == "stdout" else 2),
            redactor=redactor_for(request),
            log=log_for(request, name) if isinstance(request.log, str) else None,
        )

    try:
        stdin, _ = open_stdin(request.stdin)
        watch(flow)
        flow.start(fork_keeper, connect, stdin)
    except OSError as error:
        flow.fail(error)
    flow.wait()
    return farewell(flow, options)


def farewell(flow: Flow, options: Options) -> int:
    """Say what a person should know, and return the number to leave with."""
    from ..runner._capture import redactor_for  # noqa: PLC0415 - loaded by then
    from ..runner._verdict import verdict  # noqa: PLC0415 - when it is over

    for capture in flow.captures.values():
        logged = capture.log.close() if capture.log is not None else None
        if logged is not None and logged.error:
            complain(f"the log is not complete: {logged.error}")
    if flow.signal and flow.reason == "cancelled":
        return die_by(flow.signal)
    status, code, detail = verdict(flow)
    unwritten = lost_output(flow)
    if unwritten:
        complain(f"the output could not be written: {unwritten}")
        return code or OURS
    if detail is not None:
        redactor = redactor_for(flow.request)
        complain(redactor.text(detail) if redactor else detail)
    elif (code or status != "exited") and "--quiet" not in options and os.isatty(2):
        explain(flow)
    return code


def lost_output(flow: Flow) -> str:
    """Say why our own stdout did not take everything, if it did not.

    A reader that went away is no error: it has seen enough.
    """
    from errno import EPIPE  # noqa: PLC0415 - built in

    capture = flow.captures.get("stdout")
    outlet = capture.outlet if capture is not None else None
    if outlet is None:
        return ""
    if outlet.pending:
        return "nobody read it in time"
    number = outlet.error.errno if outlet.error is not None else EPIPE
    return "" if number == EPIPE else os.strerror(number or 0)


def explain(flow: Flow) -> None:
    """Tell a person in one dim line what a failure means."""
    from ..runner._capture import redactor_for  # noqa: PLC0415 - for people
    from ..runner._completed import completed  # noqa: PLC0415
    from ..runner._running import hidden  # noqa: PLC0415
    from ._advice import in_a_line  # noqa: PLC0415
    from ._paint import Paint, wants_colour  # noqa: PLC0415

    done = completed(flow, {}, {})
    redactor = redactor_for(flow.request)
    line = printable(in_a_line(hidden(done, redactor) if redactor else done))
    outlets = [capture.outlet for capture in flow.captures.values()]
    broken = any(o and o.in_a_line and os.isatty(o.descriptor) for o in outlets)
    tell(("\n" if broken else "") + Paint(colour=wants_colour(2))(line, "dim"))


def record(request: Request, warnings: tuple[str, ...], options: Options) -> int:
    """Run, and print one record."""
    from ..runner._running import Running  # noqa: PLC0415 - with a record only
    from ._next import with_next  # noqa: PLC0415

    with Running(request, fork_keeper, warnings=warnings, before=watch) as running:
        done = running.wait()
    code = say(with_next(done), done.exit_code, options)
    if done.status == "cancelled" and running.flow.signal:
        return die_by(running.flow.signal)
    return code


def misused(error: Exception, options: Options, words: Sequence[str]) -> int:
    """Say what is wrong with the call, in the form that was asked for."""
    from ..errors import InputError  # noqa: PLC0415 - on the way to an error
    from ..runner._redact import Redactor  # noqa: PLC0415
    from ._run_call import UsageError, secrets_of  # noqa: PLC0415

    misuse = True
    if isinstance(error, InputError | UsageError):
        text = f"{error.message}; {error.fix}"
    else:
        if os.environ.get("EXEUNT_DEV"):
            raise error
        misuse, text = False, f"exeunt has a bug: {type(error).__name__}: {error}"
    text = Redactor(secrets_of(words)).text(text)
    if "--json" not in options and "--envelope" not in options:
        complain(text)
        return OURS
    from ._next import refused  # noqa: PLC0415 - for a record

    return say(refused(text, misuse=misuse), OURS, options)


def say(said: dict[str, Any], code: int, options: Options) -> int:
    """Print a record, alone or as an envelope; return the number to leave with."""
    from ..outcome._json import dumps  # noqa: PLC0415 - with a record only

    if "--envelope" in options:
        from ._enveloped import enveloped  # noqa: PLC0415 - when it is asked for

        said = enveloped(said)
    data = memoryview((dumps(said) + "\n").encode("ascii"))
    try:
        while data:
            try:
                data = data[os.write(1, data) :]
            except BlockingIOError:  # a parent made it so, and its reader is slow
                import select  # noqa: PLC0415 - rarely needed

                select.select((), (1,), ())
    except BrokenPipeError:
        pass  # who read has seen enough
    except OSError as error:
        complain(f"the record could not be written: {error.strerror}")
        return code or OURS
    return code


def complain(text: str) -> None:
    """Tell stderr who speaks, and what is wrong."""
    tell(f"exeunt: {printable(text)}")


def tell(line: str) -> None:
    """Write a line to stderr, if there is one."""
    try:
        os.write(2, f"{line}\n".encode())
    except OSError:
        pass


def printable(text: str) -> str:
    """Spell out what would steer a terminal: a command's name may hold anything."""
    return "".join([c if c.isprintable() else repr(c)[1:-1] for c in text])


def die_by(number: int) -> int:
    """End as a process that never caught the signal: the caller sees 128 and it."""
    _signal.signal(number, _signal.SIG_DFL)
    _signal.pthread_sigmask(_signal.SIG_UNBLOCK, (number,))
    os.kill(os.getpid(), number)
    return 128 + number  # where the signal does not kill


def __getattr__(name: str) -> Any:
    """Make the verb's page when it is asked for: running needs none."""
    if name != "COMMAND":
        raise AttributeError(name)
    from ._run_page import make  # noqa: PLC0415 - for people

    return make(OPTIONS)
