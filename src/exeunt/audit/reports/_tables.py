"""Findings → the score of each failure mode; declared codes → which were reached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...html.shown import plain
from ..finding import Covered, Finding, Verdict
from ._finding import Together
from .modes import GROUPS, OTHER

Numbered = list[tuple[int, Finding]]

NAME = 120  # characters
BARS = (Verdict.VERIFIED, Verdict.VIOLATED, Verdict.UNVERIFIED, Verdict.WAIVED)
GRAIN = 1000  # parts of a bar


def percent(part: int, whole: int) -> int:
    """Round down: 100 means all of it."""
    return 100 * part // whole


def count(findings: Numbered) -> dict[Verdict, int]:
    """Count findings by verdict."""
    return {v: sum(found.verdict is v for _, found in findings) for v in Verdict}


def bar(counts: Mapping[Verdict, int]) -> str:
    """Draw the counts beside each other; the numbers stand elsewhere too."""
    whole = sum(counts.values())
    said = ", ".join(f"{counts[v]} {v.value}" for v in BARS if counts[v])
    start, parts = 0, ""
    for verdict in BARS:
        width = GRAIN * counts[verdict] // whole if whole else 0
        if width:
            parts += f'<rect class="{verdict.value}" x="{start}" width="{width}"/>'
        start += width
    return (
        f'<svg class="bar" viewBox="0 0 {start or GRAIN} 1" preserveAspectRatio="none"'
        f' role="img" aria-label="{said or "nothing"}">{parts}</svg>'
    )


# -- failure modes


def modes(findings: Sequence[Together]) -> str:
    """Write a line for each failure mode that a rule guards, by group."""
    if not findings:
        return '<p class="empty">No rule was looked at.</p>'
    numbered = [(number, found[0]) for number, found in enumerate(findings, 1)]
    known = {mode for names in GROUPS.values() for mode in names}
    bodies = [group(name, names, numbered) for name, names in GROUPS.items()]
    rest = [(n, f) for n, f in numbered if f.mode not in known]
    if rest:  # rules that guard none of them
        bodies.append(f"<tbody>{head(OTHER, rest)}</tbody>\n")
    return f"""<table class="modes">
<caption>How much of what could be tried holds, for each way in which commands fail \
their callers</caption>
<thead><tr><th scope="col">Failure mode</th><th scope="col">Holds</th>\
<th scope="col">Not decided</th></tr></thead>
{"".join(bodies)}</table>"""


def group(name: str, names: Mapping[int, str], findings: Numbered) -> str:
    """Write a group: its sum, and its failure modes."""
    own = [(n, f) for n, f in findings if f.mode in names]
    if not own:
        return ""
    rows = "".join(
        row(mode, title, guarded)
        for mode, title in names.items()
        if (guarded := [(n, f) for n, f in own if f.mode == mode])
    )
    return f"<tbody>{head(name, own)}{rows}</tbody>\n"


def head(name: str, findings: Numbered) -> str:
    """Write the line of a group."""
    return f'<tr class="group"><th scope="rowgroup">{name}</th>{cells(findings)}</tr>\n'


def row(mode: int, title: str, findings: Numbered) -> str:
    """Write the line of a failure mode; it leads to the first violation."""
    first = next((n for n, f in findings if f.verdict is Verdict.VIOLATED), None)
    if first is not None:
        title = f'<a href="#f{first}">{title}</a>'
    number = f'<span class="number">§{mode}</span>'
    return f'<tr><th scope="row">{number} {title}</th>{cells(findings)}</tr>\n'


def cells(findings: Numbered) -> str:
    """Write what was decided, and what was not."""
    counts = count(findings)
    good, bad = counts[Verdict.VERIFIED], counts[Verdict.VIOLATED]
    holds = f"{good} of {good + bad}" if good + bad else "–"
    open_ = (Verdict.UNVERIFIED, Verdict.WAIVED)
    left = ", ".join(f"{counts[v]} {v.value}" for v in open_ if counts[v])
    return f"<td>{holds} {bar(counts)}</td><td>{left or '–'}</td>"


# -- exit codes


def codes(coverage: Sequence[Covered]) -> str:
    """Write which declared code of which command was reached."""
    if not coverage:
        return '<p class="empty">The program declares no exit codes.</p>'
    columns = sorted({(each.code, each.name) for each in coverage})
    paths = list(dict.fromkeys(each.path for each in coverage))
    found = {(each.path, each.code, each.name): each for each in coverage}
    heads = "".join(
        f'<th scope="col"><b>{code}</b> <span>{plain(name, NAME)}</span></th>'
        for code, name in columns
    )
    rows = "".join(
        f'<tr><th scope="row"><code>{plain(path, NAME) or "(program)"}</code></th>'
        + "".join(reach(found.get((path, *column))) for column in columns)
        + "</tr>\n"
        for path in paths
    )
    reached = sum(each.reached is True for each in coverage)
    return f"""<p>{reached} of {len(coverage)} declared codes were reached. The others \
were missed by a call, or not tried because nothing says how to reach them.</p>
<div class="wide" role="region" aria-labelledby="codes-caption" tabindex="0">
<table class="codes"><caption id="codes-caption">\
Declared codes of each command</caption>
<thead><tr><th scope="col">Command</th>{heads}</tr></thead>
<tbody>{rows}</tbody></table></div>"""


def reach(covered: Covered | None) -> str:
    """Write one cell in a word."""
    if covered is None:
        return '<td class="no">–</td>'
    if covered.reached:
        return '<td class="verified">reached</td>'
    if covered.reached is None:
        return '<td class="unverified">not tried</td>'
    got = "missed" if covered.got is None else f"got {covered.got}"
    return f'<td class="violated">{got}</td>'
