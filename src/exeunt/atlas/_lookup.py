"""The words of one command and its code → Match, through the wrappers before it.

Which table speaks of a command, and which of its rows, is decided here; so is whether
a code is the wrapper's own or that of the command inside.
"""

from __future__ import annotations

from ..model.codes import ExitCode
from ..model.json import loads
from ..model.row import Row
from ._builtins import is_unread, unwrapped
from ._match import Match, after_others, as_condition, either
from ._spec import closeness
from ._tables import ALIASES, TEXTS
from ._users import users_table
from ._words import Layer, Parsed, parse, peel, program_names
from .categories import PASSTHROUGH, row_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ._line import Candidate
    from .table_format import Table, TableRow

COMMON_FAILURES = (1, 2)  # codes that every second program fails with
DEEPEST = 20  # wrappers inside wrappers; more is no command that anyone typed


def look_up(argv: Sequence[str], code: int, depth: int = 0) -> Match | None:
    """Read the exit code of a command; None if no table speaks of it."""
    if not argv or not code >= 0 or depth > DEEPEST:
        return None
    layer = peel(argv)
    if layer is None:
        return of_tool(argv, code)
    if layer.lost:
        return None
    own = of_tool(layer.words, code, wrapper=True)
    inner = _inside(layer, code, depth)
    if inner is None:
        # Any other code is as likely the unknown command's, so it stays unread.
        return own if code in layer.own and code not in COMMON_FAILURES else None
    inner = behind(layer.name, inner)
    if own is None or own.row.code is ExitCode.SUCCESS:
        return inner
    return either([own, inner])


def behind(wrapper: str, match: Match) -> Match:
    """Return a match, and all that it could be, as seen through a wrapper."""
    return match.replace(
        through=(wrapper, *match.through),
        candidates=tuple(behind(wrapper, one) for one in match.candidates),
    )


def look_up_line(
    line: str,
    code: int,
    *,
    pipefail: bool = False,
    depth: int = 0,
    told_by: Sequence[str] = (),
) -> Match | None:
    """Read the exit code of a shell line; None if nothing tells whose code it is.

    `told_by` are the words of the command that was seen to have ended with it.
    """
    could = candidates(line, code, pipefail=pipefail, depth=depth)
    if told_by and not could:
        return of_told(line, told_by, code, depth)
    found = [one for one in could if one.words == tuple(told_by)] or could
    matches = [candidate.match for candidate in found if candidate.match is not None]
    if not found or len(matches) < len(found):
        return None
    return either(matches)


def look_up_invocation(argv: Sequence[str], code: int) -> Match | None:
    """Read the code of one of several calls of a command, the others of which ran."""
    match = look_up(argv, code)
    return None if match is None else after_others(match)


def of_told(line: str, told_by: Sequence[str], code: int, depth: int) -> Match | None:
    """Read the code of a line beyond the simple ones by the command whose it was.

    A test that does not stand alone was what the line was to go on by.
    """
    from ._line import TESTS  # as below
    from ._nodes import commands_of

    match = look_up(told_by, code, depth + 1)
    alone = len(commands_of(line)) == 1
    if match is None or alone:
        return match
    asks = told_by[0] in TESTS and match.row.answer is not None
    return after_others(as_condition(match) if asks else match)


def candidates(
    line: str, code: int, *, pipefail: bool = False, depth: int = 0
) -> tuple[Candidate, ...]:
    """List the commands of a shell line that could have ended it with this code."""
    # Only for a shell line: 3 ms where no .pyc can be written.
    from ._line import walk

    def read(words: Sequence[str], code: int) -> Match | None:
        return look_up(words, code, depth + 1)

    return walk(line, code, read, may_end_with, pipefail=pipefail)


def of_tool(words: Sequence[str], code: int, *, wrapper: bool = False) -> Match | None:
    """Read a code by the tables of the program itself, not seeing through it."""
    known = False
    for table, rest in tables(words):
        known = True
        row = best_row(table, parse(rest, table.get("valued", ())), code)
        if row is not None:
            if row["category"] == PASSTHROUGH:
                return None
            found = Match(_full_name(table, row, rest), row_of(row, code))
            doubt = row.get("doubt")
            return either([found, in_doubt(found, doubt)]) if doubt else found
    if known and code == 0 and not wrapper:
        tool = next(tables(words))[0]["tool"]
        return Match(tool, Row(0, ExitCode.SUCCESS, source=ZERO))
    return None


def in_doubt(match: Match, doubt: str) -> Match:
    """Return the failure that a row says may hide behind its code as well."""
    failure = {
        "category": "ambiguous",
        "meaning": doubt,
        "effects": match.row.effects.value,
        "retryable": "no",
        "source": match.row.source,
    }
    return match.replace(row=row_of(failure, match.row.number))


ZERO = "POSIX XCU 2.8.2: 0 is success"


def tables(words: Sequence[str]) -> Iterator[tuple[Table, Sequence[str]]]:
    """Find the tables for a program, the user's first, with the words they judge."""
    names = program_names(words[0])
    for name in names:
        table = users_table(name)
        if table is not None:
            yield table, words[1:]
    for name in names:
        table = built_in(name)
        if table is not None:
            yield from _of_plugin(table, words[1:])
            yield table, words[1:]
            return


def _of_plugin(
    table: Table, rest: Sequence[str]
) -> Iterator[tuple[Table, Sequence[str]]]:
    """Find the table of a subcommand that is a tool of its own, as cargo nextest is."""
    for word in parse(rest, table.get("valued", ())).positionals[:1]:
        plugin = built_in(f"{table['tool']} {word}")
        if plugin is not None:
            yield plugin, rest[list(rest).index(word) + 1 :]


def built_in(name: str) -> Table | None:
    """Return the built-in table that has a name, decoded when it is first asked for."""
    tool = ALIASES.get(name, name)
    if tool in TEXTS and tool not in DECODED:
        DECODED[tool] = loads(TEXTS[tool])
    return DECODED.get(tool)


DECODED: dict[str, Table] = {}


def best_row(table: Table, parsed: Parsed, code: int) -> TableRow | None:
    """Choose the most specific row: its scope counts first, then its code."""
    found: TableRow | None = None
    best = (False, False, 0)
    for row in table["rows"]:
        close = closeness(row["code"], code)
        if close and _applies(row, parsed):
            rank = ("subcommand" in row, "flags" in row or "without" in row, close)
            if found is None or rank > best:
                found, best = row, rank
    return found


def stands_alone(argv: Sequence[str], line: str | None) -> bool:
    """Tell whether no wrapper and no other command stands beside a command."""
    if line is None:
        return not argv or peel(argv) is None
    words = lone_words(line)
    return words is not None and peel(words) is None


def has_many(argv: Sequence[str], line: str | None) -> bool:
    """Tell whether a shell runs a line of several commands, or one nobody can read."""
    argv, line = unwrapped(argv, line)
    if line is None:
        return bool(argv) and is_unread(argv)
    return lone_words(line) is None


def lone_words(line: str) -> Sequence[str] | None:
    """Return the words of a line's only command; None where there are more."""
    from ._shell import parse_line  # as above

    parsed = parse_line(line)
    if parsed is None or len(parsed) != 1 or len(parsed[0].stages) != 1:
        return None
    return parsed[0].stages[0].words


def may_end_with(argv: Sequence[str], code: int) -> bool:
    """Tell whether a command could end with a code; a closed table knows all of its."""
    if code == 0 or peel(argv) is not None or _is_of_the_shell(code):
        return True
    found = list(tables(argv))
    return not any(table.get("closed", False) for table, _ in found) or any(
        best_row(table, parse(rest, table.get("valued", ())), code) is not None
        for table, rest in found
    )


def _is_of_the_shell(code: int) -> bool:
    """Tell whether a shell ends so: not executable, not found, killed by a signal."""
    return code in START_FAILURES or closeness("128+n", code) > 0


START_FAILURES = (126, 127)


def _applies(row: TableRow, parsed: Parsed) -> bool:
    return (
        (not row.get("subcommand") or _subcommand(row, parsed.positionals) is not None)
        and ("flags" not in row or not parsed.flags.isdisjoint(row["flags"]))
        and ("without" not in row or parsed.flags.isdisjoint(row["without"]))
    )


def _subcommand(row: TableRow, positionals: Sequence[str]) -> str | None:
    for name in row.get("subcommand", ()):
        words = name.split()
        if list(positionals[: len(words)]) == words:
            return name
    return None


def _full_name(table: Table, row: TableRow, rest: Sequence[str]) -> str:
    name = _subcommand(row, parse(rest, table.get("valued", ())).positionals)
    return f"{table['tool']} {name}" if name else table["tool"]


def _inside(layer: Layer, code: int, depth: int) -> Match | None:
    if isinstance(layer.inner, str):
        return look_up_line(layer.inner, code, depth=depth + 1)
    return look_up(layer.inner, code, depth + 1)
