"""What was run → what failed, each failure once: how often, why, what to run again."""

from __future__ import annotations

from ..model.outcome import Done, Outcome
from ._moments import moment
from ._paint import WIDTH, Paint, visible, wrap
from .argv import wants_json, whole
from .verbs import BUSY, UNFIT, Call, Command, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    Fields = Mapping[str, Any]

SINCE = "24h"
LIMIT = 10  # groups
LINES = 3  # of a log, for a person
TAIL = 20  # for a program
SIGNS = {"failed": ("✕", "red"), "unknown": ("?", "yellow")}
INDENT = "    "


def run(call: Call) -> Outcome[dict[str, Any]]:
    """Group what failed; a store that is not there yet is an empty one."""
    from ..journal.rows import Rows  # SQLite, as the next
    from ..journal.told import said, told
    from ..reports.groups import as_dict, grouped

    given = call.text("--since")
    wanted = SINCE if given is None else given
    since = moment("--since", wanted)
    limit = call.value("--limit", whole)
    usual = TAIL if wants_json(call.options) else LINES
    asked_for = call.value("--lines", whole)
    most = usual if asked_for is None else asked_for
    asked = {"since": since, "name": call.text("--name"), "host": call.text("--host")}
    rows = Rows.open()
    try:
        groups = grouped(told(rows, asked))
        found = groups.found()
        if "--open" in call.options:
            found = [one for one in found if one.mended_at is None]
        shown = found[: LIMIT if limit is None else limit]
        failures = [as_dict(one, lambda row: said(rows, row, most)) for one in shown]
    finally:
        rows.close()
    data = {
        "since": wanted,
        "runs": groups.total,
        "failed": groups.counts.get("failed", 0),
        "unknown": groups.counts.get("unknown", 0),
        "groups": len(found),
        "failures": failures,
    }
    return Done(data, warnings=rows.notices)


# -- for people


def show(data: dict[str, Any], paint: Paint) -> str:
    """Show each failure in a few lines, below one that says how it went."""
    blocks = [head(data, paint)]
    blocks += ["\n".join(block(one, paint)) for one in data["failures"]]
    more = data["groups"] - len(data["failures"])
    if more > 0:
        blocks.append(paint(f"and {more} more: --limit {data['groups']}", "dim"))
    return "\n\n".join(blocks) + "\n"


def head(data: Fields, paint: Paint) -> str:
    """Say in a line how it went."""
    from ..reports.groups import stamp  # as run()

    since = f"since {clock(stamp(moment('--since', data['since'])))} UTC"
    runs = counted(data["runs"], "run")
    if not data["runs"]:
        return f"nothing was run {since}, as far as is known"
    if not data["failed"] + data["unknown"]:
        return f"{paint('nothing failed', 'green')} {since}: {runs}"
    parts: list[str] = []
    if data["failed"]:
        parts.append(paint(f"{data['failed']:,} failed", "red", "bold"))
    if data["unknown"]:
        text = f"{data['unknown']:,} {'is' if data['unknown'] == 1 else 'are'} in doubt"
        parts.append(paint(text, "yellow", "bold"))
    return f"{', '.join(parts)} of {runs} {since}"


def block(one: Fields, paint: Paint) -> Iterator[str]:
    """Lay out one failure: what, when and how often, what it said, what to do."""
    sign, colour = SIGNS[one["verdict"]]
    times = f" ×{one['count']:,}" if one["count"] > 1 else ""
    title = cut(flat(one["title"]), WIDTH - 2 - len(times))
    yield f"{paint(f'{sign} {title}', colour, 'bold')}{times}"
    yield from lines(when(one), paint)
    yield from lines(ending(one), paint)
    for line in one["tail"]:
        yield INDENT + paint("│ ", "dim") + cut(visible(line), WIDTH - 6)
    if one["mended_at"]:
        yield INDENT + paint(f"mended at {clock(one['mended_at'])}", "green")
        return
    if one["mended"]:
        text = (
            f"{one['mended']} of {counted(one['commands'], 'command')} succeeded since"
        )
        yield INDENT + paint(text, "green")
    if one["warning"]:
        yield from lines(f"! {one['warning']}", paint, "yellow")
    if one["again"]:
        # Whole, whatever its length: it is to be copied.
        yield INDENT + paint("$ ", "dim") + visible(one["again"])


def when(one: Fields) -> str:
    """Say when it failed, under which names and where."""
    last, first = clock(one["last"]), clock(one["first"])
    parts = [last if one["count"] == 1 or first == last else f"{first} to {last}"]
    if one["names"]:
        parts.append(", ".join(map(flat, one["names"])))
    if one["hosts"]:
        parts.append("on " + ", ".join(map(flat, one["hosts"])))
    return " · ".join(parts)


def ending(one: Fields) -> str:
    """Say how it ended and what that means."""
    how = ", ".join(
        name if len(one["ended"]) == 1 else f"{name} ×{count}"
        for name, count in one["ended"].items()
    )
    why = one["why"] if one["why"] not in {None, "GENERAL_ERROR", one["status"]} else ""
    said = " ".join(
        filter(None, [why, f"({one['meaning']})" if one["meaning"] else ""])
    )
    return f"{how}: {said}" if said else how


def lines(text: str, paint: Paint, *styles: str) -> Iterator[str]:
    """Break a text to the width, below its failure's sign."""
    for line in wrap(text, WIDTH - len(INDENT)):
        yield INDENT + (paint(line, *styles) if styles else line)


def clock(stamp: str) -> str:
    """Write a moment for a person: month, day, hour and minute."""
    return stamp[5:16].replace("T", " ")


def counted(number: int, what: str) -> str:
    """Write a number of things."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def flat(text: str) -> str:
    """Write a text in one line."""
    return " ".join(visible(text, lines=True).split())


def cut(text: str, width: int) -> str:
    """Shorten a text, visibly."""
    return text if len(text) <= width else f"{text[: width - 1]}…"


COMMAND = Command(
    "failures",
    summary="Show what failed, each failure once, and the line to run it again.",
    usage=("exeunt failures [options]",),
    options=(
        Option(
            "--since",
            "TIME",
            help="show those begun within 90, 5m, 24h or 7d, or since yesterday "
            "or 2026-01-31 (UTC)",
            usual=SINCE,
        ),
        Option("--name", "NAME", help="show those that --name named so"),
        Option("--host", "NAME", help="show those on this machine"),
        Option("--open", help="leave out what has succeeded since"),
        Option(
            "--lines",
            "N",
            help="show so many lines of each log, at most 20",
            usual=f"{LINES}; {TAIL} with --json",
        ),
        Option(
            "--limit", "N", help="show no more failures, the newest", usual=str(LIMIT)
        ),
    ),
    examples=(
        ("exeunt failures", "what failed since this time yesterday"),
        ("exeunt failures --since 7d --name nightly", "one job, in a week"),
        ("exeunt failures --open --json", "what still fails, for a program"),
    ),
    exits={**UNFIT, **BUSY},
    run=run,
    show=show,
)
