"""A group of failures → its card: why, since when, what it said, what to do."""

from __future__ import annotations

from ..html.shown import coloured, plain, shown
from ._human import full, number, stamp
from ._plots import strip
from .groups import Group, in_doubt, is_open, listed
from .words import again, warning

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .row import Row, Said

SIGNS = {"failed": "✕", "unknown": "?"}
SHOWN = 40  # groups with a card of their own
NAME = 80  # characters
TEXT = 600
LINE = 4_000  # of a line to be copied: cut, it would be another
OUTPUT = 4_000
LINES = 20


def cards(groups: Sequence[Group], said: Said, span: tuple[float, float]) -> str:
    """Write a card for each group, the newest first; the rest are counted."""
    if not groups:
        return ""
    doubt = in_doubt(groups[0])
    prefix = "d" if doubt else "g"
    items = "\n".join(
        card(f"{prefix}{place}", group, said, span)
        for place, group in enumerate(groups[:SHOWN], 1)
    )
    rest = groups[SHOWN:]
    more = ""
    if rest:
        runs = number(sum(one.count for one in rest), "run")
        more = (
            f'<p class="more">{number(len(rest), "more failure")} of {runs}, '
            f"all older than these, are counted and not shown.</p>"
        )
    return f'<ol class="found">\n{items}\n</ol>{more}'


def card(id_: str, group: Group, said: Said, span: tuple[float, float]) -> str:
    """Write one; all of it is open until the script closes it."""
    mended = "" if is_open(group) else " mended"
    sign = SIGNS[group.verdict]
    state = "mended" if mended else "in doubt" if in_doubt(group) else "failed"
    sign = "✓" if mended else sign
    times = f"×{group.count:,}" if group.count > 1 else ""
    rows = "".join(facts(group, said))
    return f"""<li id="{id_}" class="{group.verdict}{mended}"><details open>
<summary><span class="verdict"><span aria-hidden="true">{sign}</span> {state}</span>
<h3>{shown(group.title, NAME)}{word(group)} <span class="times">{times}</span></h3>
<span class="where">{time(group.last[0])}</span></summary>
<dl>{rows}</dl>{strip(group.times, *span) if group.count > 1 else ""}
</details></li>"""


def facts(group: Group, said: Said) -> Iterator[str]:
    """Write what is known of a group, a name and a text each."""
    row = group.newest
    yield named("Why", f"<p>{why(group)}</p>")
    yield named("When", f"<p>{since(group)}</p>")
    if names := who(group):
        yield named("Which", f"<p>{names}</p>")
    tail = "\n".join(list(said(row))[-LINES:])
    if tail.strip():
        yield named("It said", f'<pre class="term">{coloured(tail, OUTPUT)}</pre>')
    elif row.get("log"):
        yield named("It said", "<p>Its log is gone, or empty.</p>")
    if not is_open(group):
        yield named("Mended", f"<p>{mended(group)}</p>")
        return
    if group.mended:
        of = number(len(group.open), "command")
        yield named("Since", f"<p>{group.mended:,} of {of} succeeded.</p>")
    yield named("To do", to_do(group, row))


def to_do(group: Group, row: Row) -> str:
    """Say what to do about a failure, with the lines to copy."""
    parts: list[str] = []
    if text := warning(row):
        parts.append(f'<p class="warn"><span aria-hidden="true">!</span> {text}</p>')
    which = "the newest of them" if len(group.open) > 1 else "it"
    resolve = row.get("resolve")
    if resolve:
        lead = f"If {which} did its work, say so:"
        parts.append(f"<p>{lead}</p>{to_copy(resolve, 'say that it was done')}")
    line = again(row)
    if line is not None:
        lead = f"{'If not, run' if resolve else 'Run'} {which} again:"
        parts.append(f"<p>{lead}</p>{to_copy(line, 'run it again')}")
    elif row.get("argv"):
        words = " ".join(row["argv"])
        parts.append(f"<p>It was:</p><pre>{shown(words, TEXT)}</pre>")
    return "".join(parts) or "<p>Look at its log.</p>"


def to_copy(line: str, what: str) -> str:
    """Write a line whole, to be copied; one that is too long is not offered."""
    if len(line) > LINE:
        return f"<pre>{shown(line, TEXT)}</pre>"
    return f'<pre class="copy" data-what="{what}">{shown(line, LINE * 8)}</pre>'


def why(group: Group) -> str:
    """Say how the runs of a group ended, and what that means."""
    row = group.newest
    ended = sorted(group.codes.items(), key=lambda one: -one[1])[:5]
    how = ", ".join(
        plain(name, NAME) if len(ended) == 1 else f"{plain(name, NAME)} ×{count:,}"
        for name, count in ended
    )
    meaning = row.get("meaning")
    text = f": {shown(meaning, TEXT)}" if meaning else ""
    return f"<strong>{how}</strong>{text}"


def word(group: Group) -> str:
    """Name what its runs ended with, where that says more than that they failed."""
    usual = {"", "GENERAL_ERROR", "in_doubt", group.newest.get("status")}
    return "" if group.why in usual else f" <code>{shown(group.why, NAME)}</code>"


def since(group: Group) -> str:
    """Say when it happened, first and last."""
    first, last = time(group.first[0]), time(group.last[0])
    if group.count == 1:
        return f"Once, {last}."
    return f"{group.count:,} times: first {first}, last {last}."


def who(group: Group) -> str:
    """Name the jobs and machines."""
    parts: list[str] = []
    if names := listed(group.names):
        parts.append(
            ", ".join(f"<strong>{shown(name, NAME)}</strong>" for name in names)
        )
    if hosts := listed(group.hosts):
        parts.append("on " + ", ".join(shown(host, NAME) for host in hosts))
    if cwd := group.newest.get("cwd"):
        parts.append(f"in <code>{shown(cwd, NAME * 2)}</code>")
    return " · ".join(parts)


def mended(group: Group) -> str:
    """Say since when all of a group's commands have succeeded."""
    at = time(group.mended_at or 0.0)
    if len(group.open) == 1:
        return f"The same command succeeded {at}."
    return f"All {len(group.open):,} commands have succeeded since; the last {at}."


def time(at: float) -> str:
    """Write a moment for people and for machines."""
    return f'<time datetime="{stamp(at)}">{full(at)}</time>'


def named(name: str, text: str) -> str:
    """Write a name and what belongs to it."""
    return f"<div><dt>{name}</dt><dd>{text}</dd></div>\n"
