"""Outcome → bytes on the streams, and the number to exit with.

Where a process ends is decided here, and whether its output could be written.

One printer and one way out. Output that cannot be written never becomes success: a
reader that went away ends the program quietly, a full disk is said on stderr.
"""

from __future__ import annotations

import os
import sys
from errno import EBADF
from time import monotonic_ns

from ..model.done import Done

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, NoReturn, TextIO

    from ..errors import ExeuntError
    from ..model.outcome import Failed, Outcome

    Said = tuple[int, bytes, bytes]  # the number, and what goes to stdout and stderr

DIALECT = "agent-spec"  # unless the author chooses another
EXIT_MESSAGE = "EXIT_MESSAGE"  # the error.code of a text that a command exits with
SHELL_BASE = 128  # what a shell adds to a signal's number
STREAMS = (1, 2)  # Python has a buffer for these; any other number is a duplicate of 1


def leave(  # noqa: PLR0913 - what is said, how, and what if it cannot be
    outcome: Outcome[object],
    started_ns: int,
    speak: str = DIALECT,
    *,
    to: int = 1,
    instead: Callable[[ExeuntError], Failed] | None = None,
    max_bytes: int | None = None,
    signal: int = 0,
    former: int | None = None,
    filled: Callable[[bytes], Iterable[bytes]] | None = None,
) -> int:
    """Write an outcome in a dialect and return the process's exit number.

    `to` is where stdout is; `instead` is said of a result that cannot be; `signal` is
    what the process will die by; `former` is the number that it ended with before;
    `filled` puts in what is too long to be said at once.
    """
    spent = (monotonic_ns() - started_ns) // 1_000_000

    def say(what: Outcome[object]) -> Said:
        if speak == DIALECT and isinstance(what, Done):
            return say_done(what, spent)
        from ..dialects.dialect import dialect, encode  # not for most successes

        table = dialect(speak)
        found = encode(table, what, duration_ms=spent, signal=signal, former=former)
        return found.code, found.stdout, found.stderr

    try:
        code, stdout, stderr = say(outcome)
        if max_bytes is not None and len(stdout) > max_bytes:
            from ._limits import fitting  # for what is too large

            code, stdout, stderr = fitting(outcome, max_bytes, say)
    except Exception as error:  # noqa: BLE001 - MemoryError, and what a value's code raises
        from ._unsaid import known, say_unsayable  # on the way to an error

        code, stdout, stderr = say_unsayable(known(error), instead, say)
    parts = filled(stdout) if filled is not None else stdout
    return deliver(parts, stderr, code, speak, to)


def say_done(done: Done[object], duration_ms: int) -> Said:
    """Say a success in the usual dialect, as its table would: nothing is lost of it."""
    from ..model.said import in_a_line  # not for a person

    said = in_a_line(done, DIALECT, 0, duration_ms)
    return 0, said.encode("ascii", "backslashreplace"), b""


def is_deserted(descriptor: int) -> bool:
    """Tell whether the reader of a pipe has gone away."""
    import select  # for output that could not be written

    if not hasattr(select, "poll"):
        return False  # Windows
    poll, gone = select.poll(), select.POLLERR | select.POLLHUP
    poll.register(descriptor, 0)
    return any(found & gone for _, found in poll.poll(0))


def is_unread(error: BaseException, written: int = 1) -> bool:
    """Tell whether an error says that the reader of our output has gone away.

    Who exits because of it means the same; rich has put stdout aside before it does.
    """
    exits = isinstance(error, SystemExit)
    if not isinstance(error.__context__ if exits else error, BrokenPipeError):
        return False
    return is_deserted(written) or (exits and raiser(error).startswith("rich."))


def raiser(error: BaseException) -> str:
    """Name the module that raised an error."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return str(trace.tb_frame.f_globals.get("__name__", "")) if trace else ""


def deliver(
    stdout: bytes | Iterable[bytes],
    stderr: bytes,
    code: int,
    speak: str = DIALECT,
    to: int = 1,
) -> int:
    """Write both streams whole and return the code, or say why that failed."""
    for descriptor, data in ((2, stderr), (to, stdout)):
        try:
            for part in (data,) if isinstance(data, bytes) else data:
                write_all(descriptor, part)
        except BrokenPipeError:
            silence(descriptor)  # the reader has seen enough; the command's end stands
        except OSError as error:
            silence(descriptor)
            complain(f"error: the result could not be written: {error.strerror}\n")
            code = code or unwritten(speak)
    return code


def unwritten(speak: str = DIALECT) -> int:
    """Return the number for work that may be done, but has no result to show."""
    from ..dialects.dialect import dialect  # on the way to an error
    from ..model.codes import ExitCode

    return dialect(speak).numbers[ExitCode.GENERAL_ERROR]


def write_all(descriptor: int, data: bytes) -> None:
    """Write every byte, after what the program itself has printed."""
    stream = stream_of(descriptor)
    if stream is None and descriptor in STREAMS:
        if data:  # the number may be another file's by now, so it is not even tried
            raise OSError(EBADF, os.strerror(EBADF))
        return
    view = memoryview(data)
    while True:
        try:
            if stream is not None and descriptor in STREAMS:
                stream.flush()
            while view:
                view = view[os.write(descriptor, view) :]
        except BlockingIOError:  # a parent made it non-blocking, and its reader is slow
            from select import select  # rarely needed

            select((), (descriptor,), ())
        else:
            return


def end_child(
    outcome: Outcome[object] | None, error: BaseException | None, *, final: bool
) -> NoReturn:
    """End a fork that came back from a handler, where only its parent speaks."""
    code = outcome.code.value if outcome is not None else 0
    if isinstance(error, SystemExit):
        code = error.code if isinstance(error.code, int) else int(bool(error.code))
    elif error is not None:
        import traceback  # 10 ms, for an author's bug

        traceback.print_exception(error)
        code = unwritten()
    if final:
        end(code)
    end_now(code)  # whoever called its parent in this process is not called twice


def end(code: Any, signal: int = 0) -> NoReturn:
    """End the process the way Python programs end, or by a signal after that."""
    if signal:
        from ._last import die_at_the_end  # rarely needed

        die_at_the_end(signal)
        code = SHELL_BASE + signal  # if something keeps the process from it
    sys.exit(code)


def end_now(code: int, signal: int = 0) -> NoReturn:
    """End the process with threads that nobody waits for."""
    from ._last import abandon  # rarely needed

    abandon(signal)
    os._exit(code)


def silence(descriptor: int) -> None:
    """Let what is still buffered go nowhere: Python would fail on it at its end."""
    if descriptor not in STREAMS or stream_of(descriptor) is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        if nowhere != descriptor:  # which it is if the program closed the descriptor
            os.dup2(nowhere, descriptor)
            os.close(nowhere)


def stream_of(descriptor: int) -> TextIO | None:
    """Return Python's own stream; None if it was closed, by whomever."""
    stream = sys.__stderr__ if descriptor == 2 else sys.__stdout__  # noqa: PLR2004
    if stream is None or stream.closed:
        return None
    return sys.stderr if descriptor == 2 else sys.stdout  # noqa: PLR2004


def complain(text: str) -> None:
    """Tell stderr, if there is one."""
    try:
        write_all(2, text.encode("utf-8", "backslashreplace"))
    except OSError:
        silence(2)  # nobody is left to be told
