"""What was kept of many rows → tables: the slowest, the retried, each program."""

from __future__ import annotations

from ..html.shown import shown
from ._cards import time
from ._human import number, took
from ._plots import CLASSES, NAMES, bar, said
from .row import BAD, attempts, moment
from .tally import MANY, came_through, largest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .row import Row
    from .tally import Tally

    Cell = tuple[str, str | float]  # what is shown, and by what it is sorted

SIGNS = {
    "done": "✓",
    "no": "○",
    "findings": "!",
    "unknown": "?",
    "failed": "✕",
    "": "…",
}
WORDS = 160  # characters of a command
NAME = 60
PROGRAMS = 20
SLOWEST = (
    ("Command", "what"),
    ("Took", "count long"),
    ("Ended", ""),
    ("Began (UTC)", ""),
)
REPEATED = (
    ("Command", "what"),
    ("Attempts", "count"),
    ("Waited", "count"),
    ("Ended", ""),
)
STATES = 12


def table(
    caption: str, heads: Sequence[tuple[str, str]], rows: Iterable[Sequence[Cell]]
) -> str:
    """Write a table; its heads say what is a number, for the script that sorts."""
    top = "".join(f'<th scope="col" class="{kind}">{name}</th>' for name, kind in heads)
    body = "\n".join(
        "<tr>"
        + "".join(
            cell(text, key, kind, first=not place)
            for place, ((text, key), (_, kind)) in enumerate(
                zip(row, heads, strict=True)
            )
        )
        + "</tr>"
        for row in rows
    )
    return (
        f'<div class="wide" tabindex="0" role="group" aria-label="{caption}">'
        f'<table class="sorted"><caption>{caption}</caption>'
        f"<thead><tr>{top}</tr></thead>\n<tbody>{body}</tbody></table></div>"
    )


def cell(text: str, key: str | float, kind: str, *, first: bool) -> str:
    """Write a cell; the first of a row is its head."""
    value = "" if isinstance(key, str) else f' data-value="{key}"'
    if first:
        return f'<th scope="row" class="{kind}"{value}>{text}</th>'
    return f'<td class="{kind}"{value}>{text}</td>'


def verdict(row: Row) -> Cell:
    """Write what came of a run."""
    name = row.get("verdict") or ""
    sign = f'<span aria-hidden="true">{SIGNS[name]}</span>'
    text = f'<span class="v {CLASSES[name]}">{sign} {NAMES[name]}</span>'
    return text, NAMES[name]


def command(row: Row) -> Cell:
    """Write a run's name and words."""
    words = " ".join(row.get("argv") or ("?",))
    name = row.get("name")
    label = f"<strong>{shown(name, NAME)}</strong> " if name else ""
    return f"{label}<code>{shown(words, WORDS)}</code>", f"{name or ''} {words}"


def began(row: Row) -> Cell:
    """Write when a run began."""
    at = moment(row)
    return ("", -1.0) if at is None else (time(at), at)


def slowest(tally: Tally) -> str:
    """List the runs that took longest, with their share of the longest."""
    rows = largest(tally.slowest)
    longest = max(rows[0].get("seconds") or 0.0, 0.001)
    return table(
        f"The {len(rows)} slowest runs" if len(rows) > 1 else "The slowest run",
        (
            ("Command", "what"),
            ("Took", "count long"),
            ("Ended", ""),
            ("Began (UTC)", ""),
        ),
        (
            (
                command(row),
                (
                    f"{took(seconds)}{share(seconds / longest)}",
                    seconds,
                ),
                verdict(row),
                began(row),
            )
            for row in rows
            for seconds in (row.get("seconds") or 0.0,)
        ),
    )


def share(part: float) -> str:
    """Draw a part of a whole."""
    return (
        '<svg class="share" aria-hidden="true">'
        f'<rect width="{100 * part:.1f}%" height="100%"/></svg>'
    )


def retries(tally: Tally) -> str:
    """Say what repeating has brought, and list what was repeated most."""
    retried, done = came_through(tally)
    if not retried:
        return '<p class="empty">Nothing was run more than once.</p>'
    waited = took(tally.waited)
    lead = (
        f"<p><strong>{number(retried, 'call')}</strong> took more than one attempt; "
        f"<strong>{done:,}</strong> of them came through. Between attempts "
        f"<strong>{waited}</strong> passed.</p>"
    )
    rows = (
        (
            (f"{many}{' or more' if many == MANY else ''}", float(many)),
            (f"{sum(counts.values()):,}", float(sum(counts.values()))),
            (bar(counts, said(counts)), said(counts)),
        )
        for many, counts in sorted(tally.attempts.items())
    )
    heads = (("Attempts", "count"), ("Calls", "count"), ("How they ended", "bars"))
    most = largest(tally.retried)
    listed = table(
        "Most attempts",
        (
            ("Command", "what"),
            ("Attempts", "count"),
            ("Waited", "count"),
            ("Ended", ""),
        ),
        (
            (
                command(row),
                (f"{attempts(row):,}", float(attempts(row))),
                (took(row.get("waited")), row.get("waited") or 0.0),
                verdict(row),
            )
            for row in most
        ),
    )
    return lead + table("Attempts of a call", heads, rows) + listed


def programs(tally: Tally) -> str:
    """List the programs, those that fail most first."""
    order = sorted(
        tally.programs.items(),
        key=lambda one: (
            -sum(one[1].verdicts.get(v, 0) for v in BAD),
            -one[1].total,
            one[0],
        ),
    )
    rows = (
        (
            (shown(name, NAME), name),
            (f"{one.total:,}", float(one.total)),
            (
                f"{one.verdicts.get('failed', 0):,}",
                float(one.verdicts.get("failed", 0)),
            ),
            (
                f"{one.verdicts.get('unknown', 0):,}",
                float(one.verdicts.get("unknown", 0)),
            ),
            (bar(one.verdicts, said(one.verdicts)), said(one.verdicts)),
            (took(one.durations.quantile(0.5)), one.durations.quantile(0.5)),
        )
        for name, one in order[:PROGRAMS]
    )
    heads = (
        ("Program", "what"),
        ("Runs", "count"),
        ("Failed", "count"),
        ("In doubt", "count"),
        ("How they ended", "bars"),
        ("Half took less than", "count"),
    )
    more = len(order) - PROGRAMS
    rest = f'<p class="more">{number(more, "more program")}.</p>' if more > 0 else ""
    return table("Programs", heads, rows) + rest


def counted(counts: Mapping[str, int], name: str) -> Cell:
    """Write how many there are."""
    many = counts.get(name, 0)
    return f"{many:,}", float(many)


def unended(tally: Tally) -> str:
    """List what has not ended: what runs, waits or is held."""
    counts = sorted(tally.unended.items(), key=lambda one: -one[1])[:STATES]
    said_ = ", ".join(
        f"<strong>{many:,}</strong> {shown(name, NAME)}" for name, many in counts
    )
    rows = (
        (
            command(row),
            (shown(state(row), NAME), state(row)),
            (shown(reason(row), WORDS), reason(row)),
            began(row),
        )
        for row in tally.open
    )
    heads = (("Command", "what"), ("State", ""), ("Because", ""), ("Began (UTC)", ""))
    return f"<p>{said_}.</p>" + table("Not ended", heads, rows)


def state(row: Row) -> str:
    """Name how far a run is."""
    return (row.get("state") or row.get("status") or "unknown").replace("_", " ")


def reason(row: Row) -> str:
    """Say what a run waits for, where that is known."""
    return row.get("why") or ""


def spans(counts: Mapping[int, Mapping[str, int]], named: Sequence[str]) -> str:
    """Write a plot once more as a table, for those who read it."""
    heads = (("When (UTC)", "what"), *((NAMES[name], "count") for name in named))
    rows = (
        (
            (time(at), float(at)),
            *(counted(there, name) for name in named),
        )
        for at, there in sorted(counts.items())
    )
    return table("Runs over time", heads, rows)
