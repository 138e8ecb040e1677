"""The data of a check → what a person sees."""

from __future__ import annotations

from ._paint import WIDTH, visible, wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ._paint import Paint

    Row = dict[str, Any]

LABEL = 14  # columns before a text
COLOURS = {
    "verified": "green",
    "violated": "red",
    "unverified": "yellow",
    "waived": "cyan",
}
NAMED = 12  # unverified rules that are named one by one


def show(data: dict[str, Any], paint: Paint) -> str:
    """Show what is broken, what nobody knows, and the sum of it."""
    head = f"{paint(data['cli'], 'bold')}: {data['dialect']}, level {data['level']}\n"
    by_verdict = {
        name: [f for f in data["findings"] if f["verdict"] == name] for name in COLOURS
    }
    parts = [head]
    parts += [violation(finding, paint) for finding in by_verdict["violated"]]
    parts += [waiver(finding, paint) for finding in by_verdict["waived"]]
    if by_verdict["unverified"]:
        parts.append(unknown(by_verdict["unverified"], paint))
    parts.append(summary(data, paint))
    return "\n".join(parts)


def violation(finding: Row, paint: Paint) -> str:
    """Show one broken rule: what was run, what came, how to mend it."""
    where = f" in {finding['path']}" if finding["path"] else ""
    rule = paint(finding["rule"], "bold")
    title = f"{paint('✗', 'red')} {rule}{where} ({finding['clause']})"
    return f"{title}\n" + rows(
        paint,
        ("run", finding["command"]),
        ("expected", finding["expected"]),
        ("got", finding["got"]),
        ("mend", finding["fix"]),
    )


def waiver(finding: Row, paint: Paint) -> str:
    """Show one rule that need not hold, and why."""
    title = f"{paint('~', 'cyan')} {finding['rule']} is waived"
    return f"{title}\n" + rows(
        paint, ("got", finding["got"]), ("because", finding["reason"])
    )


def unknown(findings: Sequence[Row], paint: Paint) -> str:
    """Show what could not be tried, by the reason for it."""
    by_reason: dict[str, list[str]] = {}
    for finding in findings:
        by_reason.setdefault(finding["got"], []).append(finding["rule"])
    title = f"{paint('?', 'yellow')} not verified: {len(findings)}"
    lines = [title]
    for why, rules in by_reason.items():
        named = ", ".join(rules[:NAMED]) + (" …" if len(rules) > NAMED else "")
        for index, line in enumerate(wrap(named, WIDTH - 4)):
            lines.append(f"  {line}" if not index else f"    {line}")
        lines += [f"      {paint(line, 'dim')}" for line in wrap(why, WIDTH - 6)]
    return "\n".join(lines) + "\n"


def summary(data: dict[str, Any], paint: Paint) -> str:
    """Sum it up in a line or two."""
    counts = [
        paint(f"{data[name]} {name}", colour)
        for name, colour in COLOURS.items()
        if data[name]
    ]
    codes: list[Row] = data["coverage"]
    reached = sum(code["reached"] is True for code in codes)
    line = ", ".join(counts)
    return f"{line}\n" + (
        f"{reached} of {len(codes)} declared codes were reached\n" if codes else ""
    )


def rows(paint: Paint, *pairs: tuple[str, str]) -> str:
    """Lay out label and text; a command stands on one line, so that it can be copied."""
    lines: list[str] = []
    for label, text in pairs:
        whole = [visible(text)] if label == "run" else wrapped(text)
        for index, line in enumerate(whole):
            left = "" if index else label
            lines.append(f"    {paint(left.ljust(LABEL - 4), 'dim')}{line}")
    return "\n".join(lines) + "\n"


def wrapped(text: str) -> list[str]:
    """Wrap a text, and keep the lines of code in it."""
    return [part for line in text.split("\n") for part in wrap(line, WIDTH - LABEL)]
