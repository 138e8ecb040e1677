"""A run that is over → what is said of it, and the number to leave with."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...process.flow import Running
    from ._call import Options

_signal: Any = __import__("_signal")  # the C module: `signal` would build its enums
OURS = 125  # our own failure, a wrong option too
SIGNALS = (2, 15, 1, 3)  # INT TERM HUP QUIT
OUTWARDS = {"stdout": 1, "stderr": 2}  # each stream goes to our own of that name
WINCH = 28  # a terminal has got another size


def begin(running: Running) -> Running:
    """Start a run; from now on the signals that ask us to end, end the command."""
    from ...process.keeper import fork_keeper, rescue  # after the words

    def cancel(number: int, _: object) -> None:
        running.cancel(number)

    for number in SIGNALS:
        if _signal.getsignal(number) != _signal.SIG_IGN:  # nohup means it
            _signal.signal(number, cancel)
    return running.start(fork_keeper, rescue)


def farewell(running: Running, options: Options) -> int:
    """Say what a person should know, and return the number to leave with."""
    from ...process.capture import redactor_for  # loaded by then

    for logged in running.close().values():
        if logged.error:
            complain(f"the log is not complete: {logged.error}")
    if running.unrecorded:
        complain(f"the recording is not complete: {running.unrecorded}")
    status, code, detail = running.report.verdict()
    if status == "cancelled" and running.signal:
        return code  # whoever sent the signal knows
    unwritten = lost_output(running)
    if unwritten:
        complain(f"the output could not be written: {unwritten}")
        return code or OURS
    if detail is not None:
        redactor = redactor_for(running.request)
        complain(redactor.text(detail) if redactor else detail)
    elif (code or status != "exited") and "--quiet" not in options and os.isatty(2):
        explain(running)
    return code


def lost_output(running: Running) -> str:
    """Say why our own stdout did not take everything, if it did not.

    A reader that went away is no error: it has seen enough.
    """
    from errno import EPIPE  # built in

    capture = running.streams.captures.get("stdout")
    outlet = capture.outlet if capture is not None else None
    if outlet is None:
        return ""
    if outlet.pending:
        return "nobody read it in time"
    number = outlet.error.errno if outlet.error is not None else EPIPE
    return "" if number == EPIPE else os.strerror(number or 0)


def explain(running: Running) -> None:
    """Tell a person in one dim line what a failure means."""
    from .._advice import in_a_line  # for people
    from .._paint import Paint, wants_colour

    line = printable(in_a_line(running.wait()))
    outlets = [capture.outlet for capture in running.streams.captures.values()]
    broken = any(o and o.in_a_line and os.isatty(o.descriptor) for o in outlets)
    tell(("\n" if broken else "") + Paint(colour=wants_colour(2))(line, "dim"))


def say(said: dict[str, Any], code: int, options: Options) -> int:
    """Print a record, alone or as an envelope; return the number to leave with."""
    from ...model.json import dumps  # with a record only

    if "--envelope" in options:
        from ._enveloped import enveloped  # when it is asked for

        said = enveloped(said)
    trouble = write_out((dumps(said) + "\n").encode("ascii"))
    if trouble:
        complain(f"the record could not be written: {trouble}")
        return code or OURS
    return code


def write_out(data: bytes, number: int = 1) -> str:
    """Write to stdout, all of it; say what went wrong, if something did."""
    rest = memoryview(data)
    try:
        while rest:
            try:
                rest = rest[os.write(number, rest) :]
            except BlockingIOError:  # a parent made it so, and its reader is slow
                import select  # rarely needed

                select.select((), (number,), ())
    except BrokenPipeError:
        pass  # who read has seen enough
    except OSError as error:
        return error.strerror or "it failed"
    return ""


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
