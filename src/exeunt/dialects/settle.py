"""Ending, streams and declarations → Reading, when they have to be settled.

Which signal wins when two disagree is settled here and nowhere else: the exit code
before `ok`, hard rules before any `false`, a `false` before the declared entry, the
entry before `error.retryable: true`, and the table last.
"""

from __future__ import annotations

from ..model.actions import Action
from ..model.anomaly import Anomaly, note
from ..model.codes import Effects, ExitCode, Retryable
from ..model.detail import TOKEN_CODES, Phase
from ..model.ending import HIGHEST_STATUS, Ending, Exited, Signaled, from_shell
from ..model.row import Certainty, Row
from .dialect import dialect as dialect_named
from .reading import Reading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..model.received import ReceivedEnvelope
    from .declared import Declared
    from .dialect import Dialect, Document


UNEXPLAINED = (
    Anomaly.CODE_OUT_OF_RANGE,
    Anomaly.RESERVED_CODE,
    Anomaly.UNDECLARED_CODE,
    Anomaly.UNKNOWN_CODE,
)


def settle(  # noqa: PLR0913 - as decode()
    dialect: Dialect,
    ending: Ending,
    stdout: bytes,
    stderr: bytes,
    *,
    declared: Mapping[int, Declared] | None,
    certainty: Certainty,
    document: tuple[Document | None, list[Anomaly]] | None,
) -> Reading:
    """Say what an ending means, whatever else was said about it."""
    said, found = document or dialect.find(stdout, stderr)
    received = None if said is None else dialect.receive(said, found)
    number = ending.shell_code
    own = declared.get(number) if declared and isinstance(ending, Exited) else None
    if own is not None:
        row, table = own.row(dialect.rows.get(number)), dialect.name
    else:
        row, table = find_row(dialect, ending, found)
    row = dialect.refine(row, received)
    if received is not None:
        check_outcome(number, received, found)
        check_code_fields(row.code, received, found)
    elif dialect.envelope and isinstance(ending, Exited) and (stdout or stderr):
        note(found, Anomaly.NO_ENVELOPE)
    if own and own.broken:
        note(found, Anomaly.INVALID_ENTRY)
    if Anomaly.MISSING_ERROR in found or Anomaly.BOTH_NULL in found:
        row, own = malformed(row), None
    said_retryable = received.retryable if received else None
    if said_retryable and not isinstance(ending, Exited):
        said_retryable = None  # promised for an exit that never came
    retryable = settle_retryable(dialect, row, own, said_retryable, found)
    if received is not None and is_pointless_delay(retryable, received):
        note(found, Anomaly.DELAY_WITHOUT_RETRYABLE)
    return Reading(
        ending=ending,
        code=own.code if own and row.code is own.model else row.code,
        number=number,
        meaning=row.meaning,
        retryable=retryable,
        effects=settle_effects(row, own, received, found),
        answer=row.answer,
        phase=received.phase if received else None,
        action=settle_action(row, retryable),
        envelope=received,
        anomalies=tuple(found),
        certainty=known_by(ending, found)
        or guessed(dialect, ending, own)
        or (certainty if table == dialect.name else Certainty.CONVENTION),
        dialect=table,
        source=row.source,
    )


def find_row(dialect: Dialect, ending: Ending, found: list[Anomaly]) -> tuple[Row, str]:
    """Return the row for an ending and the name of the table that has it."""
    if not isinstance(ending, Exited):
        if isinstance(ending, Signaled) and not ending.certain:
            row = dialect.rows.get(ending.shell_code)
            if row is not None:
                return row, dialect.name
        from .shell import ending_row  # only for what never exited

        return ending_row(ending), "shell"
    row = dialect.rows.get(ending.code)
    if row is not None:
        return row, dialect.name
    likely = from_shell(ending.code)
    if isinstance(likely, Signaled) and not likely.certain:  # a shell that passed it on
        return find_row(dialect, likely, found)
    return find_beyond(dialect, ending.code, found)


def find_beyond(dialect: Dialect, number: int, found: list[Anomaly]) -> tuple[Row, str]:
    """Return the row for a number that the dialect itself does not list."""
    if not 0 <= number <= HIGHEST_STATUS:
        note(found, Anomaly.CODE_OUT_OF_RANGE)
        return unknown_row(number, dialect.source), dialect.name
    for beyond in dialect.beyond:
        if beyond.low <= number <= beyond.high:
            if beyond.anomaly is not None:
                note(found, Anomaly(beyond.anomaly))
            if beyond.table is None:
                break
            return find_beyond_in(beyond.table, number, found)
    else:
        note(found, Anomaly.UNKNOWN_CODE)
    return unknown_row(number, dialect.source), dialect.name


def find_beyond_in(table: str, number: int, found: list[Anomaly]) -> tuple[Row, str]:
    """Look a number up in the table that its range belongs to."""
    other = dialect_named(table)
    row = other.rows.get(number)
    return (row, table) if row is not None else find_beyond(other, number, found)


def unknown_row(number: int, source: str) -> Row:
    """Read a number that nobody explains as GENERAL_ERROR: no assumption is safe."""
    return Row(
        number,
        ExitCode.GENERAL_ERROR,
        meaning=f"{number} has no meaning in this table",
        retryable=Retryable.NO,
        source=source,
    )


def malformed(row: Row) -> Row:
    """Read an envelope that breaks its own shape as GENERAL_ERROR, to be looked at."""
    return Row(
        row.number,
        ExitCode.GENERAL_ERROR,
        meaning="the envelope is malformed",
        retryable=Retryable.NO,
        action=Action.ESCALATE,
        source=row.source,
    )


def check_outcome(
    number: int, received: ReceivedEnvelope, found: list[Anomaly]
) -> None:
    """Note where an envelope contradicts the process that wrote it."""
    failed = number != 0
    has_error = received.document.get("error") is not None
    if received.ok is failed:
        note(found, Anomaly.OK_EXIT_CONFLICT)
    if received.number is not None and received.number != number:
        note(found, Anomaly.CODE_MISMATCH)
    if has_error and not failed:
        note(found, Anomaly.ERROR_AT_SUCCESS)
    silent = not has_error and Anomaly.MISSING_ERROR not in found
    if failed and silent and received.ok is not None:
        note(found, Anomaly.ERROR_NULL)


def check_code_fields(
    code: ExitCode, received: ReceivedEnvelope, found: list[Anomaly]
) -> None:
    """Note fields that do not go with the code, or with each other."""
    if code is ExitCode.REDIRECTED:
        if received.redirect is None:
            note(found, Anomaly.REDIRECT_MISSING)
    elif received.redirect is not None:
        note(found, Anomaly.REDIRECT_ELSEWHERE)
    if received.meta.get("truncated") is True and not received.meta.get("cursor"):
        note(found, Anomaly.TRUNCATED_WITHOUT_CURSOR)
    if code is ExitCode.AUTH_REQUIRED and received.error_code not in TOKEN_CODES:
        note(found, Anomaly.TOKEN_CODE_MISSING)


def is_pointless_delay(retryable: Retryable | None, received: ReceivedEnvelope) -> bool:
    """Tell whether an envelope names a delay and no retry may follow it.

    Where the envelope says nothing of a retry, the table does.
    """
    if received.retry_after is None or received.retryable is not None:
        return received.retry_after is not None and not received.retryable
    return retryable in {Retryable.NO, None}


def settle_retryable(
    dialect: Dialect,
    row: Row,
    own: Declared | None,
    said: bool | None,
    found: list[Anomaly],
) -> Retryable | None:
    """Apply the order of precedence to what the four sources say."""
    entry = own.retryable if own else None
    if row.code is ExitCode.SUCCESS:
        return None
    if row.code is ExitCode.PARTIAL_FAILURE:
        if said:
            note(found, Anomaly.RETRYABLE_CONFLICT)
        return Retryable.NO
    if said is False or entry is False:
        fixable = row.retryable is Retryable.AFTER_FIX
        final = entry is False and not dialect.unchanged
        return Retryable.AFTER_FIX if fixable and not final else Retryable.NO
    if entry or said:
        fixable = row.retryable is Retryable.AFTER_FIX
        return Retryable.AFTER_FIX if fixable else Retryable.YES
    return row.retryable


def settle_action(row: Row, retryable: Retryable | None) -> Action:
    """Say what to do next: nobody retries what was ruled out for this very call."""
    ruled_out = row.action is Action.RETRY and retryable is Retryable.NO
    return Action.ESCALATE if ruled_out else row.action


def settle_effects(
    row: Row,
    own: Declared | None,
    received: ReceivedEnvelope | None,
    found: list[Anomaly],
) -> Effects:
    """Say how far the command got, by the most specific promise."""
    effects = own.effects if own and own.effects else row.effects
    if received is None or received.phase is not Phase.VALIDATION:
        return effects
    if row.code is ExitCode.PARTIAL_FAILURE or row.code is ExitCode.SUCCESS:
        note(found, Anomaly.PHASE_CONFLICT)
        return effects
    return Effects.NONE


def guessed(dialect: Dialect, ending: Ending, own: Declared | None) -> Certainty | None:
    """Say that a number is a guess, where undeclared ones may mean anything."""
    exited = isinstance(ending, Exited)
    return Certainty.GUESS if dialect.keeps and exited and own is None else None


def known_by(ending: Ending, found: list[Anomaly]) -> Certainty | None:
    """Say how we know, where the ending itself decides that; otherwise None."""
    if isinstance(ending, Exited):
        unexplained = any(anomaly in UNEXPLAINED for anomaly in found)
        return Certainty.GUESS if unexplained else None
    if isinstance(ending, Signaled) and not ending.certain:
        return Certainty.CONVENTION
    return Certainty.DECLARED
