"""Ending of any command → Reading, by the best table there is.

What the caller says, then the manifest, then what the command printed, then the atlas
of real tools, then the convention of shells: the first that knows has the word.
"""

from __future__ import annotations

from ..dialects.decode import decode
from ..dialects.detect import SWAPPED, UNCLEAR, Detected, detect
from ..dialects.dialect import DEFAULT, MODULES
from ..dialects.dialect import dialect as dialect_named
from ..dialects.reading import Reading
from ..dialects.settle import UNEXPLAINED
from ..model.anomaly import Anomaly
from ..model.codes import Effects, ExitCode, Retryable
from ..model.ending import Ending, Exited, Signaled
from ..model.row import Certainty, Verdict, worst

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Literal

    from ..model.stage import Stage

    # Whether a command of a line failed unheard: seen not to, seen to, seen to have
    # failed and nobody knows whether unheard, or not seen.
    # Findings are failures whose tables all call them that.
    Hidden = Literal["none", "failed", "findings", "doubted", "unknown"]


def read(  # noqa: PLR0913 - an ending, its streams, and what may explain them
    ending: Ending,
    stdout: bytes = b"",
    stderr: bytes = b"",
    *,
    argv: Sequence[str] = (),
    line: str | None = None,
    dialect: str | None = None,
    manifest: Mapping[str, Any] | None = None,
    hidden: Hidden | None = None,
    told_by: Sequence[str] | Stage = (),
) -> Reading:
    """Say what an ending means: of a command (`argv`), or of a shell `line`.

    `hidden` says whether a command of the line has failed, and the line went on;
    `told_by` are the words of the one whose code was seen to be the line's, or the
    command of which it has made its code, as xargs does.
    """
    reading = read_ending(
        ending, stdout, stderr, argv, line, dialect, manifest, told_by
    )
    if claims_too_much(reading, argv, line, told_by):
        reading = reading.replace(effects=Effects.UNKNOWN)
    if Anomaly.OK_EXIT_CONFLICT in reading.anomalies and not reading.number:
        from ..atlas import stands_alone  # rarely asked

        if not stands_alone(argv, line):  # K5: the number may be another command's
            reading = reading.replace(at_best=Verdict.UNKNOWN)
    if hidden in UNHEARD:
        anomalies = (*reading.anomalies, Anomaly.HIDDEN_FAILURE)
        worse = worst((reading.at_best, UNHEARD[hidden]))
        return reading.replace(anomalies=anomalies, at_best=worse)
    if hidden == "doubted":
        worse = worst((reading.at_best, Verdict.UNKNOWN))
        return reading.replace(certainty=Certainty.GUESS, at_best=worse)
    if hidden == "unknown" or (hidden is None and is_unseen(reading, argv, line)):
        reading = reading.replace(certainty=Certainty.GUESS)
    if hidden is not None and complained(stderr or stdout):
        return reading.replace(at_best=worst((reading.at_best, Verdict.UNKNOWN)))
    return reading


def claims_too_much(
    reading: Reading,
    argv: Sequence[str],
    line: str | None,
    told_by: Sequence[str] | Stage,
) -> bool:
    """Tell whether "nothing was changed" is said of more than what it is known of.

    A table speaks of the command whose code it is, and not of those that ran before it;
    and a program that ended with a shell's number was started, and did what it did.
    """
    if reading.effects is not Effects.NONE or reading.verdict not in BAD:
        return False
    if not (argv or line):
        return False
    from ..atlas import peel, ran_beside  # of a failure that would be repeated

    ran = isinstance(reading.ending, Exited) and reading.number in SHELLS_OWN
    by_nobody = reading.certainty is Certainty.CONVENTION and line is None
    if ran and by_nobody and peel(argv) is None:
        return True
    words = told_by if isinstance(told_by, tuple | list) else ()
    return ran_beside(argv, line, words)


BAD = (Verdict.FAILED, Verdict.UNKNOWN)
SHELLS_OWN = (126, 127)  # not executable, not found: or so a program says
UNHEARD = {"failed": Verdict.FAILED, "findings": Verdict.FINDINGS}


def is_unseen(reading: Reading, argv: Sequence[str], line: str | None) -> bool:
    """Tell whether a code is a line's, and how its other commands ended is unknown."""
    if reading.certainty not in (Certainty.ATLAS, Certainty.CONVENTION):
        return False
    from ..atlas import has_many  # when a tool is named

    return has_many(argv, line)


def complained(written: bytes) -> bool:
    """Tell whether a shell says itself that something of its line went wrong.

    No process ends with that: the shell could not change directory, open a file, or
    make sense of a test. It begins with its name and the number of the line.
    """
    if b"sh: " not in written:
        return False
    for line in written.decode("utf-8", "replace").splitlines():
        name, _, rest = line.partition(": ")
        number, colon, _ = rest.removeprefix("line ").partition(":")
        if name.rpartition("/")[2] in SHELLS and colon and number.isdecimal():
            return True
    return False


SHELLS = ("bash", "sh", "dash", "ksh", "zsh", "ash")


def read_ending(  # noqa: PLR0913 - as read()
    ending: Ending,
    stdout: bytes,
    stderr: bytes,
    argv: Sequence[str],
    line: str | None,
    dialect: str | None,
    manifest: Mapping[str, Any] | None,
    told_by: Sequence[str] | Stage,
) -> Reading:
    """Read an ending by the first table that knows it."""
    if manifest is not None:
        return read_declared(ending, stdout, stderr, argv, dialect, manifest)
    if dialect is not None:
        table = dialect_named(dialect)
        reading = decode(table, ending, stdout, stderr)
        return read_child(ending, reading) if table.wraps else reading
    said = detect(stdout, stderr, ending.shell_code) if stdout or stderr else None
    if said is not None and said.document is not None:
        return read_document(ending, said)
    streams = stdout, stderr
    known = (
        read_atlas(ending, argv, line, *streams, told_by=told_by)
        if argv or line
        else None
    )
    reading = known or read_convention(ending)
    if said is not None and said.anomalies:
        return reading.replace(anomalies=(*reading.anomalies, *said.anomalies))
    return reading


def read_declared(  # noqa: PLR0913 - as read()
    ending: Ending,
    stdout: bytes,
    stderr: bytes,
    argv: Sequence[str],
    dialect: str | None,
    manifest: Mapping[str, Any],
) -> Reading:
    """Read with the command's own manifest at hand."""
    from ..manifest.model import Manifest  # for who has one
    from ..manifest.names import Names

    said = Manifest(manifest)
    named = dialect or said.dialect
    if dialect is None and named not in MODULES:
        named = detect(stdout, stderr, ending.shell_code).dialect
        named = named if named in MODULES else None
    table = dialect_named(named or DEFAULT)
    exits = Names(said).called(argv).declared(table.rows)
    reading = decode(table, ending, stdout, stderr, declared=exits)
    unclear = named is None and ending.shell_code in SWAPPED
    return as_unclear(reading) if unclear else reading


def read_document(ending: Ending, said: Detected) -> Reading:
    """Read by what the command printed."""
    unclear = said.dialect == UNCLEAR or said.dialect is None
    table = dialect_named(DEFAULT if unclear else str(said.dialect))
    reading = decode(
        table,
        ending,
        certainty=Certainty.GUESS if unclear else Certainty.ENVELOPE,
        document=(said.document, said.anomalies),
    )
    if reading.envelope is not None and table.wraps:
        return read_child(ending, reading)
    return as_unclear(reading) if unclear else reading


def as_unclear(reading: Reading) -> Reading:
    """Read 2 or 3 in an envelope that two tables read in opposite ways."""
    return reading.replace(
        code=ExitCode.GENERAL_ERROR,
        meaning="rejected input in one table, a partial write in the other",
        retryable=Retryable.NO,
        effects=Effects.UNKNOWN,
        action=ExitCode.GENERAL_ERROR.action,
        certainty=Certainty.GUESS,
        anomalies=(*reading.anomalies, Anomaly.DIALECT_UNCLEAR),
    )


def read_child(ending: Ending, reading: Reading) -> Reading:
    """Read a wrapper's record: its own numbers first, then the child's."""
    own = reading.number and dialect_named(reading.dialect).wraps
    if reading.envelope is None or own:
        return reading
    record = reading.envelope.document
    child = read(ending, *streams_of(record), argv=words_of(record))
    about_record = (a for a in reading.anomalies if a not in UNEXPLAINED)
    anomalies = dict.fromkeys((*about_record, *child.anomalies))
    if child.envelope is not None:
        return child.replace(anomalies=tuple(anomalies))
    if child.tool is not None:
        return child.replace(envelope=reading.envelope, anomalies=tuple(anomalies))
    return reading


def words_of(record: Mapping[str, Any]) -> list[str]:
    """Return the words of the command in a record, if that is what they are."""
    args: list[object] = record.get("args") or []
    words = [record.get("command"), *(args if type(args) is list else ())]
    texts = [word for word in words if isinstance(word, str)]
    return texts if len(texts) == len(words) and texts[0] else []


def streams_of(record: Mapping[str, Any]) -> list[bytes]:
    """Return stdout and stderr of a record as bytes."""
    texts = (record.get("stdout"), record.get("stderr"))
    return [t.encode("utf-8", "replace") if isinstance(t, str) else b"" for t in texts]


def read_atlas(  # noqa: PLR0913 - as read()
    ending: Ending,
    argv: Sequence[str],
    line: str | None,
    stdout: bytes = b"",
    stderr: bytes = b"",
    *,
    told_by: Sequence[str] | Stage = (),
) -> Reading | None:
    """Read by the tool's own table, through wrappers and compound lines."""
    if not isinstance(ending, Exited | Signaled):
        return None
    if isinstance(ending, Signaled) and ending.certain:
        return None
    from ..atlas import heed, look_up, look_up_invocation, look_up_line  # as needed
    from ..model.stage import Stage

    number = ending.shell_code
    if isinstance(told_by, Stage):
        match = look_up_invocation(told_by.words, told_by.status or number)
    elif line:
        match = look_up_line(line, number, told_by=told_by)
    else:
        match = look_up(argv, number)
    if match is None:
        return None
    if stdout or stderr:
        match = heed(match, stdout, stderr)
    row = match.row
    through = f" (through {', '.join(match.through)})" if match.through else ""
    return Reading(
        ending=ending,
        code=row.code,
        number=number,
        meaning=row.meaning,
        retryable=row.retryable,
        effects=row.effects,
        answer=row.answer,
        action=row.action,
        certainty=Certainty.ATLAS if match.certain else Certainty.GUESS,
        dialect="atlas",
        source=row.source + through,
        tool=match.tool,
        doubtful=row.doubtful,
    )


def read_convention(ending: Ending) -> Reading:
    """Read by what shells and most programs do, and say how little that is."""
    return decode(dialect_named("shell"), ending, certainty=Certainty.CONVENTION)
