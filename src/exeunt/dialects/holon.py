"""holon: 0, 1 and 2 → and back; results on stdout, failures as prose on stderr."""

from __future__ import annotations

from ..model.codes import Effects, ExitCode, Retryable
from ..model.outcome import Done
from ..model.row import Row
from . import _prose
from .dialect import Beyond, Context, Dialect, Written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..model.outcome import Outcome

SOURCE = "holon, CLI exit codes"

ROWS = (
    Row(0, ExitCode.SUCCESS, source=SOURCE,
        meaning="the command completed; a domain state such as failed is in its data",
        effects=Effects.COMPLETE),
    Row(1, ExitCode.GENERAL_ERROR, source=SOURCE,
        meaning="the call was accepted, then failed; only stderr says why",
        retryable=Retryable.DEPENDS),
    Row(2, ExitCode.ARG_ERROR, source=SOURCE,
        meaning="the parser rejected the call before anything ran"),
)  # fmt: skip

ONE = "only stderr prose says what happened: code, retryability and waits are gone"


def write(outcome: Outcome[object], context: Context) -> Written:
    """Write data or prose; a parser's rejection is 2, a validator's is 1."""
    written = _prose.write(outcome, context)
    if isinstance(outcome, Done):
        return written
    parsed = outcome.code is ExitCode.ARG_ERROR and outcome.origin == "parser"
    if outcome.code is ExitCode.ARG_ERROR and not parsed:
        return written.replace(number=1, lost=(ONE, *written.lost))
    return written.replace(number=2 if parsed else 1)


DIALECT = Dialect(
    "holon",
    title="three codes: done, failed, rejected by the parser",
    source=SOURCE,
    make_rows=lambda: ROWS,
    beyond=(
        Beyond(3, 125, anomaly="unknown_code"),
        Beyond(126, 255, table="shell"),
    ),
    own_numbers={
        code: 0 if code is ExitCode.SUCCESS else 2 if code is ExitCode.ARG_ERROR else 1
        for code in ExitCode
    },
    lost={
        code: ONE
        for code in ExitCode
        if code not in {ExitCode.SUCCESS, ExitCode.ARG_ERROR, ExitCode.GENERAL_ERROR}
    },
    checked=True,
    write=write,
)
