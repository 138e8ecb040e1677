"""A match and what the command wrote → the match, settled by its tools' own words.

The texts stand in the tables, as `[[stderr]]` and `[[stdout]]`. They tell a failure
from findings where the code does not, and never make a success or an answer of an
ending: otherwise a command could talk itself into one (K28).
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

OPEN = (Verdict.FINDINGS, Verdict.UNKNOWN, Verdict.FAILED)  # to what was written


def heed(match: Match, stdout: bytes, stderr: bytes) -> Match:
    """Settle a match by what the tools in question have written, if they have.

    Where stderr is empty, it may have gone into stdout.
    """
    if match.row.verdict not in OPEN or not (stdout or stderr):
        return match
    texts = [stdout.decode("utf-8", "replace"), stderr.decode("utf-8", "replace")]
    told = [*written(match, texts[1] or texts[0], texts[0])]
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
    for one in candidates:
        for name in (*one.through, one.tool):
            table = table_of(name)
            if table is None:
                continue
            for stream, keys in (
                (stderr, table.get("stderr", ())),
                (stdout, table.get("stdout", ())),
            ):
                for key in keys:
                    if applies(key, one.row.number, name):
                        text = first_said(key["says"], commands, stream)
                        if text:
                            yield one, key, text


def applies(key: SaidText, code: int, name: str) -> bool:
    """Tell whether a text says something about this code, of this subcommand."""
    codes, subcommands = key.get("codes", ()), key.get("subcommand", ())
    here = name.partition(" ")[2]
    return (not codes or any(closeness(spec, code) for spec in codes)) and (
        not subcommands or here in subcommands
    )


def first_said(says: Sequence[str], commands: Sequence[str], stream: str) -> str | None:
    """Return the first text that stands in a stream; {command} is any of them."""
    for said in says:
        for command in commands if "{command}" in said else ("",):
            text = said.replace("{command}", command)
            if text in stream:
                return text
    return None


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
        }
        row = row_of(said, one.row.number)
    return one.replace(row=row, candidates=())
