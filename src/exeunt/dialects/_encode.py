"""Outcome → exit number and bytes of both streams, through one dialect."""

from __future__ import annotations

from .._record import Record, final
from ..outcome._codes import ExitCode
from ..outcome._entry import Code, check_code
from ._dialect import Context, Dialect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..outcome._outcome import Outcome


@final
class Encoded(Record):
    """What a process leaves behind: number, streams, and what they leave out."""

    __slots__ = ("code", "stdout", "stderr", "lost")
    code: int
    stdout: bytes
    stderr: bytes
    lost: tuple[str, ...]

    def __init__(
        self, code: int, stdout: bytes, stderr: bytes, lost: tuple[str, ...]
    ) -> None:
        self._fill(code, stdout, stderr, lost)


def encode(
    dialect: Dialect,
    outcome: Outcome[object],
    *,
    duration_ms: int = 0,
    request_id: str | None = None,
    tool_version: str | None = None,
) -> Encoded:
    """Say an outcome in a dialect."""
    context = Context(
        duration_ms=duration_ms, request_id=request_id, tool_version=tool_version
    )
    written = dialect.write(outcome, context)
    number, lost = number_for(dialect, outcome.code)
    return Encoded(
        number if written.number is None else written.number,
        written.stdout.encode("ascii", "backslashreplace"),
        written.stderr.encode("utf-8", "backslashreplace"),
        (*lost, *written.lost),
    )


def number_for(dialect: Dialect, code: Code) -> tuple[int, tuple[str, ...]]:
    """Return a dialect's number for a code, and what the number does not say."""
    check_code(code)
    if isinstance(code, ExitCode):
        lost = dialect.lost.get(code)
        return dialect.numbers[code], (lost,) if lost else ()
    if code.value in dialect.own_codes:
        return code.value, ()
    general = dialect.numbers[ExitCode.GENERAL_ERROR]
    return general, (f"the command's own code {code.name}",)
