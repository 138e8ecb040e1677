"""Outcome → bytes on the streams, and the number to exit with.

One printer and one way out. Output that cannot be written never becomes success: a
reader that went away ends the program quietly, a full disk is said on stderr.
"""

from __future__ import annotations

import os
import sys

from ..dialects._dialect import dialect
from ..dialects._encode import encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..outcome._outcome import Outcome

UNWRITTEN = 1  # GENERAL_ERROR: the work may be done, but its result was not delivered


def leave(outcome: Outcome[object], started_ns: int, speak: str = "agent-spec") -> int:
    """Write an outcome in a dialect and return the process's exit number."""
    from time import monotonic_ns  # noqa: PLC0415 - built in, free

    spent = (monotonic_ns() - started_ns) // 1_000_000
    encoded = encode(dialect(speak), outcome, duration_ms=spent)
    return deliver(encoded.stdout, encoded.stderr, encoded.code)


def deliver(stdout: bytes, stderr: bytes, code: int) -> int:
    """Write both streams whole and return the code, or say why that failed."""
    try:
        write_all(2, stderr)
        write_all(1, stdout)
    except BrokenPipeError:
        return code  # whoever read has seen enough; the command's own end stands
    except OSError as error:
        complain(f"error: the result could not be written: {error.strerror}\n")
        return code or UNWRITTEN
    return code


def write_all(descriptor: int, data: bytes) -> None:
    """Write every byte: os.write may take fewer, and signals may interrupt."""
    stream = sys.stdout if descriptor == 1 else sys.stderr
    if stream is not None:
        stream.flush()
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def complain(text: str) -> None:
    """Tell stderr, if there is one."""
    try:
        write_all(2, text.encode("utf-8", "backslashreplace"))
    except OSError:
        pass  # nobody is left to be told
