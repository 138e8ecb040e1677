"""An envelope or a run's record → what to do next, and the rule that says so."""

from __future__ import annotations

from ..deciding.decide import decide
from ..deciding.policy import History, Policy
from ..deciding.surfaced import surfaced
from ..dialects.detect import is_known, is_run_record
from ..dialects.dialect import DEFAULT, dialect_names
from ..dialects.dialect import dialect as dialect_named
from ..dialects.outcome_of import no_envelope
from ..model.document import find_document, is_object
from ..model.ending import from_shell
from ..model.outcome import Done, Outcome
from ..model.received import is_envelope
from ..reading.read import read
from ..reading.recorded import read_record
from ._files import read_bytes, read_piped
from .argv import is_number, refuse
from .verbs import GONE, Call, Command, Option, split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..dialects.reading import Reading
    from ._paint import Paint

FAR = 12  # digits that no status and no count has


def run(call: Call) -> Outcome[dict[str, Any]]:
    """Decide what to do about an ending."""
    number = call.value("--exit-code", integer)
    attempts = call.value("--attempts", integer)
    table = call.text("--dialect")
    if table is not None:
        dialect_named(table)  # an unknown one is told before anything is read
    words = call.value("--tool", words_of) or []
    document = given(call, number)
    record = record_in(document)
    if record is not None:
        check_number(record, number)
        session = record.get("session")
        if isinstance(session, str):
            return Done(running_on(session, record.get("status")))
        reading, waiting = read_record(record, table)
        command = record.get("command")
        words = words or ([command] if isinstance(command, str) and command else [])
    else:
        waiting = False
        reading = read_envelope(document, number, words, table)
    decision = decide(
        reading,
        History(
            1 if attempts is None else attempts, program=words[0] if words else None
        ),
        Policy(
            idempotent="--idempotent" in call.options,
            may_pay="--may-pay" in call.options,
        ),
        waiting=waiting,
    )
    return Done(decision.as_dict(), warnings=list(surfaced(reading)))


def running_on(session: str, status: object) -> dict[str, Any]:
    """Say what to do about a command that has not ended yet."""
    from ..sessions.place import check_name  # for what still runs
    from .run._record import about_session

    return about_session(check_name(session), status)


def given(call: Call, number: int | None) -> bytes:
    """Return what the file or stdin holds; with a number alone, nothing has to."""
    if call.words:
        return read_bytes(call.words[0])
    return read_bytes("-") if number is None else read_piped()


def record_in(document: bytes) -> dict[str, Any] | None:
    """Find a run's record: alone, or in the envelope that `run --envelope` prints."""
    found, _ = find_document(document, lambda d: is_run_record(d) or is_envelope(d))
    if found is None or is_run_record(found):
        return found
    inside: object
    for inside in (found.get("data"), found["meta"].get("run")):
        if is_object(inside) and is_run_record(inside):
            return inside
    return None


def check_number(record: dict[str, Any], number: int | None) -> None:
    """Refuse a number that is not the record's own."""
    own = record.get("exit_code")
    if number is not None and number != own:
        msg = f"--exit-code {number}, but the record says {own!r}"
        refuse(msg, "leave out --exit-code: a record has its number")


def read_envelope(
    document: bytes, number: int | None, words: list[str], table: str | None
) -> Reading:
    """Read an envelope and the number that came with it."""
    if number is None:
        number = number_in(document)
    if not document and not words:
        table = table or DEFAULT  # as for a number that is to be explained
    return read(from_shell(number), document, argv=words, dialect=table)


def number_in(document: bytes) -> int:
    """Return the number that a document itself tells; most do not."""
    found, anomalies = find_document(document, is_known)
    if found is None:
        raise no_envelope(tuple(anomalies))
    number: object = found.get("code")
    if found.get("ok") is True or found.get("status") in ("ok", "plan"):
        return 0
    if is_envelope(found) or isinstance(number, bool) or not isinstance(number, int):
        msg = "an envelope does not tell its exit code, and that comes first"
        refuse(msg, "give the number as well: --exit-code N")
    return number


def integer(name: str, text: str) -> int:
    """Read a whole number, of which -9 is one."""
    if not is_number(text) or len(text) > FAR:
        refuse(f"{name} {text[:FAR]} is no number", f"write {name} 1")
    return int(text)


def words_of(name: str, text: str) -> list[str]:
    """Split a call as a shell would."""
    return split_words(text, f"{name} {text!r}", f"quote it: {name} 'grep -q x file'")


def show(data: dict[str, Any], paint: Paint) -> str:
    """Show a decision to a person."""
    wait = f"{data['wait_seconds']:g} s first" if data["wait_seconds"] else ""
    from shlex import join  # for people

    from ..deciding.advice import oddities

    rows = paint.fields(
        (
            ("because", data["because"]),
            ("by", f"clause {data['rule']}"),
            ("wait", wait),
            ("repeat", "the same call" if data["repeat_identical"] else ""),
            ("run", join(data["command"] or [])),
            ("known by", data["certainty"]),
            ("but", oddities(data["anomalies"])),
        )
    )
    return f"{paint(data['action'], 'bold')}\n{rows}"


COMMAND = Command(
    "decide",
    summary="Say what to do next about an envelope or a run's record.",
    usage=(
        "exeunt decide [--exit-code N] [--dialect NAME] [--tool 'CALL'] [FILE|-]",
        "exeunt run --json CALL… | exeunt decide",
    ),
    options=(
        Option("--exit-code", "N", help="say which number came with the envelope"),
        Option(
            "--dialect",
            "NAME",
            help="read by this table: " + ", ".join(dialect_names()),
            usual="detected",
        ),
        Option("--tool", "CALL", help="name the command that ended: 'grep -q x file'"),
        Option(
            "--attempts", "N", help="say how often this call was made so far", usual="1"
        ),
        Option("--idempotent", help="promise that doing it twice is doing it once"),
        Option("--may-pay", help="allow a payment"),
    ),
    examples=(
        ("exeunt decide --exit-code 11", "retry, and after how long"),
        ("exeunt decide --exit-code 1 --tool 'grep -q x file'", "a tool's number"),
        ("exeunt decide --exit-code 12 --attempts 3", "three in all, then escalate"),
    ),
    exits=GONE,
    run=run,
    show=show,
    most=1,
)
