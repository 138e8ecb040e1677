"""A tool's exit codes → the shape of the table that holds them.

The shape is the same for the literal tables beside this module and for the TOML files
that users write; `_check.py` enforces at run time what type checkers enforce here.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, NotRequired, TypedDict

    Category = Literal[
        "ok",
        "negative",
        "findings",
        "warning",
        "usage",
        "input",
        "not_found",
        "conflict",
        "permission",
        "auth",
        "security",
        "precondition",
        "environment",
        "network",
        "timeout",
        "unavailable",
        "partial",
        "interrupted",
        "killed",
        "crash",
        "signal",
        "internal",
        "ambiguous",
        "passthrough",
    ]

    class TableRow(TypedDict):
        """One code, or one range of codes, of one tool."""

        code: int | str
        meaning: str
        category: Category
        source: str
        retryable: NotRequired[Literal["yes", "no", "depends"]]
        effects: NotRequired[Literal["none", "partial", "complete", "unknown"]]
        action: NotRequired[str]
        subcommand: NotRequired[str | tuple[str, ...]]
        flags: NotRequired[tuple[str, ...]]
        without: NotRequired[tuple[str, ...]]

    class Table(TypedDict):
        """What is known about the codes of one tool."""

        tool: str
        rows: tuple[TableRow, ...]
        aliases: NotRequired[tuple[str, ...]]
        closed: NotRequired[bool]
        valued: NotRequired[tuple[str, ...]]
