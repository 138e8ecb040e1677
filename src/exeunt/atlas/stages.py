"""A shell's line, its code and the processes of it that were seen → its stages.

Read `_syntax` (what the line says), `_replay` (what it did), `_ways` (what is hidden).
"""

from __future__ import annotations

from ..model.row import Verdict
from ..model.runners import is_runner
from ..model.stage import Stage, hidden_in, is_group
from ._builtins import READ, is_harmless, line_of
from ._replay import Replay
from ._seen import script_line
from ._shell import Opaque, Word, tokens
from ._syntax import Block, Item, Simple, parse_syntax
from ._words import inner_command, parse, peel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..model.stage import Hidden, Surroundings
    from ._seen import Exit

    # The commands that failed, each with its status and how many subshells deep, and
    # the statuses of the last pipeline.
    Said = tuple[Sequence[tuple[int, int, str]], Sequence[int] | None]


def stages_of(
    argv: Sequence[str],
    code: int,
    exits: Sequence[Exit] | None,
    said: Said | None,
    around: Surroundings,
) -> tuple[Stage, ...]:
    """Tell of each command of a line how it ended, and whether the line hides that.

    `argv` is the shell's. `exits` are the processes that it forked, in their order: of
    each its parent (its place among them, -1 for the shell), its status, its words, and
    whether it is its parent, become another program; None where they were not all seen.
    `said` is what the shell itself has told: the
    commands that failed with nobody asking, and the statuses of its last pipeline.
    """
    layer = peel(argv)
    line = argv[-1]
    script = script_line(argv, around.scripts)
    if script is not None:
        return given_by(script, code, exits, around)
    if layer is not None and not isinstance(layer.inner, str):
        return through(argv, code, exits, around)
    if not around.line:
        return through(argv, code, exits, around)
    top = [] if exits is None else [n for n, one in enumerate(exits) if one[0] < 0]
    if layer is None or not isinstance(layer.inner, str) or layer.name not in READ:
        replay = Replay(exits, TABLES, around)
        return tuple([Stage(*told) for told in replay.unplaced(line, top, code)])
    whole = line_of(layer, begins=around.begins)
    items = parse_syntax(whole) or ()
    last = said[1] if said else None
    shallow = exits is None and len(items) == 1 and bool(last)
    if shallow and last and [len(item.stages) for item in items] == [len(last)] != [1]:
        exits = [(-1, status, None, False) for status in last]
        top = list(range(len(last)))
    replay = Replay(exits, TABLES, around, shallow=shallow)
    found = [Stage(*told) for told in replay.explained(whole, top, code)]
    if said is not None:
        found = as_said(found, items, said, code, seen=exits is not None)
    options = whole.removesuffix(line).count("\n")  # a command each
    return tuple(found[options:])


def through(
    argv: Sequence[str],
    code: int,
    exits: Sequence[Exit] | None,
    around: Surroundings,
) -> tuple[Stage, ...]:
    """Tell of a wrapper around a shell, as `timeout 60 bash -c LINE`, and its line."""
    items = (Item(";", (Simple(0, tuple(argv)),)),)
    if exits is not None:
        below = [(one[0] + 1, *one[1:]) for one in exits]
        exits = [(-1, code, argv, False), *below]
    replay = Replay(exits, TABLES, around)
    found = replay.replayed(items, [0], code) or [(tuple(argv), code, None)]
    return tuple([Stage(*told) for told in found])


def as_said(
    stages: list[Stage], items: Sequence[Item], said: Said, code: int, *, seen: bool
) -> list[Stage]:
    """Add what the shell has told: of a failure, and that there was none.

    With `seen`, that was only to tell of what leaves no process.
    """
    failed, last = said
    quiet = {} if last is None else dict(heard(items, alone=True))
    if failed and code and failed[-1][0] == code:
        failed = failed[:-1]  # that one was the line's own status
    for status, level, command in failed:
        words = words_of(command)
        quiet[words] = False
        # What has failed in a subshell may be its own status, which may be asked for.
        sure = not level or words[0] in DECISIVE
        answer = is_answer(words, status) or is_harmless(words, status)
        if seen and not sure:
            continue
        stage = Stage(words, status, hidden=False if answer else sure or None)
        places = [n for n, one in enumerate(stages) if one.words == words]
        if any(stages[place].hidden is True for place in places):
            continue
        if places:
            stages[places[0]] = stage
        elif not answer:
            stages.append(stage)
    return [
        stage.replace(status=0, hidden=False)
        if stage.hidden is None and quiet.get(stage.words, False)
        else stage
        for stage in stages
    ]


DECISIVE = ("cd", "pushd", "popd")  # builtins whose failure nobody else sees


def heard(
    items: Sequence[Item], *, alone: bool
) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Yield the words of each command, and whether bash reports its every failure."""
    told: dict[tuple[str, ...], bool] = {}
    for number, item in enumerate(items):
        tells = alone and item.joint == ";" and not (item.negated or item.background)
        tells = tells and all(one.joint == ";" for one in items[number + 1 :][:1])
        for node in item.stages:
            last = tells and node is item.stages[-1]
            below: list[tuple[tuple[str, ...], bool]] = []
            if isinstance(node, Block):
                for place, part in enumerate(node.parts):
                    below += heard(part, alone=last and not is_asked(node, place))
            whole = last and all(one for _, one in below)
            for words, one in (*below, (node.words, whole)):
                told[words] = told.get(words, True) and one
    yield from told.items()


def is_asked(node: Block, place: int) -> bool:
    """Tell whether a part of a block is its condition, or a function's body."""
    if node.kind == "if":
        return place % 2 == 0 and place < len(node.parts) - len(node.parts) % 2
    return node.kind == "function" or (node.kind in {"while", "until"} and not place)


def words_of(command: str) -> tuple[str, ...]:
    """Return the words of a command that a shell has quoted as one word."""
    try:
        text = "".join([one.text for one in tokens(command) if isinstance(one, Word)])
    except Opaque:
        return (command,)
    items = parse_syntax(text)
    if items and len(items) == len(items[0].stages) == 1:
        return items[0].stages[0].words
    return (text,)


def is_answer(words: Sequence[str], status: int) -> bool:
    """Tell whether a status is an answer and no failure, as of grep without a match."""
    from ..model.row import Answer  # 9 ms, for a line with a failure
    from ._lookup import look_up

    match = look_up(words, status) if words else None
    return match is not None and match.row.answer is Answer.NO


def is_failure(words: Sequence[str], status: int) -> bool:
    """Tell whether its table says that a command did not do its job."""
    from ._lookup import look_up  # as above

    match = look_up(words, status) if words else None
    if match is None or match.row.doubtful:
        return False
    return match.row.answer is None and match.row.code.name != "SUCCESS"


def is_doubtful(words: Sequence[str], status: int) -> bool:
    """Tell whether nobody knows that a command did its job, or what it asks.

    One that a signal ended has crashed, or somebody has ended it on purpose.
    """
    from ._lookup import look_up  # as above

    match = look_up(words, status) if words else None
    if match is None:
        return 0 < status < SIGNALLED or status in CRASHED
    return match.row.doubtful or is_failure(words, status)


SIGNALLED = 128
CRASHED = (132, 133, 134, 135, 136, 139)  # ILL, TRAP, ABRT, BUS, FPE, SEGV


def may_end_first(words: Sequence[str]) -> bool:
    """Tell whether a command may end before its input does, as head does."""
    from ._lookup import tables  # 9 ms, for a line that SIGPIPE has ended a part of

    inner = inner_command(words)
    for table, rest in tables(inner) if inner else ():
        may = table.get("may_end_first")
        if may is not None:
            flags = parse(rest, table.get("valued", ())).flags
            return "flags" not in may or not flags.isdisjoint(may["flags"])
    return False


def unheard(
    stages: Sequence[Stage], stdout: bytes = b"", stderr: bytes = b""
) -> Hidden:
    """Say what came of the commands that failed unheard, by the worst of them.

    What holds commands is judged by those of them that failed.
    """
    said = hidden_in(stages)
    if said != "failed":
        return said
    failed = [one for one in stages if one.hidden]
    inner = [one for one in failed if not is_group(one.words)]
    told = {one.status for one in inner}
    judged = [*inner, *(one for one in failed if one.status not in told)]
    return "findings" if all(finds(one, stdout, stderr) for one in judged) else "failed"


def is_finding(words: Sequence[str], status: int) -> bool:
    """Tell whether a status says that a command found something, as red tests are."""
    return finds(Stage(tuple(words), status, hidden=None), b"", b"")


def finds(stage: Stage, stdout: bytes, stderr: bytes) -> bool:
    """Tell whether a command did its job and found something, by its own table."""
    from ._evidence import heed  # as below
    from ._lookup import look_up

    match = look_up(stage.words, stage.status or 0) if stage.words else None
    if match is None or is_group(stage.words):
        return False
    if stdout or stderr:
        match = heed(match, stdout, stderr)
    return match.row.verdict is Verdict.FINDINGS


def is_vouched(words: Sequence[str]) -> bool:
    """Tell whether a table speaks for the 0 of a program, whatever it has started.

    One of a runner speaks for the runner: what counts is the program that it was given.
    """
    from ._lookup import tables  # as above

    inner = inner_command(words)
    if inner and is_runner(inner[0]):
        given = [parse(rest, one.get("valued", ())) for one, rest in tables(inner)]
        inner = given[0].positionals[:1] if given else ()
    known = bool(inner) and next(iter(tables(inner or ())), None) is not None
    return known and not is_runner(inner[0] if inner else "")


def given_by(
    script: str, code: int, exits: Sequence[Exit] | None, around: Surroundings
) -> tuple[Stage, ...]:
    """Tell of a script as of a line: its shell may have been started by `env`."""
    top = [] if exits is None else [n for n, one in enumerate(exits) if one[0] < 0]
    if exits is not None and len(top) == 1:
        _, status, words, _ = exits[top[0]]
        same = not words or script_line(words, around.scripts) == script
        if status == code and same:
            top = [n for n, one in enumerate(exits) if one[0] == top[0]]
    replay = Replay(exits, TABLES, around)
    return tuple([Stage(*told) for told in replay.explained(script, top, code)])


TABLES = (is_answer, is_failure, is_doubtful, may_end_first, is_vouched, is_finding)
