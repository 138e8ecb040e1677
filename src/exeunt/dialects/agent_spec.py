"""agent-spec: the model's own numbers → and back, with the five-key envelope on stdout.

The default dialect. Its table is the model itself, `exeunt.model.ExitCode`.
"""

from __future__ import annotations

from ..model.outcome import Failed
from ..model.said import in_a_line
from .dialect import Beyond, Context, Dialect, Written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..model.anomaly import Anomaly
    from ..model.outcome import Outcome
    from ..model.received import ReceivedEnvelope
    from ..model.row import Row

NAME = "agent-spec"
SOURCE = "ExitCode and ResponseEnvelope schemas"

RANGES = (
    Beyond(14, 63, anomaly="reserved_code"),
    Beyond(64, 78, table="sysexits"),
    Beyond(79, 125, anomaly="undeclared_code"),
    Beyond(126, 255, table="shell"),
)


def rows() -> tuple[Row, ...]:
    """Read the table off the model."""
    from ..model.codes import ExitCode  # not for a success
    from ..model.row import Row  # the reader's side, when asked for

    return tuple(Row(code.value, code, source=SOURCE) for code in ExitCode)


def write(outcome: Outcome[object], context: Context) -> Written:
    """Put one envelope on stdout, nothing on stderr."""
    return written(outcome, NAME, context)


def written(outcome: Outcome[object], name: str, context: Context) -> Written:
    """Say the same in the name of a dialect that has the same envelope."""
    fix = outcome.error.fix_command if isinstance(outcome, Failed) else None
    lost = ("fix_command has no field",) if fix else ()
    said = in_a_line(
        outcome, name, context.exit_code, context.duration_ms, context.request_id
    )
    return Written(stdout=said, lost=lost)


def find(
    stdout: bytes,
    stderr: bytes,  # noqa: ARG001 - diagnostics, never a document
) -> tuple[dict[str, Any] | None, list[Anomaly]]:
    """Find the envelope on stdout."""
    if not stdout:
        return None, []
    from ..model.document import find_document  # only when there is a stream
    from ..model.received import is_envelope

    return find_document(stdout, is_envelope)


def receive(document: dict[str, Any], found: list[Anomaly]) -> ReceivedEnvelope:
    """Read the envelope in the model's terms."""
    from ..model.received import receive as read

    return read(document, found)


DIALECT = Dialect(
    NAME,
    title="the fourteen codes of ExitCode (exeunt's default)",
    source=SOURCE,
    make_rows=rows,
    beyond=RANGES,
    own_codes=range(64, 126),
    lost={},
    envelope=True,
    five_keys=True,
    checked=True,
    write=write,
    find=find,
    receive=receive,
)
