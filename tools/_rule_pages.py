"""The rules of a check → their part of docs/."""

from __future__ import annotations

from _markdown import code, table

from exeunt.audit.rule import ALL
from exeunt.audit.rules import RULES

TITLES = {
    "plain": "Any program",
    "agent-spec": "Programs under contract: agent-spec and agent-spec@1.6",
    "murli": "murli",
    "holon": "holon",
    "shuck": "Wrappers, like shuck",
}


def rules() -> str:
    """Every rule under the first dialect that it is for."""
    parts: list[str] = []
    for dialect, title in TITLES.items():
        own = [rule for rule in RULES if first_of(rule.dialects) == dialect]
        rows = (
            [code(r.id), r.clause, r.level, r.expected, others(r.dialects), r.fix]
            for r in own
        )
        head = ["rule", "clause", "level", "expected", "also for", "to mend it"]
        parts.append(f"## {title}\n\n{table(head, rows)}")
    return "\n".join(parts)


def first_of(dialects: tuple[str, ...]) -> str:
    """Name the first of the dialects that a rule is for."""
    return next(name for name in ALL if name in dialects)


def others(dialects: tuple[str, ...]) -> str | None:
    """Name the rest of them."""
    rest = [name for name in ALL if name in dialects][1:]
    if len(rest) == len(ALL) - 1:
        return "all"
    return ", ".join(rest) or None
