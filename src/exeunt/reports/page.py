"""Rows of runs → one page: what failed, why, since when, what to do, what is in doubt.

The page needs nothing else, and is bounded whatever comes in: rows are counted, and
few are shown. Nothing is decided here: what a run came to stands in its row.
"""

from __future__ import annotations

from ..html.page import Page, section, text_of
from ..html.shown import plain
from ._cards import cards, time
from ._human import number, plural, took
from ._lists import SIGNS, programs, retries, slowest, spans, unended
from ._plots import CLASSES, NAMES, PATTERNS, PILE, bar, durations, said, times
from .groups import in_doubt, is_open
from .tally import STEPS, Tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .groups import Group
    from .row import Row, Said

COLUMNS = 60  # of the plot of times
NAME = 80
NAMED = 3  # failures, in the first sentence
FOOTER = """Done: it did its job. No, and findings: it did its job, and that is its \
answer. In doubt: one of the ways in which it may have ended is a failure. Failed: it \
did not do its job. Mended: the same command, in the same place, has succeeded since. \
All times are UTC."""


def write(
    rows: Iterable[Row],
    *,
    kind: str = "exeunt journal",
    name: str = "What ran, and what failed",
    said: Said | None = None,
    now: float,
) -> str:
    """Write the page of some rows; the same rows and the same moment make the same.

    `said` returns the end of a row's output, its secrets hidden, for the few that are
    shown; `kind` is the command that writes the page, `name` what it is about.
    """
    tally = Tally()
    for row in rows:
        tally.add(row)
    groups = tally.groups.found()
    groups.sort(key=is_open, reverse=True)  # what is to be done comes first
    failed = [group for group in groups if not in_doubt(group)]
    doubts = [group for group in groups if in_doubt(group)]
    parts = parts_of(tally, failed, doubts, said or silent)
    title = plain(name, NAME)
    return Page(
        kind=kind,
        title=f"{headline(tally)}: {title}",
        name=title,
        about=about(tally, now),
        links=[(id_, head) for id_, head, _ in parts],
        main="failed",
        parts=PATTERNS
        + "\n".join(
            section(id_, headline(tally) if id_ == "summary" else head, text)
            for id_, head, text in parts
        ),
        footer=FOOTER,
        style=text_of("exeunt.reports", "_page.css"),
        script=text_of("exeunt.reports", "_page.js"),
    ).write()


def silent(_: Row) -> Sequence[str]:
    """Return nothing, of rows whose output is not known."""
    return ()


def parts_of(
    tally: Tally, failed: list[Group], doubts: list[Group], said_: Said
) -> list[tuple[str, str, str]]:
    """Return the id, the heading and the text of each section."""
    span = tally.first or 0.0, tally.last or 0.0
    parts = [("summary", "Summary", summary(tally, failed, doubts))]
    nothing = '<p class="empty">Nothing failed.</p>'
    parts.append(("failed", "What failed", cards(failed, said_, span) or nothing))
    nothing = '<p class="empty">Nothing is in doubt.</p>'
    lead = (
        "<p>Nobody knows whether these did their work. Look first; run again only "
        "what did not happen, or what may happen twice.</p>"
    )
    text = lead + cards(doubts, said_, span) if doubts else nothing
    parts.append(("doubt", "What is in doubt", text))
    if tally.unended:
        parts.append(("open", "Not ended", unended(tally)))
    if tally.times.counts:
        parts.append(("when", "When", when(tally)))
    if tally.durations.total:
        parts.append(("long", "How long", how_long(tally)))
    if tally.attempts:
        parts.append(("retries", "Retries and waits", retries(tally)))
    if tally.programs:
        parts.append(("programs", "By program", programs(tally)))
    return parts


def about(tally: Tally, now: float) -> str:
    """Say what the page covers, and when it was written."""
    parts: list[str] = []
    if tally.first is not None and tally.last is not None:
        parts.append(f"{time(tally.first)} to {time(tally.last)} UTC")
    hosts = sorted(tally.hosts)
    if len(hosts) == 1:
        parts.append(f"on {plain(hosts[0], NAME)}")
    elif hosts:
        parts.append(f"on {number(len(hosts), 'machine')}")
    parts.append(f"written {time(now)} UTC")
    return " · ".join(parts)


def headline(tally: Tally) -> str:
    """Say the one thing to remember."""
    failed, doubt = tally.verdicts("failed"), tally.verdicts("unknown")
    if not tally.total:
        return "Nothing was run"
    of = f"of {number(tally.total, 'run')}"
    if failed and doubt:
        verb = plural(doubt, "is", "are")
        return f"{failed:,} {of} failed, {doubt:,} {verb} in doubt"
    if failed:
        return f"{failed:,} {of} failed"
    if doubt:
        return f"{doubt:,} {of} {plural(doubt, 'is', 'are')} in doubt"
    return "Nothing failed"


def summary(tally: Tally, failed: list[Group], doubts: list[Group]) -> str:
    """Say in a sentence and a few numbers how it went."""
    counts = {name: tally.verdicts(name) for name in PILE}
    tiles = "".join(
        f'<li class="{CLASSES[name]}"><b>{counts[name]:,}</b> <span>'
        f'<span aria-hidden="true">{SIGNS[name]}</span> {NAMES[name]}</span></li>\n'
        for name in PILE[::-1]
        if counts[name] or name in {"done", "failed", "unknown"}
    )
    return (
        f"<p>{sentence(failed, doubts)}</p>\n{bar(counts, said(counts))}\n"
        f'<ul class="tiles">\n{tiles}</ul>'
    )


def sentence(failed: list[Group], doubts: list[Group]) -> str:
    """Say what stands behind the numbers, and what is left to do."""
    groups = [*failed, *doubts]
    if not groups:
        return "There is nothing to do."
    left = [one for one in groups if is_open(one)]
    kinds = number(len(groups), "kind") + " of failure"
    first = f"{kinds}, the first {time(min(one.first[0] for one in groups))}."
    if not left:
        return f"{first} All have succeeded since: there is nothing to do."
    mended = len(groups) - len(left)
    since = f" {mended:,} {plural(mended, 'has', 'have')} succeeded since." * (
        mended > 0
    )
    return f"{first}{since} To look at: {most_of(left)}."


def most_of(groups: list[Group]) -> str:
    """Name what is left to do, the most frequent first."""
    counts: dict[str, int] = {}
    for one in groups:
        counts[one.title] = counts.get(one.title, 0) + one.count
    most = sorted(counts, key=lambda title: -counts[title])[:NAMED]
    found = [f"<strong>{plain(title, NAME)}</strong>" for title in most]
    more = len(counts) - len(most)
    return ", ".join(found) + (f" and {more:,} more" if more else "")


def when(tally: Tally) -> str:
    """Draw the runs over time, and write the same as a table."""
    tally.times.within(COLUMNS)
    span = tally.times.span
    counts = tally.times.counts
    there = [
        name for name in PILE[::-1] if any(one.get(name) for one in counts.values())
    ]
    rows = {place * span: one for place, one in counts.items()}
    return (
        f"{legend(there)}{times(counts, span)}"
        f"<details><summary>The same as a table</summary>{spans(rows, there)}</details>"
    )


def legend(names: Sequence[str]) -> str:
    """Say which look stands for which verdict."""
    items = "".join(
        f'<li><svg class="key" aria-hidden="true"><rect class="{CLASSES[name]}" '
        f'width="100%" height="100%"/></svg>{NAMES[name]}</li>'
        for name in names
    )
    return f'<ul class="legend">{items}</ul>'


def how_long(tally: Tally) -> str:
    """Draw the durations, and list the slowest."""
    half, most = (tally.durations.quantile(part) for part in (0.5, 0.9))
    plot = durations(tally.durations.counts, STEPS, (half, most))
    return (
        f"<p>Half took less than about <strong>{took(half)}</strong>, nine of ten less "
        f"than <strong>{took(most)}</strong>; together "
        f"<strong>{took(tally.worked)}</strong>.</p>"
        f'<figure><figcaption>Runs by duration <span class="soft">the lines are '
        f"these two</span></figcaption>{plot}</figure>{slowest(tally)}"
    )
