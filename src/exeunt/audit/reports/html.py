"""What a check found → one page that needs nothing else: no server, no network.

The script only filters and closes what need not be read first.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...html.page import Page, section
from ...html.shown import plain
from .._beside import text_of
from ..finding import LANDLOCK, NAMESPACES, NONE, Ended, Finding, Verdict
from ._finding import BY_URGENCY, MARKS, NAME, Together, items, together
from ._tables import BARS, bar, codes, modes, percent

HELD = {
    NAMESPACES: "called in namespaces of its own",
    LANDLOCK: "held by Landlock alone",
    NONE: "held by nothing",
}
FOOTER = """Verified: tried, and as the clause asks. Violated: tried, and not so.
Unverified: could not be tried, so nothing is claimed. Waived: known, with a reason."""
LEVELS = {1: "nobody can do without", 2: "callers rely on it", 3: "at its best"}


def write(ended: Ended, *, date: str = "") -> str:
    """Write the page; the same findings and the same date make the same page."""
    findings = together(sorted(ended.findings, key=urgency))
    name = plain(ended.cli, NAME)
    return Page(
        kind="exeunt check",
        title=f"{name}: how it keeps its contract",
        name=name,
        about=about(ended, date),
        links=(
            ("summary", "Summary"),
            ("modes", "Failure modes"),
            ("codes", "Exit codes"),
            ("findings", "Findings"),
        ),
        main="findings",
        parts="\n".join(
            (
                summary(ended),
                section("modes", "By failure mode", modes(findings)),
                section("codes", "Exit codes", codes(ended.coverage)),
                section(
                    "findings",
                    "Findings",
                    evidence(findings),
                    more=' tabindex="-1"',
                ),
            )
        ),
        footer=FOOTER,
        style=text_of("reports/_page.css"),
        script=text_of("reports/_page.js"),
    ).write()


# -- the parts of the page


def about(ended: Ended, date: str) -> str:
    """Say what was checked, by which table, how far, and when."""
    level = f"level {ended.level}"
    if ended.level in LEVELS:
        level += f" ({LEVELS[ended.level]})"
    parts = [f"dialect {plain(ended.dialect, NAME)}", level]
    parts.append(HELD[ended.protection.kind])
    if date:
        parts.append(f"<time>{plain(date, NAME)}</time>")
    return " · ".join(parts)


def summary(ended: Ended) -> str:
    """Say in a sentence and four numbers how it went."""
    counts = {verdict: ended.count(verdict) for verdict in Verdict}
    tiles = "".join(
        f'<li class="{verdict.value}"><b>{counts[verdict]}</b> '
        f"<span>{MARKS[verdict]} {verdict.value}</span></li>\n"
        for verdict in BARS
    )
    return f"""<section id="summary" aria-labelledby="summary-head">
<h2 id="summary-head">{headline(counts)}</h2>
<p>{tried(counts)}</p>
{bar(counts)}
<ul class="tiles">
{tiles}</ul>
</section>"""


def headline(counts: dict[Verdict, int]) -> str:
    """Say the one thing to remember."""
    violated = counts[Verdict.VIOLATED]
    if violated:
        return "1 rule is broken" if violated == 1 else f"{violated} rules are broken"
    return "Nothing is violated" if counts[Verdict.VERIFIED] else "Nothing was tried"


def tried(counts: dict[Verdict, int]) -> str:
    """Say how much of what could be tried holds."""
    good, bad = counts[Verdict.VERIFIED], counts[Verdict.VIOLATED]
    if not good + bad:
        return "No rule could be tried against the program."
    return (
        f"<strong>{percent(good, good + bad)} %</strong> of what could be tried "
        f"is as it should be: {good} of {good + bad} rules."
    )


def evidence(findings: list[Together]) -> str:
    """List every finding, what is violated first."""
    if not findings:
        return '<p class="empty">The check made no findings.</p>'
    return f"""{filters(findings)}
<ol class="found">
{items(findings)}
</ol>"""


def filters(groups: list[Together]) -> str:
    """Offer to show some findings only; the script makes it work, and visible."""
    findings = [group[0] for group in groups]
    verdicts = [v.value for v in BY_URGENCY if any(f.verdict is v for f in findings)]
    levels = sorted({str(finding.level) for finding in findings})
    clauses = sorted({finding.clause for finding in findings}, key=natural)
    return f"""<form id="filter" role="search" aria-label="Findings" hidden>
<label>Search <input type="search" id="words" autocomplete="off"></label>
{choice("verdict", "Verdict", verdicts)}
{choice("level", "Level", levels)}
{choice("clause", "Clause", clauses)}
<button type="reset">Show all</button>
<p id="count" role="status" aria-live="polite"></p>
</form>"""


def choice(name: str, label: str, values: Iterable[str]) -> str:
    """Offer one value or all."""
    options = "".join(f"<option>{plain(value, NAME)}</option>" for value in values)
    return (
        f'<label>{label} <select id="{name}"><option value="">all</option>'
        f"{options}</select></label>"
    )


# -- order


def urgency(finding: Finding) -> tuple[int, int, list[tuple[int, str]], str, str]:
    """Sort by what needs somebody first."""
    place = BY_URGENCY.index(finding.verdict)
    return place, finding.level, natural(finding.clause), finding.rule, finding.path


def natural(clause: str) -> list[tuple[int, str]]:
    """Sort R2 before R10."""
    letters = clause.rstrip("0123456789")
    return [(0, letters), (int(clause[len(letters) :] or 0), "")]
