"""Tables, commands, names and rooms of the package → the generated parts of its pages.

A part stands between `<!-- generated: NAME -->` and `<!-- end -->`; all else on a page
is written by hand. Without arguments the parts are renewed, with --check a stale one
fails.
"""

from __future__ import annotations

import inspect
import re
import sys
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from uuid import UUID

from _api_pages import commands, names, options
from _attacks import shown as attacks
from _change_pages import changes, levels, reasons
from _decision_pages import decisions
from _difference_pages import differences, scripts
from _markdown import code, fenced, table
from _room_pages import drawing, rooms
from _rule_pages import rules
from _secret_pages import (
    secret_calls,
    secret_forms,
    secret_values,
    secret_variables,
    secret_words,
)

import exeunt
from exeunt import Done, ErrorDetail, ExitCode, Failed, Reading
from exeunt.dialects.dialect import MODULES as NAMES
from exeunt.model.anomaly import MEANINGS
from exeunt.model.entry import RANGES
from exeunt.model.json import dumps

if TYPE_CHECKING:
    from collections.abc import Callable

    from exeunt.dialects.dialect import Beyond

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PART = re.compile(
    r"(?P<mark><!-- generated: (?P<name>[a-z-]+) -->\n).*?(?=^<!-- end -->$)",
    re.DOTALL | re.MULTILINE,
)
NOTICE = "<!-- The parts marked as generated are renewed by: python tools/pages.py -->"


def main(words: list[str]) -> int:
    """Renew every page, or say which are stale."""
    pages = [ROOT / "ARCHITECTURE.md", *sorted(DOCS.rglob("*.md"))]
    stale = [page for page in pages if is_stale(page)]
    for page in stale:
        print(f"{'stale' if '--check' in words else 'renewed'}: {page.name}")
        if "--check" not in words:
            page.write_text(renewed(page), encoding="utf-8")
    return 1 if stale and "--check" in words else 0


def is_stale(page: Path) -> bool:
    """Tell whether a page says something else than the package."""
    return page.read_text(encoding="utf-8") != renewed(page)


def renewed(page: Path) -> str:
    """Return a page with its generated parts as they should be."""
    text = page.read_text(encoding="utf-8")
    if PART.search(text) and not text.startswith(NOTICE):
        raise SystemExit(f"{page.name} does not begin with {NOTICE}")
    return PART.sub(lambda part: f"{part['mark']}\n{PARTS[part['name']]()}\n", text)


# -- codes


def codes() -> str:
    """The fourteen codes and what each promises."""
    head = ["code", "name", "group", "retryable", "same call again", "effects", "next"]
    return table(
        head,
        (
            [c.value, code(c.name), c.group, c.retryable, c.repeat_identical,
             c.effects, code(c.action.value)]
            for c in ExitCode
        ),
    )  # fmt: skip


def sentences() -> str:
    """What each code means, and what to do about it."""
    rows = ([code(c.name), c.meaning, c.advice] for c in ExitCode)
    return table(["name", "what happened", "what to do"], rows)


def ranges() -> str:
    """Whose each number is."""
    rows = ([f"{low}–{high}", owner, fix] for low, high, owner, fix in RANGES)
    return table(["numbers", "are", "in a program of yours"], rows)


def entries() -> str:
    """What an entry says that its author leaves unsaid."""
    usual = [(c, exeunt.default_entry(c)) for c in ExitCode]
    rows = [[code(c.name), entry.retryable, entry.effects] for c, entry in usual]
    rows.append(["a declared code", *own_defaults()])
    return table(["code", "retryable", "effects"], rows)


def own_defaults() -> tuple[bool, object]:
    """What holds for a declared code that says nothing."""
    entry = exeunt.default_entry(exeunt.declare("ANY", 79))
    return entry.retryable, entry.effects


# -- dialects


def matrix() -> str:
    """Which number each dialect writes for a code."""
    known = [exeunt.dialect(name) for name in NAMES]
    rows = ([code(c.name), *(d.numbers[c] for d in known)] for c in ExitCode)
    return table(["code", *(d.name for d in known)], rows)


def every_dialect() -> str:
    """One section per dialect."""
    return "\n".join(one_dialect(exeunt.dialect(n)) for n in NAMES)


def one_dialect(dialect: exeunt.Dialect) -> str:
    """Write a dialect's rows, ranges, losses and streams."""
    own = dialect.own_codes
    declared = f"{own.start}–{own.stop - 1}" if own else "none"
    return "\n".join(
        [
            f"## {dialect.name}\n",
            f"In short: {dialect.title}. Source: {dialect.source}.\n",
            rows_of(dialect),
            table(["other numbers", "are read"], map(beyond, dialect.beyond)),
            f"Codes of its own that a command may declare: {declared}.\n",
            losses(dialect),
            streams(dialect),
        ]
    )


def rows_of(dialect: exeunt.Dialect) -> str:
    """Write how a dialect reads each number; a column that adds nothing is left out."""
    head = ["code", "called", "means", "retryable", "effects", "that is", "source"]
    rows = [
        [r.number, code(r.name), code(r.code.name), r.retryable, r.effects, r.meaning,
         r.source]
        for r in dialect.rows.values()
    ]  # fmt: skip
    kept = [
        place
        for place, name in enumerate(head)
        if (name != "called" or any(row[1] != row[2] for row in rows))
        and (name != "source" or any(row[6] != dialect.source for row in rows))
    ]
    return table([head[n] for n in kept], ([row[n] for n in kept] for row in rows))


def beyond(numbers: Beyond) -> list[str]:
    """Say how a range outside a dialect's rows is read."""
    found = f"noted as `{numbers.anomaly}`" if numbers.anomaly else ""
    how = f"by the table of `{numbers.table}`" if numbers.table else "as GENERAL_ERROR"
    return [f"{numbers.low}–{numbers.high}", ", ".join(filter(None, [how, found]))]


def losses(dialect: exeunt.Dialect) -> str:
    """Say what a dialect cannot say, several codes of one loss together."""
    if not dialect.lost:
        return "Writing it loses nothing: every code has a number of its own.\n"
    by_loss: dict[str, list[str]] = {}
    for lost, text in dialect.lost.items():
        by_loss.setdefault(text, []).append(code(lost.name))
    rows = ([", ".join(names), text] for text, names in by_loss.items())
    return table(["written", "what is lost"], rows)


SUCCESS: Done[object] = Done({"releases": 3})
FAILURE = Failed(
    ExitCode.RATE_LIMITED,
    ErrorDetail("QUOTA_EXCEEDED", "30 calls a minute", retry_after=30),
)


def streams(dialect: exeunt.Dialect) -> str:
    """Show one success and one failure as the dialect writes them."""
    shown = []
    for outcome in (SUCCESS, FAILURE):
        left = exeunt.encode(dialect, outcome)
        shown.append(f"exit {left.code}")
        for name, stream in (("stdout", left.stdout), ("stderr", left.stderr)):
            lines = [line for line in stream.decode().splitlines() if line]
            shown += [f"  {name}  {line}" for line in lines] or [f"  {name}  (empty)"]
    return "A success, and a rate limit that asks for 30 seconds:\n\n" + fenced(
        "\n".join(shown)
    )


# -- readings


FIELDS = {
    "ending": "what the operating system saw",
    "code": "what it means: an `ExitCode`, or the command's own code",
    "number": "the number, as a shell shows it",
    "meaning": "one sentence, from the table",
    "retryable": "whether the call may be made again; none at `SUCCESS`",
    "effects": "how far the command got in changing things",
    "answer": "set where a non-zero ending answers a question",
    "phase": "where it failed, if its envelope says so",
    "action": "what to do next, by the code and the table",
    "envelope": "what the command said, if it said something we know",
    "anomalies": "what did not add up",
    "certainty": "how we know",
    "dialect": "the table that had the row",
    "source": "where the table has it from",
    "tool": "the tool that the atlas recognised",
    "doubtful": "whether one of the endings that give this code is a failure",
    "at_best": "the best verdict that the run's other facts allow",
}
DERIVED = {
    "verdict": "what came of the command: done, no, findings, unknown or failed",
    "name": "the code's name, whatever the dialect's number",
    "group": "what the code is about; a command's own code has none",
    "repeat_identical": "whether the unchanged call may be made again, after its wait",
}
WIRE = {"number": "code", "effects": "side_effects"}


def fields() -> str:
    """What a reading holds, and under which name it is written."""
    sample = exeunt.read(exeunt.Exited(1)).as_dict()
    rows = []
    for name in (*Reading.__match_args__, *DERIVED):
        wire = WIRE.get(name, name)
        is_written = wire in sample and name != "code"
        text = FIELDS.get(name) or DERIVED[name]
        rows.append([code(name), code(wire) if is_written else None, text])
    return table(["field", "in JSON", "is"], rows)


def certainties() -> str:
    """How we know what an ending means, best first."""
    return table(["certainty", "because"], commented(exeunt.Certainty))


def answers() -> str:
    """What a non-zero ending may answer."""
    return table(["answer", "when"], commented(exeunt.Answer))


def verdicts() -> str:
    """What may have come of a command."""
    return table(["verdict", "when"], commented(exeunt.Verdict))


def commented(kind: type[Enum]) -> list[list[str]]:
    """Read the members of an enum with the comments beside them."""
    found = re.findall(r'= "(\w+)"  # (.+)', inspect.getsource(kind))
    if [name for name, _ in found] != [member.value for member in kind]:
        raise SystemExit(f"each member of {kind.__name__} needs its comment")
    return [[code(name), text] for name, text in found]


def anomalies() -> str:
    """Every anomaly with its sentence."""
    rows = ([code(item.value), MEANINGS[item]] for item in exeunt.Anomaly)
    return table(["anomaly", "what it says"], rows)


# -- envelope


class Size(Enum):
    """An enum, as programs have them."""

    LARGE = "large"


SAID = datetime(2024, 2, 29, 12, 30, tzinfo=UTC)
VALUES: tuple[tuple[str, object], ...] = (
    ("None", None),
    ("bool, int, float, str", [True, 5, 0.5, "naïve"]),
    ("a lone surrogate in a str", "caf\udce9"),
    ("list, tuple and other sequences", (1, 2)),
    ("set, frozenset: sorted", {3, 1, 2}),
    ("dict and other mappings; keys become text", {1: "a", None: "b"}),
    ("Enum: its value", Size.LARGE),
    ("an exit code: its number", ExitCode.NOT_FOUND),
    ("datetime, date, time: ISO 8601", [SAID, date(2024, 2, 29)]),
    ("timedelta: seconds", timedelta(minutes=1.5)),
    ("Decimal, Fraction: exact, as text", Decimal("0.10")),
    ("Path", PurePosixPath("a/b")),
    ("UUID", UUID(int=5)),
    ("bytes", b"\x00\xff"),
)


def values() -> str:
    """How Python values are written."""
    rows = ([name, code(dumps(value))] for name, value in VALUES)
    return table(["Python", "JSON"], rows)


PARTS: dict[str, Callable[[], str]] = {
    "drawing": drawing,
    "rooms": rooms,
    "codes": codes,
    "sentences": sentences,
    "ranges": ranges,
    "entries": entries,
    "matrix": matrix,
    "dialects": every_dialect,
    "fields": fields,
    "certainties": certainties,
    "answers": answers,
    "verdicts": verdicts,
    "anomalies": anomalies,
    "decisions": decisions,
    "differences": differences,
    "scripts": scripts,
    "attacks": attacks,
    "changes": changes,
    "levels": levels,
    "reasons": reasons,
    "rules": rules,
    "commands": commands,
    "options": options,
    "secret-calls": secret_calls,
    "secret-forms": secret_forms,
    "secret-values": secret_values,
    "secret-variables": secret_variables,
    "secret-words": secret_words,
    "values": values,
    "names": names,
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
