"""A contract → the calls that try it: as a table where possible, else by its commands.

No command is called that is not `safe` by its own word, but through a fixture: not
even for its page, since whether it parses before it acts is what nobody knows yet.
"""

from __future__ import annotations

import signal

from ..dialects._declared import mapping
from ._call import Probe
from ._contract import NO_COMMAND, NO_FLAG

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from ._call import Seen
    from ._contract import Contract, Promise
    from ._fixtures import Fixtures

HELP = ("--help",)
COLOURLESS = {"NO_COLOR": "1", "PAGER": "cat", "TERM": "xterm"}
DUMB = {"TERM": "dumb", "PAGER": "cat"}
# Python would set it right by itself; other languages have no such help.
IN_C = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
# What can be asked of any program that shows a page on --help.
OF_ANY = (
    Probe("version", ["--version"], level=2),
    Probe("help-terminal", HELP, level=2, terminal=True, env=COLOURLESS),
    Probe("help-dumb", HELP, level=3, terminal=True, env=DUMB),
    Probe("help-c", HELP, level=2, env=IN_C),
    Probe("help-bare", HELP, level=2, bare=True),
    Probe("help-closed", HELP, level=3, streams="closed"),
    Probe("help-full", HELP, level=2, streams="full"),
    Probe("help-gone", HELP, level=2, streams="gone"),
    Probe("help-no-stdin", HELP, level=2, streams="no-stdin"),
    Probe("help-open", HELP, level=1, streams="open"),
    Probe("help-again", HELP, level=3),
    Probe("bad-flag", [NO_FLAG]),
    Probe("bad-flag-terminal", [NO_FLAG], terminal=True, env={"TERM": "xterm"}),
)
# A wrapper runs what it is given; these do nothing but end in one way.
OF_WRAPPERS = (
    *(Probe("wrap-code", ["sh", "-c", f"exit {n}"], code=n) for n in (0, 1, 42, 123)),
    Probe("wrap-signal", ["sh", "-c", "kill -TERM $$"], code=143),
    Probe("wrap-missing", ["./exeunt-no-such-tool"], code=127),
    Probe("wrap-noexec", ["./not-executable"], code=126, files={"not-executable": ""}),
    Probe("wrap-record", ["--json", "sh", "-c", "echo out; exit 3"], code=3, json=True),
    Probe("wrap-deadline", ["--timeout", "1", "sleep", "60"], code=124, level=2),
)
VALUES = {
    "string": "exeunt",
    "integer": "1",
    "number": "1.5",
    "boolean": "true",
    "array": "exeunt",
}
NO_VALUE = "exeunt-no-such-value"
TYPED = ("integer", "number", "enum")
# What agents make up, and what no program may choke on.
HOSTILE = {
    "a path out of here": "../../../../etc/passwd",
    "control characters": "a\x1b[31mb\x07c\x01d",
    "a placeholder": "{{name}} <id> $HOME %s null undefined",
    "no ASCII": "ünïcödé \u202e \U0001f600",
    "a long word": "x" * 100_000,
}
OVERSIZE = "x" * (1 << 20)
PAGES = 50  # that are followed before it is clear that there is no end


def plan(
    contract: Contract, fixtures: Fixtures, level: int
) -> tuple[list[Probe], dict[str, str]]:
    """Say which calls to make, and why others are not."""
    skipped: dict[str, str] = {}
    found: list[Probe] = []
    if contract.page:
        found += OF_ANY
        found += unknown_commands(contract, skipped)
    else:
        why = "--help shows no page, so nobody knows what another call would do"
        skipped.update({probe.kind: why for probe in (*OF_ANY, Probe("unknown"))})
    if contract.dialect == "shuck":
        found += OF_WRAPPERS
    found += manifest_calls(contract)
    found += command_calls(contract, skipped)
    found += fixture_calls(contract, fixtures)
    found = [with_env(probe, fixtures.env) for probe in found if probe.level <= level]
    return found, skipped


def with_env(probe: Probe, env: Mapping[str, str]) -> Probe:
    """Add what every call of this program needs."""
    return probe.replace(env={**env, **probe.env}) if env else probe


def unknown_commands(contract: Contract, skipped: dict[str, str]) -> Iterator[Probe]:
    """Call a command that does not exist, where a word can only be one."""
    if not contract.has_commands or contract.dialect == "shuck":
        skipped["unknown"] = "a word might be an argument to act on"
        return
    yield Probe("unknown", [NO_COMMAND])
    if contract.asked is not None:
        yield Probe("unknown-json", [NO_COMMAND, *contract.asked], json=True)


def manifest_calls(contract: Contract) -> Iterator[Probe]:
    """Ask for the manifest again, and with the etag that we have."""
    if not contract.call:
        return
    asked = contract.asked or ()
    json = contract.asked is not None
    yield Probe("manifest-again", [*contract.call, *asked], level=2, json=json)
    etag = contract.manifest.get("etag")
    if isinstance(etag, str):
        words = [*contract.call, "--etag", etag, *asked]
        yield Probe("manifest-etag", words, level=2, json=json)


def command_calls(contract: Contract, skipped: dict[str, str]) -> Iterator[Probe]:
    """Call each command that changes nothing, in every way that it declares."""
    for promise in contract.promises:
        if not promise.is_safe:
            skipped["command"] = "only what is safe by its own word is called unasked"
            continue
        yield Probe("command-help", [*promise.words, *HELP], path=promise.path)
        if not promise.is_group and contract.asked is not None:
            yield from safe_calls(promise, contract.asked)


def safe_calls(promise: Promise, asked: tuple[str, ...]) -> Iterator[Probe]:
    """Call one safe command wrongly, plainly and strangely."""
    path, words = promise.path, promise.words

    def made(kind: str, *more: str, **rest: Any) -> Probe:
        return Probe(kind, [*words, *more, *asked], path=path, json=True, **rest)

    yield made("command-bad-flag", *values_of(promise), NO_FLAG)
    if promise.needs:
        yield made("command-missing")
    wrong = ill_typed(promise)
    if wrong:
        yield made("command-ill-typed", *wrong)
    flags = every_flag(promise)
    if flags:
        yield made("command-flags", *values_of(promise), *flags, NO_FLAG, level=2)
    hostile = text_slot(promise)
    for note, value in HOSTILE.items() if hostile is not None else ():
        yield made("hostile", *(hostile or ()), value, level=3, note=note)
    if promise.needs:
        return
    yield made("run")
    yield Probe("run-text", words, path=path)
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


def fixture_calls(contract: Contract, fixtures: Fixtures) -> Iterator[Probe]:
    """Reach declared codes, and signals, as the author says how."""
    asked = contract.asked or ()
    outputs = {p.path: p.entry.get("output", "json") for p in contract.promises}
    for fixture in fixtures.codes:
        path = fixture.path or path_of(contract, fixture.call)
        enveloped = outputs.get(path, "json") == "json" and not fixture.streams
        made = Probe(
            "fixture",
            # Nobody reads an envelope from a stream that takes none.
            fixture.call if fixture.streams else [*fixture.call, *asked],
            path=path,
            json=contract.asked is not None and enveloped,
            streams=fixture.streams,
            stdin=fixture.stdin,
            env=fixture.env,
            beside=fixture.beside,
            setup=fixture.setup,
            files=fixture.files,
            code=fixture.code,
        )
        yield made
        yield made.replace(kind="fixture-text", words=fixture.call, json=False)
    slow = fixtures.slow
    for kind, number in (("slow-int", signal.SIGINT), ("slow-term", signal.SIGTERM)):
        if slow is not None:
            yield Probe(
                kind,
                [*slow.call, *asked],
                json=contract.asked is not None,
                signal=int(number),
                ready=slow.ready,
                env=slow.env,
                beside=slow.beside,
                setup=slow.setup,
                files=slow.files,
            )


def path_of(contract: Contract, words: Sequence[str]) -> str:
    """Name the command that a call is for."""
    known = {promise.path for promise in contract.promises}
    for length in range(len(words), 0, -1):
        path = ".".join(words[:length])
        if path in known:
            return path
    return ""


def follow_ups(seen: Sequence[Seen], level: int) -> Iterator[tuple[Probe, Seen]]:
    """Make calls again in the same room, and ask for the next page."""
    for one in seen:
        if one.probe.kind != "run" or not one.ended or level < 2:  # noqa: PLR2004
            continue
        yield one.probe.replace(kind="run-again"), one


def next_page(seen: Seen, asked: Sequence[str], pages: int) -> Probe | None:
    """Return the call for the page after this one, if there is one."""
    cursor = cursor_of(seen)
    if cursor is None or pages >= PAGES:
        return None
    words = seen.probe.words[: len(seen.probe.words) - len(asked)]
    while "--cursor" in words:
        place = words.index("--cursor")
        words = (*words[:place], *words[place + 2 :])
    return seen.probe.replace(kind="page", words=(*words, "--cursor", cursor, *asked))


def cursor_of(seen: Seen) -> str | None:
    """Return the cursor in an envelope."""
    cursor = mapping((seen.document or {}).get("meta")).get("cursor")
    return str(cursor) if isinstance(cursor, str | int) and cursor != "" else None
