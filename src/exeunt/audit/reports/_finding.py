"""A finding → its place on the page: what was run, expected, got, and what mends it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ...html.shown import coloured, plain, shown
from .._remedies import LIKELY
from ..finding import Finding, Verdict

Together = list[Finding]  # the calls that one rule was broken by, or one of them

SIGNS = {
    Verdict.VIOLATED: "✕",
    Verdict.UNVERIFIED: "?",
    Verdict.WAIVED: "–",
    Verdict.VERIFIED: "✓",
}
BY_URGENCY = tuple(SIGNS)
# A sign for readers who see no colours; the word beside it says the same.
MARKS = {v: f'<span aria-hidden="true">{sign}</span>' for v, sign in SIGNS.items()}
ALSO = 400  # characters of each stream of a call that breaks a rule once more
ROOM = 100_000  # characters on a page for all that programs wrote and rules say
MOST = 16_000  # of one finding
LEAST = 24  # of one text: something of it is always there
NAME = 60
TEXT = 2_000


class Room:
    """A number of characters for several texts: what one saves, the next may use."""

    def __init__(self, size: int) -> None:
        self.left = size

    def write(
        self, text: str, most: int, how: Callable[[str, int], str] = shown
    ) -> str:
        """Write a text in what is left, or in less."""
        written = how(text, max(LEAST, min(most, self.left)))
        self.left -= len(written)
        return written


def together(findings: Sequence[Finding]) -> list[Together]:
    """Put the calls that break one rule together; each rule counts once."""
    groups: dict[tuple[str, Verdict], list[Finding]] = {}
    for finding in findings:
        groups.setdefault((finding.rule, finding.verdict), []).append(finding)
    return list(groups.values())


def items(groups: Sequence[Together]) -> str:
    """Write all findings, the last first, each within its share of what is left."""
    left, written = ROOM, list[str]()
    for number in range(len(groups), 0, -1):
        size = min(MOST, max(0, left // number))
        room = Room(size)
        written.append(item(number, groups[number - 1], room))
        left -= size - room.left
    return "\n".join(reversed(written))


def item(number: int, group: Together, room: Room) -> str:
    """Write one rule's finding; all of it is open until the script closes it."""
    finding, *others = group
    verdict = finding.verdict.value
    clause = room.write(finding.clause, NAME, plain)
    path = f" <code>{room.write(finding.path, NAME)}</code>" if finding.path else ""
    return f"""<li id="f{number}" class="{verdict}" data-level="{finding.level}" \
data-clause="{clause}"><details open>
<summary><span class="verdict">{MARKS[finding.verdict]} {verdict}</span>
<h3>{room.write(finding.rule, NAME)}{path}</h3>
<span class="where">{clause} · level {finding.level}</span></summary>
<dl>{"".join(rows(finding, room))}</dl>{output(finding, room)}{also(others, room)}
</details></li>"""


def also(others: Sequence[Finding], room: Room) -> str:
    """Write the other calls that break the same rule: what was run, and what came."""
    if not others:
        return ""
    calls = "\n".join(
        f"<dl>{ran(each, room)}{got(each, room)}</dl>{output(each, room, ALSO)}"
        for each in others
    )
    count = "1 more call" if len(others) == 1 else f"{len(others)} more calls"
    return f'\n<details open class="also"><summary>{count}</summary>{calls}</details>'


def rows(finding: Finding, room: Room) -> Iterator[str]:
    """Write what is known, a name and a text each."""
    yield ran(finding, room)
    yield named("Expected", f"<p>{room.write(finding.expected, TEXT)}</p>")
    yield got(finding, room)
    if finding.reason:
        yield named("Waived", f"<p>{room.write(finding.reason, TEXT)}</p>")
    if finding.fix not in {"", finding.got} and finding.verdict is not Verdict.VERIFIED:
        yield named("Fix", fix(finding.fix, room))


def ran(finding: Finding, room: Room) -> str:
    """Write the call, to be copied."""
    if not finding.command:
        return ""
    return named("Ran", f'<pre class="copy">{room.write(finding.command, TEXT)}</pre>')


def got(finding: Finding, room: Room) -> str:
    """Write what came, or why nothing did."""
    name = "Why not" if finding.verdict is Verdict.UNVERIFIED else "Got"
    return named(name, f"<p>{room.write(finding.got, TEXT)}</p>")


def named(name: str, text: str) -> str:
    """Write a name and what belongs to it."""
    return f"<div><dt>{name}</dt><dd>{text}</dd></div>\n"


def fix(text: str, room: Room) -> str:
    """Write what to do as prose, and the likely code as code."""
    prose, _, code = text.partition(LIKELY)
    written = f"<p>{room.write(prose, TEXT)}</p>"
    if code:
        written += f'<pre class="copy">{room.write(code, TEXT)}</pre>'
    return written


def output(finding: Finding, room: Room, most: int = MOST) -> str:
    """Show how the call ended and what it wrote."""
    evidence = finding.evidence
    if evidence is None:
        return ""
    ending = (
        f"exit {evidence.exit_code} · {plain(evidence.status, NAME)}"
        f" · {evidence.duration_ms:,} ms"
    )
    streams = [("stdout", evidence.stdout), ("stderr", evidence.stderr)]
    written = [(name, text) for name, text in streams if text]
    if not written:
        return f'\n<p class="ending">{ending}; it wrote nothing</p>'
    each = min(most, room.left // len(written))
    if finding.verdict is Verdict.VERIFIED:
        each //= 2  # fewer look at it
    return f'\n<p class="ending">{ending}</p>' + "".join(
        f'<h4>{name}</h4><pre class="term">{room.write(text, each, coloured)}</pre>'
        for name, text in written
    )
