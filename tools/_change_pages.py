"""The table of changes and the levels of stability → their parts of docs/."""

from __future__ import annotations

from _markdown import code, table

from exeunt.manifest.changes import RULES
from exeunt.manifest.levels import BECAUSE, LEVELS, TABLE

# A title, and the first change that stands below it.
SECTIONS = {
    "dialect_changed": "The program",
    "command_added": "Commands and their names",
    "danger_raised": "What a command promises",
    "option_added": "Options and arguments",
    "exit_added": "Exit codes",
    "output_changed": "Output",
    "text_changed": "No contract",
}
VALUES = {"old": "*old*", "new": "*new*", "name": "*name*"}


def changes() -> str:
    """Every change, with its kind, by whose word, and how it is said."""
    sections: dict[str, list[list[str]]] = {}
    for change, rule in RULES.items():
        if change in SECTIONS:
            sections[SECTIONS[change]] = []
        says = rule.says.format(**VALUES)
        kind = rule.kind.replace("_", " ")
        row = [code(change), kind, says, rule.because, rule.source]
        sections[list(sections)[-1]].append(row)
    head = ["change", "kind", "the surface", "so", "source"]
    return "\n".join(
        f"### {title}\n\n{table(head, rows)}" for title, rows in sections.items()
    )


def levels() -> str:
    """What each kind of change is at each level."""
    rows = (
        [kind.replace("_", " "), *(verdict.replace("_", " ") for verdict in verdicts)]
        for kind, verdicts in TABLE.items()
    )
    return table(["kind", *LEVELS], rows)


def reasons() -> str:
    """Why a verdict is another one than the kind."""
    rows = ([kind, level, why] for (kind, level), why in BECAUSE.items())
    return table(["kind", "level", "because"], rows)
