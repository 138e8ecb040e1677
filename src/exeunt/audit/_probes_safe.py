"""A command that is safe by its own word → the calls that try it."""

from __future__ import annotations

from ._call import Probe
from .contract import NO_FLAG

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from .contract import Promise

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


def safe_calls(promise: Promise, asked: tuple[str, ...]) -> Iterator[Probe]:
    """Call one safe command wrongly, plainly and strangely."""
    made = maker(promise, asked)
    yield from wrong_calls(promise, made)
    yield from strange_calls(promise, made)
    if not promise.needs:
        yield from plain_calls(promise, made)


def maker(promise: Promise, asked: tuple[str, ...]) -> Maker:
    """Return what makes calls of a command that ask for JSON."""
    path, words = promise.path, promise.words

    def made(kind: str, *more: str, **rest: Any) -> Probe:
        return Probe(kind, [*words, *more, *asked], path=path, json=True, **rest)

    return made


def wrong_calls(promise: Promise, made: Maker) -> Iterator[Probe]:
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


def strange_calls(promise: Promise, made: Maker) -> Iterator[Probe]:
    """Give a command secrets, and what no program may choke on."""
    told = with_secrets(promise)
    if set(told) & set(SECRETS.values()):
        yield made("command-secret", *told, NO_FLAG, level=2)
        yield made("run-secret", *told, level=2)
    unknown = [*values_of(promise), f"--{CONTROLS}"]
    yield made("hostile", *unknown, level=3, note=CONTROLLED)
    hostile = text_slot(promise)
    for note, value in HOSTILE.items() if hostile is not None else ():
        yield made("hostile", *(hostile or ()), value, level=3, note=note)


def plain_calls(promise: Promise, made: Maker) -> Iterator[Probe]:
    """Call a command that needs no value, in each of its circumstances."""
    path, words = promise.path, promise.words
    yield made("run")
    yield Probe("run-text", words, path=path)
    yield Probe("run-full", words, path=path, level=2, streams="full")
    yield Probe(
        "run-terminal", words, path=path, level=2, terminal=True, env=AT_TERMINAL
    )
    if not promise.entry.get("stdin_input"):
        yield made("run-open", level=2, streams="open")
    yield made("run-narrow", level=3, env={"COLUMNS": "20"})
    yield made("run-oversize", level=3, stdin=OVERSIZE)


def values_of(promise: Promise) -> list[str]:
    """Fill in what a command needs, so that one thing alone is wrong."""
    words = [value_for(a) for a in promise.arguments if a.get("required") is True]
    for name, flag in promise.flags.items():
        if flag.get("required") is True:
            words += [spelling(name, flag), value_for(flag)]
    return words


def every_flag(promise: Promise) -> list[str]:
    """Write each option that may be left out, with a value of its type."""
    words: list[str] = []
    for name, flag in promise.flags.items():
        if flag.get("required") is True or name in {"help", "version"}:
            continue
        words.append(spelling(name, flag))
        if flag.get("type") != "boolean":
            words += [value_for(flag)] * int(flag.get("nargs") or 1)
    return words


def with_secrets(promise: Promise) -> list[str]:
    """Write what a command needs, and all that it says is secret."""
    last = max((i for i, a in enumerate(promise.arguments) if is_secret(a)), default=-1)
    words = [
        secret_or_value(argument)
        for index, argument in enumerate(promise.arguments)
        if argument.get("required") is True or index <= last
    ]
    for name, flag in promise.flags.items():
        if flag.get("required") is True or is_secret(flag):
            count = int(flag.get("nargs") or 1)
            words += [spelling(name, flag), *[secret_or_value(flag)] * count]
    return words


def is_secret(param: Mapping[str, Any]) -> bool:
    """Tell whether a value is secret, and one that we can make up."""
    ours = param.get("type") in SECRETS and not param.get("enum_values")
    return ours and param.get("sensitive") is True


def secret_or_value(param: Mapping[str, Any]) -> str:
    """Return a value that is known again where it is secret, or any that fits."""
    return SECRETS[param["type"]] if is_secret(param) else value_for(param)


def spelling(name: str, flag: Mapping[str, Any]) -> str:
    """Write an option as the program spells it."""
    spellings: list[str] = flag.get("spellings") or [f"--{name}"]
    return next((s for s in spellings if s.startswith("--")), spellings[0])


def value_for(param: Mapping[str, Any]) -> str:
    """Return a value that fits what is declared."""
    choices: list[Any] = param.get("enum_values") or []
    if choices:
        return str(choices[0])
    default = param.get("default")
    if default not in (None, "") and isinstance(default, int | float | str):
        return str(default)
    least = param.get("minimum")
    return str(least) if least is not None else VALUES.get(str(param.get("type")), "x")


def ill_typed(promise: Promise) -> list[str]:
    """Give one value that its declared type has no place for."""
    words: list[str] = []
    for argument in promise.arguments:
        if argument.get("type") in TYPED:
            return [*words, NO_VALUE]
        if argument.get("required") is True:
            words.append(value_for(argument))
    for name, flag in promise.flags.items():
        if flag.get("type") in TYPED:
            return [*values_of(promise), spelling(name, flag), NO_VALUE]
    return []


def text_slot(promise: Promise) -> list[str] | None:
    """Return the words before a place where any text may stand."""
    words: list[str] = []
    for argument in promise.arguments:
        if argument.get("type") == "string":
            return words
        if argument.get("required") is True:
            words.append(value_for(argument))
    for name, flag in promise.flags.items():
        if flag.get("type") == "string" and not flag.get("enum_values"):
            return [*values_of(promise), spelling(name, flag)]
    return None
