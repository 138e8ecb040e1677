"""shuck: a wrapper's numbers → and back; 0 to 123 are the child's own.

Reads shuck's records and every record of that shape, `exeunt run --json` included.
"""

from __future__ import annotations

from ..model.actions import Action
from ..model.codes import Effects, ExitCode, Retryable
from ..model.document import find_document
from ..model.received import ReceivedEnvelope, typed
from ..model.row import Row
from . import _prose
from .dialect import Beyond, Dialect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..model.anomaly import Anomaly

SOURCE = "shuck, exit codes"
KEYS = ("stdout", "stderr", "exit_code", "duration_ms", "timed_out", "command", "args")

ROWS = (
    Row(0, ExitCode.SUCCESS, source=SOURCE, meaning="the child succeeded"),
    Row(124, ExitCode.TIMEOUT, source=SOURCE,
        meaning="the child still ran when its time was up",
        retryable=Retryable.DEPENDS, effects=Effects.UNKNOWN),
    Row(125, ExitCode.GENERAL_ERROR, source=SOURCE,
        meaning="the wrapper itself failed; report it", retryable=Retryable.NO,
        action=Action.ESCALATE),
    Row(126, ExitCode.PRECONDITION, source=SOURCE,
        meaning="the command was found, but is not executable",
        retryable=Retryable.AFTER_FIX),
    Row(127, ExitCode.PRECONDITION, source=SOURCE,
        meaning="the command was not found", retryable=Retryable.AFTER_FIX,
        action=Action.INSTALL_TOOL),
)  # fmt: skip


def is_record(document: dict[str, Any]) -> bool:
    """Tell a run record from other JSON."""
    return all(key in document for key in KEYS)


def find(
    stdout: bytes,
    stderr: bytes,  # noqa: ARG001 - the record stands on stdout
) -> tuple[dict[str, Any] | None, list[Anomaly]]:
    """Find the run record on stdout."""
    return find_document(stdout, is_record)


def receive(document: dict[str, Any], found: list[Anomaly]) -> ReceivedEnvelope:
    """Keep a run record, and the status that it names."""
    return ReceivedEnvelope(
        number=typed(document, "exit_code", int, found), document=document
    )


DIALECT = Dialect(
    "shuck",
    title="a wrapper: 0-123 are the child's, 124-127 its own",
    source=SOURCE,
    make_rows=lambda: ROWS,
    beyond=(Beyond(1, 123, table="shell"), Beyond(128, 255, table="shell")),
    own_numbers={
        code: {ExitCode.SUCCESS: 0, ExitCode.TIMEOUT: 124}.get(code, 1)
        for code in ExitCode
    },
    own_codes=range(79, 124),
    lost={
        code: "the meaning: a wrapper passes the child's number on"
        for code in ExitCode
        if code not in {ExitCode.SUCCESS, ExitCode.TIMEOUT}
    }
    | {ExitCode.TIMEOUT: "whether the child or the wrapper ran out of time"},
    usage=125,
    wraps=True,
    checked=True,
    write=_prose.write,
    is_document=is_record,
    find=find,
    receive=receive,
)
