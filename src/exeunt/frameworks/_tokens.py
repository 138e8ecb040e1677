"""The words of a Cyclopts app → those without our options, as the app would read them.

Cyclopts takes no word that begins with a dash as the value of an option or an argument,
unless that says so. So a word is ours if it is none of the command's own options, does
not follow one that says so, and nothing in the command takes whatever there is.
"""

from __future__ import annotations

import sys

from ..leaving.handler import contract_of
from ..leaving.mode import FIELDS, MODES, SHAPES, YES, words_before_separator
from ..leaving.run import whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..leaving.run import Run


def taken(
    app: Any, words: Sequence[str], options: Sequence[str], run: Run
) -> list[str]:
    """Take our options out of a call, where no command on its way has them itself."""
    kept = list(words)
    run.offered = options
    while True:
        command, start = reached(app, kept)
        rest = read(command, kept[start:], run)
        if rest is None:
            run.offered = []
            return kept
        shorter = len(rest) < len(kept) - start
        kept = [*kept[:start], *rest]
        if not shorter or reached(app, kept)[1] == start:
            return kept


def reached(app: Any, words: Sequence[str]) -> tuple[Any, int]:
    """Return the command that words name, and where those after its name begin."""
    _, apps, rest = app.parse_commands(list(words))
    return apps[-1], len(words) - len(rest)


def read(command: Any, words: Sequence[str], run: Run) -> list[str] | None:
    """Take our options from before a command's `--`; None: it takes any word."""
    arguments = arguments_of(command)
    if arguments is None or any(is_open(argument) for argument in arguments):
        return None
    run.offered = [name for name in run.offered if is_offered(name, command, run)]
    end = words_before_separator(words)
    rest: list[str] = []
    place = 0
    while place < end:
        word = words[place]
        name, equals, value = word.partition("=")
        own = matched(arguments, name)
        if own is not None:
            count = 1 + (0 if equals else swallowed(own))
        else:
            value = value if equals else "".join(words[place + 1 : end][:1])
            if is_ours(name, word, value, run):
                run.take(name, value)
                place += 1 if equals or name == YES else 2
                continue
            count = 1
        rest += words[place : min(place + count, end)]
        place += count
    return [*rest, *words[end:]]


def is_ours(name: str, word: str, value: str, run: Run) -> bool:
    """Tell whether a word that the command has no option for is one of ours."""
    if name not in run.offered:
        return False
    if name in MODES:
        return value in SHAPES
    return name == FIELDS or word == YES


def is_offered(name: str, command: Any, run: Run) -> bool:
    """Tell whether a command may have an option of ours: only one asks to confirm."""
    if name != YES:
        return True
    declared = whole(contract_of(command.default_command), run.defaults)
    return declared is not None and declared.danger == "destructive"


def arguments_of(command: Any) -> list[Any] | None:
    """List what a command takes; None if it cannot be told."""
    if command.default_command is None:
        return []
    try:
        return list(command.assemble_argument_collection())
    except Exception:  # noqa: BLE001 - an author's annotation; the framework will say
        return None


def is_open(argument: Any) -> bool:
    """Tell whether an argument takes words that look like options of others."""
    any_word = argument.index is not None and argument.parameter.allow_leading_hyphen
    kinds = argument.field_info
    return bool(any_word or kinds.kind is kinds.VAR_KEYWORD)


def matched(arguments: Sequence[Any], name: str) -> Any:
    """Return the argument that has an option of that name."""
    for argument in arguments:
        try:
            argument.match(name)
        except ValueError:
            continue
        return argument
    return None


def swallowed(argument: Any) -> int:
    """Count the words after an option that are its value, whatever they look like."""
    if not argument.parameter.allow_leading_hyphen:
        return 0
    count, _ = argument.token_count()
    return sys.maxsize if argument.parameter.consume_multiple else int(count)
