"""A call of an adopted program and its secrets → an outcome that does not tell them."""

from __future__ import annotations

from ..errors import ExeuntError
from ..model.detail import Phase
from ..model.json import plain
from ..model.outcome import Done, Failed, Outcome
from ..secrets.given import (
    hidden,
    hide_in,
    longest_first,
    options_in,
    secrets_among,
    secrets_in,
)
from ..secrets.names import FILE, folded, is_secret_name
from .mode import without_ours

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, TypeVar

    from ..manifest.info import CommandInfo, ParamInfo
    from ._host import Adopted
    from ._printed import Printed
    from .run import Run

    Said = TypeVar("Said", bound=Outcome[Any])

# The texts of an error; its code and its redirect are the author's own words.
TEXTS = ("message", "detail", "suggestion", "fix_command")


def confide(run: Run) -> None:
    """Find the secrets in a call that was parsed: as declared, and by their names."""
    declared = run.declared
    options = [option for option, _ in options_in(run.words)]
    public = {folded(name) for name in declared.public} if declared else set[str]()
    named = {folded(name) for name in (*run.params, *options) if is_secret_name(name)}
    flags = {name for name in named if isinstance(run.params.get(name), bool | int)}
    names = {*(declared.secrets if declared else ()), *(named - public - flags)}
    found = set(secrets_in(run.params, sorted(names), run.words))
    found -= set(run.command.split())  # the word after a flag is none
    run.secrets = longest_first({*run.secrets, *found})
    if run.as_json and secrets_among(run.words, names) & found:
        given = next(o for o in options if folded(o) in {folded(n) for n in names})
        run.warnings.append(
            f"{given} shows its value to whoever lists processes: "
            f"pass {given}-file and the path of a file that holds it"
        )


def learn(app: Adopted, outcome: Outcome[Any] | None, run: Run) -> None:
    """Find the secrets of a call before its error or its warnings are written."""
    unparsed = isinstance(outcome, Failed) and outcome.error.phase is Phase.VALIDATION
    if unparsed:
        run.secrets = (
            *run.secrets,
            *secrets_of(without_ours(run.words), list(app.commands(load=False))),
        )
    elif not run.as_json:
        confide(run)


def discreet(
    app: Adopted,
    outcome: Outcome[Any] | None,
    printed: Printed | None,
    run: Run,
    instead: Callable[[ExeuntError], Failed],
) -> Outcome[Any] | None:
    """Keep the secrets of a call out of everything that it says."""
    if isinstance(outcome, Failed) or run.warnings:
        learn(app, outcome, run)
    if outcome is None or not run.secrets:
        return outcome
    if printed is not None:
        printed.hide(run.secrets)
    run.warnings = [hide_in(text, run.secrets) for text in run.warnings]
    try:
        outcome = hide(outcome, run.secrets)
    except ExeuntError as error:
        outcome = instead(error)
    return outcome


def secrets_of(words: Sequence[str], infos: Sequence[CommandInfo]) -> tuple[str, ...]:
    """Return what may be secrets in a call that was rejected, as its command has them.

    The value of an option, however it is spelt, or misspelt; of an argument, every word
    from its place on, for something is wrong with the call.
    """
    known = {path: info for info in infos for path in paths_of(info)}
    way = [known[""]] if "" in known else []  # the groups on it, and then the command
    path, loose, strange = "", list[str](), 0
    values: list[tuple[ParamInfo, str]] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == "--":
            loose += rest
            break
        below = known.get(f"{path} {word}".strip())
        if below is not None:
            path, loose, strange = below.path, [], 0
            way.append(below)
        elif not word.startswith("-"):
            loose.append(word)
        elif is_file(word, flags := [flag for info in way for flag in info.flags]):
            rest = rest if "=" in word else rest[1:]  # a path, which may be said
        else:
            flag, value = option_in(word, flags)
            if flag is None:
                strange += 1  # the next word may be its value, or not
            elif flag.takes_value():
                value = value or (rest.pop(0) if rest else "")
                values.append((flag, value))
    found = secrets_among(words, {n for info in infos for n in info.contract.secrets})
    names = [name for info in way for name in info.contract.secrets]
    public = [name for info in way for name in info.contract.public]
    found.update(value for flag, value in values if flag.is_secret(names, public))
    place = place_of(way[-1].arguments if way else (), names, public)
    if place is not None:
        found.update(loose[max(0, place - strange) :])
    return longest_first(found - {""})


def paths_of(info: CommandInfo) -> Iterable[str]:
    """Return the path of a command, under each of its names."""
    above, _, last = info.path.rpartition(" ")
    return [f"{above} {name}".strip() for name in (last, *info.aliases)]


def is_file(word: str, flags: Sequence[ParamInfo]) -> bool:
    """Tell whether a word is our own option for the file of another one."""
    name, _, _ = word.partition("=")
    spellings = {spelling for flag in flags for spelling in flag.spellings}
    return name not in spellings and name.removesuffix(FILE) in spellings


def option_in(
    word: str, flags: Sequence[ParamInfo]
) -> tuple[ParamInfo | None, str | None]:
    """Return the option that a word is, or probably was to be, and a value in it."""
    from ..errors import closest  # on the way to an error

    by_name = {spelling: flag for flag in flags for spelling in flag.spellings}
    name, _, value = word.partition("=")
    if name not in by_name and name[:2] in by_name:  # -tVALUE
        name, value = word[:2], word[2:]
    started = [spelling for spelling in by_name if spelling.startswith(name)]
    near = name if name in by_name else closest(name, started or by_name)
    return by_name.get(near or ""), value


def place_of(
    arguments: Iterable[ParamInfo], names: Sequence[str], public: Sequence[str]
) -> int | None:
    """Return the first place where the value of a secret argument may stand."""
    place, fixed = 0, True
    for argument in arguments:
        if argument.is_secret(names, public):
            return place
        fixed = fixed and isinstance(argument.nargs, int)
        place += argument.nargs if fixed and isinstance(argument.nargs, int) else 0
    return None


def hide(outcome: Said, secrets: Sequence[str]) -> Said:
    """Replace secrets in everything that an outcome says."""
    if not secrets:
        return outcome
    warnings = [hide_in(text, secrets) for text in outcome.warnings]
    extra = hidden(plain(dict(outcome.extra)), secrets)
    if isinstance(outcome, Done):
        data = hidden(plain(outcome.data), secrets)
        cursor = outcome.cursor and hide_in(outcome.cursor, secrets)
        return outcome.replace(data=data, warnings=warnings, cursor=cursor, extra=extra)
    texts = {
        name: hide_in(text, secrets)
        for name in TEXTS
        if (text := getattr(outcome.error, name)) is not None
    }
    return outcome.replace(
        error=outcome.error.replace(**texts),
        warnings=warnings,
        extra=extra,
        partial=hidden(plain(outcome.partial), secrets),
    )
