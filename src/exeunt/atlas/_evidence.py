"""A match and what the command wrote → the match, settled by its tools' own words.

The texts stand in the tables, as `[[stderr]]` and `[[stdout]]`. It is decided here what
they can do: tell a failure from findings or from a "no" where the code does not, and
never make a success or an answer of an ending: otherwise a command could talk itself
into one (K28).
"""

from __future__ import annotations

from ..model.actions import Action
from ..model.codes import ExitCode
from ..model.row import Row, Verdict
from ._spec import closeness
from ._users import users_table
from .categories import row_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ._match import Match
    from .table_format import SaidText, Table

# What a project's scripts run most: in a table with `scripts`, what these write counts.
CHECKERS = (
    *("pytest", "unittest", "jest", "vitest", "mocha", "node", "go", "cargo", "ctest"),
    *("eslint", "tsc", "prettier", "ruff", "flake8", "mypy", "pyright", "pylint"),
    *("black", "isort", "shellcheck"),
)
# Failures that pass by themselves.
TRANSIENT = ("network", "unavailable", "rate_limit")


def heed(match: Match, stdout: bytes, stderr: bytes) -> Match:
    """Settle a match by what the tools in question have written, if they have.

    Where stderr is empty, it may have gone into stdout. A success is taken back only by
    a text whose row names the code 0.
    """
    if not (stdout or stderr):
        return match
    out, err = (one.decode("utf-8", "replace") for one in (stdout, stderr))
    told = [*written(match, err or out, out)]
    for one, key, text in told:
        if key["means"] != "findings":
            return failed(one, match, key["means"], text)
    for one, _, _ in told:
        if one.row.verdict is Verdict.FINDINGS:
            return one.replace(candidates=match.candidates)
    return match


def written(
    match: Match, stderr: str, stdout: str
) -> Iterator[tuple[Match, SaidText, str]]:
    """List what a table knows of what was written: candidate, row, and text."""
    candidates = match.candidates or (match,)
    commands = [one.tool.partition(" ")[0] for one in candidates]
    err, out = Written(stderr), Written(stdout)
    done = match.row.verdict is Verdict.DONE
    for one in candidates:
        for name, table in speakers(one):
            keys = [(err, key) for key in table.get("stderr", ())]
            keys += [(out, key) for key in table.get("stdout", ())]
            for stream, key in keys:
                named = "codes" in key or not done
                if named and applies(key, one.row.number, name):
                    text = first_said(key["says"], commands, stream)
                    if text:
                        yield one, key, text


def speakers(match: Match) -> Iterator[tuple[str, Table]]:
    """Name whose words count: the tool's, its wrappers', and what a script runs."""
    scripts = False
    for name in (*match.through, match.tool):
        table = table_of(name)
        if table is not None:
            yield name, table
            scripts = scripts or table.get("scripts", False)
    for name in CHECKERS if scripts else ():
        table = table_of(name)
        if table is not None:
            yield name, table


def applies(key: SaidText, code: int, name: str) -> bool:
    """Tell whether a text says something about this code, of this subcommand."""
    codes, subcommands = key.get("codes", ()), key.get("subcommand", ())
    here = name.partition(" ")[2]
    return (not codes or any(closeness(spec, code) for spec in codes)) and (
        not subcommands or here in subcommands
    )


def first_said(
    says: Sequence[str], commands: Sequence[str], stream: Written
) -> str | None:
    """Return the first text that was written; {command} is any of them."""
    for said in says:
        for command in commands if "{command}" in said else ("",):
            text = said.replace("{command}", command)
            if stream.has(text):
                return text
    return None


class Written:
    """What was written on a stream, as it stands and by its counts."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.counts = ""  # made when a text asks for one

    def has(self, said: str) -> bool:
        """Tell whether a text stands in it; {n} is any number but 0."""
        if "{n}" not in said:
            return said in self.text
        self.counts = self.counts or with_counts(self.text)
        return said.replace("{n}", COUNT) in self.counts


def with_counts(text: str) -> str:
    """Write every number but 0 as 1."""
    text = text.translate(DIGITS)
    while any(pair in text for pair in PAIRS):
        for pair in PAIRS:
            text = text.replace(pair, pair[0] if pair == "00" else COUNT)
    return text


COUNT = "1"
DIGITS = str.maketrans("23456789", COUNT * 8)
PAIRS = ("11", "10", "01", "00")


def table_of(name: str) -> Table | None:
    """Return the table of a tool, or of the one that a subcommand belongs to."""
    from ._lookup import built_in  # which imports this module's neighbours

    tool = name.partition(" ")[0]
    found = (users_table(name) or built_in(name), users_table(tool) or built_in(tool))
    return found[0] or found[1]


def failed(one: Match, match: Match, means: str, text: str) -> Match:
    """Make a failure of an ending that a tool has explained."""
    meaning = f"{one.tool}: it wrote {text.strip()!r}"
    row = Row(
        one.row.number,
        ExitCode.GENERAL_ERROR,
        source=one.row.source,
        meaning=meaning,
        effects=match.row.effects,
        action=Action.INSPECT_STATE,
    )
    if means != "wrapper":
        said = {
            "category": means,
            "meaning": meaning,
            "source": one.row.source,
            "effects": match.row.effects.value,
            **({"retryable": "yes"} if means in TRANSIENT else {}),
        }
        row = row_of(said, one.row.number)
    return one.replace(row=row, candidates=())
