"""Counts → plots that are drawn without a script, for the eye and for those who hear.

A plot is as wide as its place: what is across is in percent, what is up in pixels. A
verdict has a colour and a place in the pile; failures have stripes, doubts dots.
"""

from __future__ import annotations

from math import ceil, floor, log10

from ._human import DAY, HOUR, MINUTE, clock, day, exact, full, number, took
from .row import BAD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Counts = Mapping[str, int]

# From the bottom of a pile; what goes on has no verdict.
PILE = ("done", "no", "findings", "", "unknown", "failed")
NAMES = {
    "done": "done",
    "no": "no",
    "findings": "findings",
    "": "not ended",
    "unknown": "in doubt",
    "failed": "failed",
}
CLASSES = {**{name: name for name in PILE}, "": "open"}
HIGH, LOW = 132, 64  # pixels of a lane
BELOW = 22  # for the labels
LEAST = 3  # pixels of what is there at all
TOP = 16  # above the highest
LABELS = 8
# Seconds that an axis of durations names, where they are on it.
ROUND = (0.001, 0.01, 0.1, 1, 10, MINUTE, 10 * MINUTE, HOUR, 10 * HOUR, 4 * DAY,
         40 * DAY)  # fmt: skip
EDGE = 4  # percent from the side, where a label would stand out
SMALL = 4  # a scale up to here has no round half
PATTERNS = """<svg class="defs" aria-hidden="true" width="0" height="0"><defs>
<pattern id="stripes" width="6" height="6" patternUnits="userSpaceOnUse" \
patternTransform="rotate(45)"><rect class="failed" width="6" height="6"/>\
<rect class="over" width="2" height="6"/></pattern>
<pattern id="dots" width="6" height="6" patternUnits="userSpaceOnUse">\
<rect class="unknown" width="6" height="6"/>\
<circle class="over" cx="3" cy="3" r="1.3"/>\
</pattern></defs></svg>"""
TICKS = (1, 5, 10, 30, MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR,
         2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 7 * DAY, 14 * DAY,
         28 * DAY, 84 * DAY, 364 * DAY)  # fmt: skip


def bar(counts: Counts, label: str) -> str:
    """Draw counts side by side."""
    whole = sum(counts.values())
    start, parts = 0.0, ""
    for verdict in PILE:
        width = 100 * counts.get(verdict, 0) / whole if whole else 0
        if width:
            parts += (
                f'<rect class="{CLASSES[verdict]}" x="{start:.2f}%" '
                f'width="{width:.2f}%" height="100%">'
                f"<title>{said(counts, (verdict,))}</title></rect>"
            )
        start += width
    return f'<svg class="bar" role="img" aria-label="{label}">{parts}</svg>'


def said(counts: Counts, verdicts: Sequence[str] = PILE[::-1]) -> str:
    """Say counts in words, the worst first."""
    parts = [f"{counts[v]:,} {NAMES[v]}" for v in verdicts if counts.get(v)]
    return ", ".join(parts) or "nothing"


# -- lanes of columns


class Column:
    """One column of a plot: its place in percent, its counts, its title."""

    def __init__(self, x: float, width: float, counts: Counts, title: str) -> None:
        self.x = x
        self.width = width
        self.counts = counts
        self.title = title


def lane(
    columns: Sequence[Column],
    verdicts: Sequence[str],
    high: int,
    labels: Sequence[tuple[float, str, bool]],
    about: str,
) -> str:
    """Draw columns over one scale, with the numbers of three lines."""
    most = max((total(one.counts, verdicts) for one in columns), default=0)
    top, steps = scale(most)
    bottom = TOP + high
    parts = [grid(value, bottom - high * value / top) for value in steps]
    parts += [drawn(one, verdicts, top, high, bottom) for one in columns]
    axis = "".join(tick(*label, bottom) for label in labels)
    return (
        f'<svg class="plot" role="img" aria-label="{about}" width="100%" '
        f'height="{bottom + (BELOW if labels else 4)}">{"".join(parts)}'
        f'<line class="axis" x1="0" x2="100%" y1="{bottom}" y2="{bottom}"/>{axis}</svg>'
    )


def drawn(
    one: Column, verdicts: Sequence[str], top: int, high: int, bottom: float
) -> str:
    """Draw a column, a part for each verdict; what is there at all can be seen."""
    there = {name: one.counts[name] for name in verdicts if one.counts.get(name)}
    sizes = {name: max(high * many / top, LEAST) for name, many in there.items()}
    if sizes:  # what is drawn larger than it is, is taken from the largest
        most = max(sizes, key=lambda name: sizes[name])
        over = sum(sizes.values()) - max(high * sum(there.values()) / top, LEAST)
        sizes[most] = max(sizes[most] - over, LEAST)
    parts, y = "", float(bottom)
    for verdict, size in sizes.items():
        y -= size
        parts += (
            f'<rect class="{CLASSES[verdict]}" x="{one.x:.3f}%" y="{y:.1f}" '
            f'width="{one.width:.3f}%" height="{size:.1f}"/>'
        )
    if not parts:
        return ""
    # All of its height tells what it is, not what is drawn alone.
    hit = (
        f'<rect class="hit" x="{one.x:.3f}%" y="{TOP}" width="{one.width:.3f}%" '
        f'height="{bottom - TOP}"/>'
    )
    return f"<g>{parts}{hit}<title>{one.title}</title></g>"


def grid(value: int, y: float) -> str:
    """Draw a line of the scale, its number above."""
    return (
        f'<line class="grid" x1="0" x2="100%" y1="{y:.1f}" y2="{y:.1f}"/>'
        f'<text class="scale" x="0" y="{y - 4:.1f}">{value:,}</text>'
    )


def tick(x: float, text: str, always: bool, bottom: float) -> str:
    """Draw a label of the axis; some are left out where there is no room."""
    anchor = "start" if x < EDGE else "end" if x > 100 - EDGE else "middle"
    more = "" if always else " more"
    return (
        f'<line class="axis{more}" x1="{x:.2f}%" x2="{x:.2f}%" y1="{bottom}" '
        f'y2="{bottom + 4}"/><text class="label{more}" x="{x:.2f}%" '
        f'y="{bottom + 17}" text-anchor="{anchor}">{text}</text>'
    )


def scale(most: int) -> tuple[int, list[int]]:
    """Return the top of a scale, and its lines: round numbers."""
    if most <= SMALL:
        return max(most, 1), [max(most, 1)]
    size = 10 ** floor(log10(most))
    top = next(
        int(size * step)
        for step in (1, 1.5, 2, 3, 4, 5, 6, 8, 10)
        if size * step >= most
    )
    return top, [top // 2, top]


def total(counts: Counts, verdicts: Sequence[str]) -> int:
    """Count those of some verdicts."""
    return sum(counts.get(verdict, 0) for verdict in verdicts)


# -- when


def times(counts: Mapping[int, Counts], span: int) -> str:
    """Draw what began when; what failed or is in doubt has a scale of its own, too."""
    first, last = min(counts), max(counts) + 1
    wide = last - first
    if wide < LABELS:  # a few runs in a moment: no column as wide as the page
        first, last = (
            first - (LABELS - wide) // 2,
            first - (LABELS - wide) // 2 + LABELS,
        )
        wide = last - first
    step = 100 / wide
    columns = [
        Column(
            (place - first) * step + step * 0.08,
            step * 0.84,
            there,
            f"{between(place * span, span)}: {said(there)}",
        )
        for place, there in sorted(counts.items())
    ]
    labels = ticks(first * span, last * span)
    good = [verdict for verdict in PILE if verdict not in BAD]
    bad = [verdict for verdict in PILE if verdict in BAD]
    rows = {name: total(there, PILE) for name, there in counts.items()}
    most = max(rows, key=lambda name: rows[name])
    about = f"Runs over time, most in {between(most * span, span)}: {rows[most]:,}"
    failed = [one for one in columns if total(one.counts, bad)]
    if not failed:
        return figure("All runs", lane(columns, good, HIGH, labels, about), span)
    return figure("All runs", lane(columns, PILE, HIGH, (), about), span) + figure(
        "Failed or in doubt alone",
        lane(failed, bad, LOW, labels, f"{number(len(failed), 'time')} with a failure"),
        span,
    )


def figure(name: str, plot: str, span: int) -> str:
    """Write a plot below its name."""
    return (
        f'<figure><figcaption>{name} <span class="soft">in each '
        f"{exact(span)}</span></figcaption>{plot}</figure>"
    )


def between(at: float, span: int) -> str:
    """Name a span of time."""
    if span % DAY == 0:
        return day(at) if span == DAY else f"{day(at)} to {day(at + span - DAY)}"
    return f"{full(at)} to {clock(at + span)}"


def ticks(first: float, last: float) -> list[tuple[float, str, bool]]:
    """Label the axis of a time: round times, the day where it begins."""
    step = next((one for one in TICKS if (last - first) / one <= LABELS), TICKS[-1])
    at = ceil(first / step) * step
    found: list[tuple[float, str, bool]] = []
    named = None
    while at <= last:
        x = 100 * (at - first) / (last - first)
        today = day(at)
        if step >= DAY or at % DAY == 0:
            text = today
        elif step < MINUTE:
            text = f"{clock(at)}:{int(at % 60):02d}"
        else:
            text = clock(at)
        found.append((x, text, len(found) % 3 == 0))
        named = named or today
        at += step
    return found


# -- how long


def durations(counts: Mapping[int, Counts], steps: int, marks: Sequence[float]) -> str:
    """Draw how long runs took, on an axis of powers of ten; marks are quantiles."""
    coarse: dict[int, dict[str, int]] = {}
    for step, there in counts.items():
        group = coarse.setdefault(step // 2, {})
        for verdict, many in there.items():
            group[verdict] = group.get(verdict, 0) + many
    per = steps // 2  # columns of a decade
    first = floor(min(coarse) / per) * per
    last = max(ceil((max(coarse) + 1) / per) * per, first + 2 * per)
    width = 100 / (last - first)
    columns = [
        Column(
            (place - first) * width + width * 0.06,
            width * 0.88,
            there,
            f"{took(10 ** (place / per))} to "
            f"{took(10 ** ((place + 1) / per))}: {said(there)}",
        )
        for place, there in sorted(coarse.items())
    ]
    edges = first / per, last / per
    labels = [
        (100 * (log10(at) - edges[0]) / (edges[1] - edges[0]), exact(at), True)
        for at in ROUND
        if edges[0] <= log10(at) <= edges[1]
    ]
    about = "Runs by duration: " + "; ".join(one.title for one in columns)
    plot = lane(columns, PILE, HIGH, labels, about)
    lines = "".join(
        mark(100 * (log10(value) * per - first) / (last - first)) for value in marks
    )
    return plot.replace("</svg>", f"{lines}</svg>")


def mark(x: float) -> str:
    """Draw where a quantile is."""
    return (
        f'<line class="mark" x1="{x:.2f}%" x2="{x:.2f}%" y1="{TOP}" y2="{TOP + HIGH}"/>'
    )


def strip(times_: Sequence[float], first: float, last: float) -> str:
    """Draw when one failure happened, as small lines over the time of the page."""
    wide = max(last - first, 1)
    places = sorted({round(196 * (at - first) / wide) / 2 for at in times_})
    lines = "".join(
        f'<rect x="{x + 0.5:.1f}%" width="3" height="100%"/>' for x in places
    )
    return f'<svg class="strip" aria-hidden="true">{lines}</svg>'
