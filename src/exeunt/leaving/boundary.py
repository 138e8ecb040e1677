"""Outcome → bytes on the streams, and the number to exit with.

One printer and one way out. Output that cannot be written never becomes success: a
reader that went away ends the program quietly, a full disk is said on stderr.
"""

from __future__ import annotations

import os
import sys
from errno import EBADF

from ..dialects._dialect import dialect
from ..dialects._encode import encode
from ..errors import ExeuntError
from ..outcome._codes import ExitCode
from ..outcome._detail import ErrorDetail
from ..outcome._outcome import Failed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

    from ..outcome._outcome import Outcome

# The work may be done, but its result was not delivered.
UNWRITTEN = ExitCode.GENERAL_ERROR


def leave(outcome: Outcome[object], started_ns: int, speak: str = "agent-spec") -> int:
    """Write an outcome in a dialect and return the process's exit number."""
    from time import monotonic_ns  # noqa: PLC0415 - built in, free

    table = dialect(speak)
    spent = (monotonic_ns() - started_ns) // 1_000_000
    try:
        encoded = encode(table, outcome, duration_ms=spent)
    except ExeuntError as error:
        encoded = encode(table, unsayable(error), duration_ms=spent)
    unwritten = table.numbers[UNWRITTEN]
    return deliver(encoded.stdout, encoded.stderr, encoded.code, unwritten)


def unsayable(error: ExeuntError) -> Failed:
    """Tell the caller that the program had a result, but none that can be said."""
    fix = error.fix or None
    detail = ErrorDetail(error.error_code, error.message, suggestion=fix)
    return Failed(UNWRITTEN, detail)


def deliver(
    stdout: bytes, stderr: bytes, code: int, unwritten: int = UNWRITTEN.value
) -> int:
    """Write both streams whole and return the code, or say why that failed."""
    for descriptor, data in ((2, stderr), (1, stdout)):
        try:
            write_all(descriptor, data)
        except BrokenPipeError:
            silence(descriptor)  # who read has seen enough; the command's end stands
        except OSError as error:
            silence(descriptor)
            complain(f"error: the result could not be written: {error.strerror}\n")
            code = code or unwritten
    return code


def write_all(descriptor: int, data: bytes) -> None:
    """Write every byte, after what the program itself has printed."""
    stream = stream_of(descriptor)
    if stream is None:
        if data:  # the number may be another file's by now, so it is not even tried
            raise OSError(EBADF, os.strerror(EBADF))
        return
    view = memoryview(data)
    while True:
        try:
            stream.flush()
            while view:
                view = view[os.write(descriptor, view) :]
        except BlockingIOError:  # a parent made it non-blocking, and its reader is slow
            from select import select  # noqa: PLC0415 - rarely needed

            select((), (descriptor,), ())
        else:
            return


def silence(descriptor: int) -> None:
    """Let what is still buffered go nowhere: Python would fail on it at its end."""
    if stream_of(descriptor) is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        if nowhere != descriptor:  # which it is if the program closed the descriptor
            os.dup2(nowhere, descriptor)
            os.close(nowhere)


def stream_of(descriptor: int) -> TextIO | None:
    """Return Python's own stream; None if it was closed, by whomever."""
    stream = sys.__stdout__ if descriptor == 1 else sys.__stderr__
    if stream is None or stream.closed:
        return None
    return sys.stdout if descriptor == 1 else sys.stderr


def complain(text: str) -> None:
    """Tell stderr, if there is one."""
    try:
        write_all(2, text.encode("utf-8", "backslashreplace"))
    except OSError:
        silence(2)  # nobody is left to be told
