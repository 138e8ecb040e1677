"""A run that is over → a line for a person, and the exit code of `exeunt run`.

Which signals end the command with us is decided here, too.
"""

from __future__ import annotations

import os
from errno import EPIPE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ...process.completed import Completed
    from ...process.flow import Running
    from ...process.foreground import Foreground
    from ...process.left import Left
    from ...sessions.prompts import Prompts
    from ..argv import Options

_signal: Any = __import__("_signal")  # the C module: `signal` would build its enums
OURS = 125  # our own failure, a wrong option too
PASSED = (10, 12, 18, 28)  # USR1 USR2 CONT WINCH: the command's own affair
CONT, TSTP = 18, 20
FAULTS = (4, 5, 7, 8, 11)  # ILL TRAP BUS FPE SEGV: what the kernel sends for one
# KILL CHLD STOP TTIN TTOU URG: nobody may say what they do, or they end nobody.
OTHERS = {9, 17, 19, 21, 22, 23, TSTP, *PASSED, *FAULTS}
SIGNALS = tuple(_signal.valid_signals() - OTHERS)  # what would end us
OUTWARDS = {"stdout": 1, "stderr": 2}  # each stream goes to our own of that name
KEYS = (2, 3)  # INT QUIT: ^C and ^\\
WINCH = 28  # a terminal has got another size


def begin(running: Running, prompts: Prompts | None = None) -> Running:
    """Start a run; a signal that would end this process now ends the command."""
    from ...process.keeper import fork_keeper, rescue  # after the words
    from ...tree import withstand  # as that

    def cancel(number: int, _: object) -> None:
        running.cancel(number)

    def pass_on(number: int, _: object) -> None:
        running.pass_on(number)

    def pause(number: int, _: object) -> None:
        running.pass_on(number)
        _signal.signal(number, _signal.SIG_DFL)
        os.kill(os.getpid(), number)  # until somebody has us go on
        _signal.signal(number, pause)
        running.pass_on(CONT)

    withstand(FAULTS)
    listen(cancel)
    listen(pass_on, PASSED)
    front = person_at(running) if prompts is None else None
    handed = front is not None and front.handed
    listen(pass_on if handed else pause, (TSTP,))  # one stops as the command does
    launch = fork_keeper if prompts is None else prompts.around(fork_keeper)
    if front is not None and handed:
        launch = front.around(fork_keeper)
    return running.start(launch, rescue)


def person_at(running: Running) -> Foreground | None:
    """Return the terminal that a command reads, to be left as it was."""
    streams = running.streams
    if streams.foreground is None and running.request.stdin == 0 and os.isatty(0):
        from ...process.foreground import Foreground  # for a person

        streams.foreground = Foreground(handed=False)
    return streams.foreground


def listen(
    handler: Callable[[int, object], None], numbers: Sequence[int] = SIGNALS
) -> None:
    """Give signals, those that ask us to end, a handler, unless they are ignored."""
    for number in numbers:
        if _signal.getsignal(number) != _signal.SIG_IGN:  # nohup means it
            _signal.signal(number, handler)


def farewell(running: Running, options: Options) -> int:
    """Print what a reader should know, and return the exit code to leave with."""
    by_model = "--for-agent" in options
    for logged in running.close().values():
        if logged.error and not by_model:
            complain(f"the log is not complete: {logged.error}")
    if running.unrecorded:
        complain(f"the recording is not complete: {running.unrecorded}")
    status, code, _ = running.report.verdict()
    cancelled = bool(status == "cancelled" and running.signal)
    unwritten = "" if cancelled else lost_output(running)
    if unwritten:
        complain(f"the output could not be written: {unwritten}")
        return code or OURS
    if not by_model:
        tell_left(running.left, options)
        tell_person(running, options, cancelled=cancelled)
    elif not cancelled:
        from ._agent import line_about  # for who asks

        if line := line_about(running):
            tell(printable(line))
        else:  # one line, and no more
            tell_left(running.left, options)
    return code


def tell_person(running: Running, options: Options, *, cancelled: bool) -> None:
    """Say what went wrong, or what a failure means; who sent a signal knows."""
    from ...process.capture import redactor_for  # loaded by then

    status, code, detail = running.report.verdict()
    if detail is not None and not cancelled:
        redactor = redactor_for(running.request)
        complain(redactor.text(detail) if redactor else detail, fresh(running))
    elif "--quiet" in options or ((cancelled or pressed(running)) and os.isatty(2)):
        pass
    elif not code and status == "exited":
        tell_hidden(running)
    elif os.isatty(2) or "--explain" in options:
        explain(running)
    elif running.report.was_stopped:
        tell_end(running.wait())


def tell_end(done: Completed) -> None:
    """Say in one line that exeunt ended a command, if it did: a log shows no more."""
    from ...deciding.advice import end_of  # for a command that was ended

    if line := end_of(done):
        tell(printable(line))


def tell_left(left: Left | None, options: Options) -> None:
    """Say where the output goes of what the command left running."""
    if left is not None and "--quiet" not in options:
        complain(left.sentence)


def tell_hidden(running: Running) -> None:
    """Say which command of a line has failed, where the 0 of the line hides that."""
    from ...process.task import is_line  # loaded by then

    if not is_line(running.request):
        return
    from ...process.result import hidden_stages  # for a line alone

    for words, status in hidden_stages(running.request, running.report):
        complain(f"{words} ended with {status}, and the line went on")


def lost_output(running: Running) -> str:
    """Return why stdout of this process did not take all output, if it did not.

    A reader that went away is no error: it has seen enough.
    """
    capture = running.streams.captures.get("stdout")
    outlet = capture.outlet if capture is not None else None
    if outlet is None:
        return ""
    if outlet.pending:
        return "nobody read it in time"
    number = outlet.error.errno if outlet.error is not None else EPIPE
    return "" if number == EPIPE else os.strerror(number or 0)


def explain(running: Running) -> None:
    """Tell in one line, dim at a terminal, what a failure means."""
    from ...deciding.advice import in_a_line  # for people
    from .._paint import Paint, wants_colour

    line = printable(in_a_line(running.wait()))
    tell(fresh(running) + Paint(colour=wants_colour(2))(line, "dim"))


def fresh(running: Running) -> str:
    """Return what brings the cursor of a person's terminal to a line of its own."""
    front = running.streams.foreground
    if front is not None and front.handed:
        from ...process.foreground import fresh_line  # loaded by then

        return fresh_line() if running.report.pid else ""
    outlets = [capture.outlet for capture in running.streams.captures.values()]
    broken = any(o and o.in_a_line and os.isatty(o.descriptor) for o in outlets)
    return "\n" if broken else ""


def pressed(running: Running) -> int:
    """Return the signal of the key by which a person has ended a command, if one has.

    We are to die by it, too: a loop of our caller's would go on.
    """
    front, report = running.streams.foreground, running.report
    number = 0 if report.reason is not None else (report.status or 0) & 0x7F
    if front is None or number not in KEYS or not (front.handed and front.back):
        return 0
    return number


def after(running: Running, done: Completed | None = None) -> None:
    """Tell those who are to know that a run is over, if there are any."""
    told: Any = running.request.tag  # of _heeded, for who asks
    if told is not None:
        told.run_is_over(done or running.wait(), running.report.pid)


def complain(text: str, before: str = "") -> None:
    """Write a complaint to stderr, with the name of exeunt before it."""
    tell(f"{before}exeunt: {printable(text)}")


def tell(line: str) -> None:
    """Write a line to stderr, if there is one."""
    try:
        os.write(2, f"{line}\n".encode())
    except OSError:
        pass


def printable(text: str) -> str:
    """Spell out what would steer a terminal: a command's name may hold anything."""
    return "".join([c if c.isprintable() else repr(c)[1:-1] for c in text])


def preserved(options: Options, status: str, code: int) -> int:
    """Return the signal that we are to die by, as the command has; 0 for none."""
    return code - 128 if "--preserve-signal" in options and status == "signaled" else 0


def die_by(number: int) -> int:
    """End this process by the signal itself: the caller sees 128 and its number.

    The command may have left a core file; ours would tell nobody anything.
    """
    from ...tree import become_opaque  # loaded with the run

    become_opaque()
    _signal.signal(number, _signal.SIG_DFL)
    _signal.pthread_sigmask(_signal.SIG_UNBLOCK, (number,))
    os.kill(os.getpid(), number)
    return 128 + number  # where the signal does not kill


def die_of_key(number: int) -> int:
    """End our job as a person has ended the command: a key of its own reached no more.

    A script that called us goes on otherwise, and so does a loop.
    """
    _signal.signal(number, _signal.SIG_IGN)
    os.kill(0, number)
    return die_by(number)
