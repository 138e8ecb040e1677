"""A run's record → the reading in it, and whether the run waited for an answer.

Ours says in `status` how the command ended and in `reading` what that means, made with
all that was known then; other wrappers' records have the seven keys alone.
"""

from __future__ import annotations

from ..dialects.detect import WRAPPER, Detected
from ..dialects.dialect import dialect as dialect_named
from ..errors import DeclarationError, InputError
from ..model.anomaly import Anomaly
from ..model.codes import Effects, ExitCode, Retryable
from ..model.document import is_object
from ..model.ending import Ending, Exited, Signaled, TimedOut, Unstarted, from_shell
from ..model.entry import declare
from ..model.row import Certainty, Verdict
from ..model.stage import Stage
from .read import read, read_document, streams_of, words_of
from .verdict import BY_STATUS, bounded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from enum import Enum
    from typing import Any, TypeVar

    from ..dialects.reading import Reading
    from ..model.ending import StartFailure
    from ..model.entry import Code
    from .read import Hidden

    Fields = Mapping[str, Any]
    E = TypeVar("E", bound=Enum)

LATE = ("timed_out", "idle", "unkillable")
UNSTARTED: dict[str | None, StartFailure] = {
    "not_found": "not_found",
    "not_executable": "not_executable",
    "internal_error": "failed",
}
BY_SIGNAL = ("signaled", "cancelled")
BY_ITSELF = ("exited", "signaled")
JOINTS = "|;&`(\n"
ASKED = "waiting_for_input"
TERM = 15  # what such a run is ended by
SHELL_SIGNAL_BASE = 128


def read_record(record: Fields, dialect: str | None = None) -> tuple[Reading, bool]:
    """Read a run's record; also tell whether the run waited for an answer."""
    number = record.get("exit_code")
    if isinstance(number, bool) or not isinstance(number, int):
        msg = f"exit_code is {number!r}"
        raise InputError(
            msg, fix="give a record with the number that the run left with"
        )
    said_status: object = record.get("status")
    status = said_status if isinstance(said_status, str) else None
    ending = ended(status, number, late=record.get("timed_out") is True)
    if status is None and (dialect is None or dialect_named(dialect).wraps):
        wrapper = dialect or WRAPPER
        return read_document(ending, Detected(wrapper, dict(record), [])), False
    streams, words = streams_of(record), words_of(record)
    hidden = hidden_of(record.get("stages"), streams)
    reading = read(ending, *streams, argv=words, dialect=dialect, hidden=hidden)
    said = record.get("reading")
    if dialect is None and is_object(said):
        # A verdict is never taken from a file: what was seen bounds what is said.
        shown = bool(record.get("stages"))
        reading = as_said(reading, said, shown=shown).replace(at_best=reading.verdict)
    if status in BY_ITSELF and "schema_version" in record and lacks_stages(record):
        reading = reading.replace(certainty=Certainty.GUESS, at_best=Verdict.UNKNOWN)
    if status is not None and status in BY_STATUS:
        reading = bounded(status, reading)
    return reading, status == ASKED


def hidden_of(stages: object, streams: Sequence[bytes]) -> Hidden | None:
    """Return what a record's stages say of hidden failures; a file is no proof of none.

    Its facts may lower what a line is worth, and never raise it.
    """
    listed: list[object] = list(stages) if isinstance(stages, list) else []  # pyright: ignore[reportUnknownArgumentType] - of a file
    found = [stage_of(one) for one in listed if is_object(one)]
    if not found:
        return None
    from ..atlas.stages import unheard  # for a line alone

    said = unheard(found, *streams)
    return None if said == "none" else said


def stage_of(said: Fields) -> Stage:
    """Return a stage of a record, as far as it is one."""
    words: object = said.get("words")
    status, hidden = said.get("status"), said.get("hidden", False)
    listed: list[object] = list(words) if isinstance(words, list) else []  # pyright: ignore[reportUnknownArgumentType] - as above
    return Stage(
        tuple([word for word in listed if isinstance(word, str)]),
        status if isinstance(status, int) and status >= 0 else None,
        hidden if hidden in (True, None) else False,
    )


def ended(status: str | None, number: int, *, late: bool) -> Ending:
    """Say what the operating system saw, by a record's status or its number."""
    if status in LATE or (late and status is None):
        return TimedOut(idle=status == "idle")
    if status in UNSTARTED:
        return Unstarted(UNSTARTED[status])
    if status == ASKED:
        return Signaled(TERM)
    if status in BY_SIGNAL and number > SHELL_SIGNAL_BASE:
        return Signaled(number - SHELL_SIGNAL_BASE)
    return Exited(number) if status == "exited" else from_shell(number)


def as_said(reading: Reading, said: Fields, *, shown: bool) -> Reading:
    """Let the record's own reading hold: it was made with all that was known.

    With `shown`, the record has the stages by which that may be more than a guess.
    """
    code = code_named(said.get("name"), said.get("code"))
    if code is None:
        return reading
    action = reading.action
    if code != reading.code and isinstance(code, ExitCode):
        action = code.action
    names: list[object] = said.get("anomalies") or []
    return reading.replace(
        code=code,
        action=action,
        retryable=member(Retryable, said.get("retryable")) or reading.retryable,
        effects=member(Effects, said.get("side_effects")) or reading.effects,
        certainty=lesser(
            member(Certainty, said.get("certainty")), reading.certainty, shown=shown
        ),
        anomalies=tuple(
            anomaly
            for name in (names if type(names) is list else ())
            if (anomaly := member(Anomaly, name)) is not None
        ),
    )


def lesser(said: Certainty | None, seen: Certainty, *, shown: bool) -> Certainty:
    """Return how certain a record is: it has to show what it says.

    What was declared stays so, since no record holds the manifest that was asked.
    """
    if said is None or said is Certainty.DECLARED:
        return said or seen
    if shown and seen is Certainty.GUESS:
        return said
    return max((said, seen), key=[*Certainty].index)


def lacks_stages(record: Fields) -> bool:
    """Tell whether a line of several has none of the stages that we write of it."""
    words = words_of(record)
    if record.get("stages") or not any(map(set(JOINTS).intersection, words)):
        return False
    from ..atlas import has_many  # when a tool is named

    return has_many(words, None)


def member(kind: type[E], name: object) -> E | None:
    """Return the member of an enum that a record names."""
    return next((item for item in kind if item.value == name), None)


def code_named(name: object, number: object) -> Code | None:
    """Return the code that a record names: the model's, or the command's own."""
    if not isinstance(name, str):
        return None
    if name in ExitCode.__members__:
        return ExitCode[name]
    if isinstance(number, bool) or not isinstance(number, int):
        return None
    try:
        return declare(name, number, sysexits=True)
    except DeclarationError:
        return None
