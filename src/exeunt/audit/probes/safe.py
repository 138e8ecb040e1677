"""A command that is safe by its own word → the calls that try it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ...manifest.model import CommandPromise, ParamPromise
from .._call import Probe
from .._contract import NO_FLAG

Maker = Callable[..., Probe]

AT_TERMINAL = {"TERM": "xterm", "PAGER": "cat"}
VALUES = {
    "string": "exeunt",
    "integer": "1",
    "number": "1.5",
    "boolean": "true",
    "array": "exeunt",
}
NO_VALUE = "exeunt-no-such-value"
TYPED = ("integer", "number", "enum")
CONTROLLED, CONTROLS = "control characters", "a\x1b[31mb\x07c\x01d\x7fe\x9b1mf"
# What agents make up, and what no program may choke on.
HOSTILE = {
    "a path out of here": "../../../../etc/passwd",
    CONTROLLED: CONTROLS,
    "a placeholder": "{{name}} <id> $HOME %s null undefined",
    "no ASCII": "ünïcödé \u202e \U0001f600",
    "a long word": "x" * 100_000,
}
# Values that nothing else writes, so that they are found again where they are shown.
SECRETS = {"string": "exeunt-s3cret-70770700770", "integer": "70770700770"}
OVERSIZE = "x" * (1 << 20)


def safe_calls(promise: CommandPromise, asked: tuple[str, ...]) -> Iterator[Probe]:
    """Call one safe command wrongly, plainly and strangely."""
    made = maker(promise, asked)
    yield from wrong_calls(promise, made)
    yield from strange_calls(promise, made)
    if not promise.needs:
        yield from plain_calls(promise, made)


def maker(promise: CommandPromise, asked: tuple[str, ...]) -> Maker:
    """Return what makes calls of a command that ask for JSON."""
    path, words = promise.path, promise.words

    def made(kind: str, *more: str, **rest: Any) -> Probe:
        return Probe(kind, [*words, *more, *asked], path=path, json=True, **rest)

    return made


def wrong_calls(promise: CommandPromise, made: Maker) -> Iterator[Probe]:
    """Call a command so that it has to be rejected."""
    yield made("command-bad-flag", *values_of(promise), NO_FLAG)
    if promise.needs:
        yield made("command-missing")
    wrong = ill_typed(promise)
    if wrong:
        yield made("command-ill-typed", *wrong)
    flags = every_flag(promise)
    if flags:
        yield made("command-flags", *values_of(promise), *flags, NO_FLAG, level=2)


def strange_calls(promise: CommandPromise, made: Maker) -> Iterator[Probe]:
    """Give a command secrets, and what no program may choke on."""
    values = with_secrets(promise)
    if set(values) & set(SECRETS.values()):
        yield made("command-secret", *values, NO_FLAG, level=2)
        yield made("run-secret", *values, level=2)
    unknown = [*values_of(promise), f"--{CONTROLS}"]
    yield made("hostile", *unknown, level=3, note=CONTROLLED)
    hostile = text_slot(promise)
    for note, value in HOSTILE.items() if hostile is not None else ():
        yield made("hostile", *(hostile or ()), value, level=3, note=note)


def plain_calls(promise: CommandPromise, made: Maker) -> Iterator[Probe]:
    """Call a command that needs no value, in each of its circumstances."""
    path, words = promise.path, promise.words
    yield made("run")
    yield Probe("run-text", words, path=path)
    yield Probe("run-full", words, path=path, level=2, streams="full")
    yield Probe(
        "run-terminal", words, path=path, level=2, terminal=True, env=AT_TERMINAL
    )
    if not promise.reads_stdin:
        yield made("run-open", level=2, streams="open")
    yield made("run-narrow", level=3, env={"COLUMNS": "20"})
    yield made("run-oversize", level=3, stdin=OVERSIZE)


def values_of(promise: CommandPromise) -> list[str]:
    """Fill in what a command needs, so that one thing alone is wrong."""
    words = [value_for(a) for a in promise.arguments if a.required]
    for option in promise.options.values():
        if option.required:
            words += written(option, value_for(option))
    return words


def written(option: ParamPromise, value: str) -> list[str]:
    """Write an option with as many values as it takes; a switch takes none."""
    count = 0 if option.type == "boolean" else option.count
    return [option.long, *[value] * count]


def every_flag(promise: CommandPromise) -> list[str]:
    """Write each option that may be left out, with a value of its type."""
    words: list[str] = []
    for option in promise.options.values():
        if option.required or option.name in {"help", "version"}:
            continue
        words += written(option, value_for(option))
    return words


def with_secrets(promise: CommandPromise) -> list[str]:
    """Write what a command needs, and all that it says is secret."""
    last = max((i for i, a in enumerate(promise.arguments) if is_secret(a)), default=-1)
    words = [
        secret_or_value(argument)
        for index, argument in enumerate(promise.arguments)
        if argument.required or index <= last
    ]
    for option in promise.options.values():
        if option.required or is_secret(option):
            words += written(option, secret_or_value(option))
    return words


def is_secret(param: ParamPromise) -> bool:
    """Tell whether a value is secret, and one that can be made up."""
    return param.type in SECRETS and not param.choices and param.sensitive


def secret_or_value(param: ParamPromise) -> str:
    """Return a value that is known again where it is secret, or any that fits."""
    return SECRETS[param.type] if is_secret(param) else value_for(param)


def value_for(param: ParamPromise) -> str:
    """Return a value that fits what is declared."""
    if param.choices:
        return param.choices[0]
    default = param.default
    if default not in (None, "") and isinstance(default, int | float | str):
        return str(default)
    least = param.least
    return VALUES.get(param.type, "x") if least is None else str(least)


def ill_typed(promise: CommandPromise) -> list[str]:
    """Give one value that its declared type has no place for."""
    words: list[str] = []
    for argument in promise.arguments:
        if argument.type in TYPED:
            return [*words, NO_VALUE]
        if argument.required:
            words.append(value_for(argument))
    for option in promise.options.values():
        if option.type in TYPED:
            return [*values_of(promise), option.long, NO_VALUE]
    return []


def text_slot(promise: CommandPromise) -> list[str] | None:
    """Return the words before a place where any text may stand."""
    words: list[str] = []
    for argument in promise.arguments:
        if argument.type == "string":
            return words
        if argument.required:
            words.append(value_for(argument))
    for option in promise.options.values():
        if option.type == "string" and not option.choices:
            return [*values_of(promise), option.long]
    return None
