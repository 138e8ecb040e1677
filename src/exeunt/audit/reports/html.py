"""What a check found → one page that needs nothing else: no server, no network.

Everything is on the page as it is written; the script only filters, copies and closes
what need not be read first. Nothing of what a program wrote can act: it is spelled out,
and the page's policy allows no script and no style but its own two.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from string import Template

from .._beside import text_of
from ..finding import Ended, Finding, Verdict
from ._finding import BY_URGENCY, MARKS, NAME, Together, items, together
from ._shown import plain
from ._tables import BARS, bar, codes, modes, percent

LEVELS = {1: "nobody can do without", 2: "callers rely on it", 3: "at its best"}


def write(ended: Ended, *, date: str = "") -> str:
    """Write the page; the same findings and the same date make the same page."""
    style, script = text_of("reports/_page.css"), text_of("reports/_page.js")
    findings = together(sorted(ended.findings, key=urgency))
    return Template(text_of("reports/_page.html")).substitute(
        name=plain(ended.cli, NAME),
        policy=policy(style, script),
        style=style,
        script=script,
        about=about(ended, date),
        summary=summary(ended),
        modes=modes(findings),
        codes=codes(ended.coverage),
        evidence=evidence(findings),
    )


# -- the parts of the page


def about(ended: Ended, date: str) -> str:
    """Say what was checked, by which table, how far, and when."""
    level = f"level {ended.level}"
    if ended.level in LEVELS:
        level += f" ({LEVELS[ended.level]})"
    parts = [f"dialect {plain(ended.dialect, NAME)}", level]
    parts.append(f"protected by {plain(ended.protection.kind, NAME)}")
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


# -- order, and what the page is made of


def urgency(finding: Finding) -> tuple[int, int, list[tuple[int, str]], str, str]:
    """Sort by what needs somebody first."""
    place = BY_URGENCY.index(finding.verdict)
    return place, finding.level, natural(finding.clause), finding.rule, finding.path


def natural(clause: str) -> list[tuple[int, str]]:
    """Sort R2 before R10."""
    letters = clause.rstrip("0123456789")
    return [(0, letters), (int(clause[len(letters) :] or 0), "")]


def policy(style: str, script: str) -> str:
    """Allow this style and this script, and nothing else."""
    return (
        f"default-src 'none'; style-src '{digest(style)}'; "
        f"script-src '{digest(script)}'; base-uri 'none'; form-action 'none'"
    )


def digest(text: str) -> str:
    """Name a text as a policy does."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
