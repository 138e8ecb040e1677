"""A number in one dialect → the number in another, and what gets lost."""

from __future__ import annotations

from ..dialects.dialect import DEFAULT, dialect
from ..dialects.translate import Translation, translate
from ..model.outcome import Done, Outcome
from .argv import is_number, refuse
from .explain import from_word, named
from .verbs import Call, Command, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..model.ending import Ending
    from ._paint import Paint


def run(call: Call) -> Outcome[dict[str, Any]]:
    """Translate a code from one dialect to another."""
    source = call.text("--from") or DEFAULT
    target = call.text("--to") or DEFAULT
    if "--from" not in call.options and "--to" not in call.options:
        msg = "neither --from nor --to is given"
        refuse(msg, "name the dialect that the code is of: --from murli")
    word = call.words[0]
    table = dialect(source)
    ending = from_word(word) if is_number(word) else named(word, table)
    data = as_data(translate(ending.shell_code, source, target), source)
    path = call.text("--envelope")
    return Done(data if path is None else data | said_again(path, ending, data))


def said_again(path: str, ending: Ending, data: dict[str, Any]) -> dict[str, Any]:
    """Translate the envelope that came with the code as well."""
    from ..dialects.decode import decode  # only with --envelope
    from ..dialects.dialect import encode
    from ..dialects.outcome_of import outcome_of
    from ._files import read_bytes

    table, target = dialect(data["from"]["dialect"]), dialect(data["to"]["dialect"])
    document = read_bytes(path)
    found = table.find(document, b"")
    if found[0] is None:
        found = table.find(b"", document)
    reading = decode(table, ending, document, document=found)
    encoded = encode(target, outcome_of(reading))
    name = reading.name
    return {
        "from": {**data["from"], "name": name},
        "to": {
            "dialect": target.name,
            "code": encoded.code,
            "name": name,
            "stdout": encoded.stdout.decode(),
            "stderr": encoded.stderr.decode(),
        },
        "lost": list(encoded.lost),
    }


def as_data(result: Translation, source: str) -> dict[str, Any]:
    """Return a translation under its names on the wire."""
    name = result.code.name
    return {
        "from": {"dialect": source, "code": result.reading.number, "name": name},
        "to": {"dialect": result.to, "code": result.number, "name": name},
        "lost": list(result.lost),
    }


def show(data: dict[str, Any], paint: Paint) -> str:
    """Show a translation to a person."""
    old, new = data["from"], data["to"]
    head = (
        f"{paint(old['dialect'], 'dim')} {old['code']}  →  "
        f"{paint(new['dialect'], 'dim')} {paint(str(new['code']), 'bold')}"
        f"  {paint(new['name'], 'bold')}\n"
    )
    lost = data["lost"] or ["nothing"]
    said = [(stream, new.get(stream, "")) for stream in ("stdout", "stderr")]
    rows = [("lost", lost[0]), *((" ", text) for text in lost[1:]), *said]
    return head + paint.fields(rows)


COMMAND = Command(
    "translate",
    summary="Say a code of one dialect in another, and what gets lost.",
    usage=("exeunt translate --from DIALECT --to DIALECT CODE",),
    options=(
        Option(
            "--from", "DIALECT", help="read the code by this table", usual="agent-spec"
        ),
        Option(
            "--to", "DIALECT", help="write the code by this table", usual="agent-spec"
        ),
        Option(
            "--envelope",
            "FILE",
            help="translate what came with it as well, - for stdin",
        ),
    ),
    examples=(
        ("exeunt translate --from murli --to agent-spec 8", "rate limited, here 11"),
        ("exeunt translate --to murli RATE_LIMITED", "by name"),
        ("exeunt dialects", "every table there is"),
    ),
    run=run,
    show=show,
    least=1,
    most=1,
)
