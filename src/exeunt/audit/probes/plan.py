"""A contract → the calls that try it: as a table where possible, else by its commands.

No command is called that is not `safe` by its own word, but through a fixture. For its
page it is called where a framework is known to answer that before the command begins.
"""

from __future__ import annotations

import signal
from collections.abc import Collection, Iterator, Sequence

from ...model.document import mapping
from .._call import Probe, Seen
from .._contract import NO_COMMAND, NO_FLAG, Contract
from .._page import WORDS
from .._remedies import framework_of
from ..fixtures import Fixtures
from .safe import (
    AT_TERMINAL,
    CONTROLLED,
    CONTROLS,
    maker,
    safe_calls,
    wrong_calls,
)

HELP = ("--help",)
COLOURLESS = {"NO_COLOR": "1", "PAGER": "cat", "TERM": "xterm"}
DUMB = {"TERM": "dumb", "PAGER": "cat"}
IN_C = {"LC_ALL": "C"}
# What can be asked of any program that shows a page on --help.
OF_ANY = (
    Probe("version", ["--version"], level=2),
    Probe("help-terminal", HELP, level=2, terminal=True, env=COLOURLESS),
    Probe("help-dumb", HELP, level=3, terminal=True, env=DUMB),
    Probe("help-c", HELP, level=2, env=IN_C),
    Probe("help-bare", HELP, level=2, bare=True),
    Probe("help-closed", HELP, level=3, streams="closed"),
    Probe("help-full", HELP, level=3, streams="full"),
    Probe("help-gone", HELP, level=2, streams="gone"),
    Probe("help-no-stdin", HELP, level=2, streams="no-stdin"),
    Probe("help-open", HELP, level=1, streams="open"),
    Probe("help-again", HELP, level=3),
    Probe("bad-flag", [NO_FLAG]),
    Probe("bad-flag-terminal", [NO_FLAG], terminal=True, env=AT_TERMINAL),
    Probe(
        "bad-flag-aside",
        [NO_FLAG],
        level=3,
        terminal=True,
        streams="stderr-aside",
        env=AT_TERMINAL,
    ),
    Probe(
        "help-aside",
        HELP,
        level=3,
        terminal=True,
        streams="stdout-aside",
        env=AT_TERMINAL,
    ),
)
BARE = Probe("bare", streams="open")
HARMLESS = "pass --harmless if no call of it can do harm"
UNKNOWN = f"--help shows no page, so any other call might do something; {HARMLESS}"
# No rule can tell what such a command says, so none is called.
# What might do harm where nothing holds it.
RISKY = ("bare", "hostile", "unknown", "unknown-json")
UNGUARDED = f"nothing on this machine would hold what such a call did; {HARMLESS}"
PASSES = "it lets options pass that it does not know: a word might be acted on"
GIVEN = "the manifest was given by --contract, and the program not asked for its own"
EMPTY = "its manifest lists no command, or in a form that is not known"
MUTE = "no words were found with which a wrong call answers in JSON on stdout"
# A wrapper runs what it is given; these do nothing but end in one way.
OF_WRAPPERS = (
    *(Probe("wrap-code", ["sh", "-c", f"exit {n}"], code=n) for n in (0, 1, 42, 123)),
    Probe("wrap-signal", ["sh", "-c", "kill -TERM $$"], code=143),
    Probe("wrap-missing", ["./exeunt-no-such-tool"], code=127),
    Probe("wrap-noexec", ["./not-executable"], code=126, files={"not-executable": ""}),
    Probe("wrap-record", ["--json", "sh", "-c", "echo out; exit 3"], code=3, json=True),
    Probe("wrap-deadline", ["--timeout", "1", "sleep", "60"], code=124, level=2),
)
PAGES = 50  # that are followed before it is clear that there is no end


def plan(
    contract: Contract, fixtures: Fixtures, level: int, *, guarded: bool = True
) -> tuple[list[Probe], dict[str, str]]:
    """Say which calls to make, and why others are not."""
    skipped: dict[str, str] = {}
    found: list[Probe] = []
    if contract.parses or fixtures.harmless:
        found += OF_ANY
        found += unknown_commands(contract, skipped, harmless=fixtures.harmless)
    else:
        skipped.update({probe.kind: UNKNOWN for probe in (*OF_ANY, Probe("unknown"))})
    if contract.is_group or fixtures.harmless:
        found.append(BARE if contract.has_commands else BARE.replace(streams=""))
    else:
        skipped["bare"] = f"without a word it might act; {HARMLESS}"
    if contract.table.wraps:
        found += OF_WRAPPERS
    found += manifest_calls(contract, skipped)
    found += command_calls(contract, skipped, harmless=fixtures.harmless)
    found += fixture_calls(contract, fixtures)
    if not (guarded or fixtures.harmless):
        found = [probe for probe in found if probe.kind not in RISKY]
        skipped.update(dict.fromkeys(RISKY, UNGUARDED))
    return [probe for probe in found if probe.level <= level], skipped


def unknown_commands(
    contract: Contract, skipped: dict[str, str], *, harmless: bool
) -> Iterator[Probe]:
    """Call a command that does not exist, where a word can only be one."""
    if not contract.has_commands or contract.table.wraps:
        skipped["unknown"] = "a word might be an argument to act on"
        if harmless:
            yield Probe("word", [NO_COMMAND])
        return
    if not contract.rejects and not harmless:
        skipped["unknown"] = PASSES
        return
    yield Probe("unknown", [NO_COMMAND])
    if contract.asked is not None:
        yield Probe("unknown-json", [NO_COMMAND, *contract.asked], json=True)
        for word in (CONTROLS, f"--{CONTROLS}"):
            words = [word, *contract.asked]
            yield Probe("hostile", words, level=3, json=True, note=CONTROLLED)


def manifest_calls(contract: Contract, skipped: dict[str, str]) -> Iterator[Probe]:
    """Ask for the manifest again, and with the etag that it had."""
    manifested = bool(contract.manifest.raw)
    if manifested and not contract.promises:
        skipped["manifest"] = EMPTY
    if not contract.call:
        if manifested:
            kinds = ("manifest", "manifest-again", "manifest-etag")
            skipped.update(dict.fromkeys(kinds, GIVEN))
        return
    asked = contract.asked or ()
    json = contract.asked is not None
    yield Probe("manifest-again", [*contract.call, *asked], level=2, json=json)
    etag = contract.manifest.etag
    if etag is not None:
        words = [*(etag_call(contract) or contract.call), "--etag", etag, *asked]
        yield Probe("manifest-etag", words, level=2, json=json)


def etag_call(contract: Contract) -> tuple[str, ...] | None:
    """Return the words for a manifest that are declared to take an etag."""
    for promise in contract.promises:
        if "etag" in promise.options and promise.path in {"", *WORDS}:
            return tuple(promise.words) or contract.call
    return None


def command_calls(
    contract: Contract, skipped: dict[str, str], *, harmless: bool
) -> Iterator[Probe]:
    """Call each command that changes nothing, in every way that it declares."""
    for promise in contract.promises:
        if promise.is_safe or harmless or answers_first(contract):
            yield Probe("command-help", [*promise.words, *HELP], path=promise.path)
        if not promise.is_safe:
            skipped["command"] = "only what is safe by its own word is called unasked"
        if promise.is_group:
            continue
        if contract.asked is None:
            if promise.is_safe:
                skipped["run"] = MUTE
            continue
        if promise.is_safe:
            yield from safe_calls(promise, contract.asked)
        elif harmless:
            yield from wrong_calls(promise, maker(promise, contract.asked))


def answers_first(contract: Contract) -> bool:
    """Tell whether --help is a framework's to answer, before any command begins."""
    own = bool(contract.call)  # a manifest that somebody wrote down might be another's
    return own and framework_of(contract.help) is not None


def fixture_calls(contract: Contract, fixtures: Fixtures) -> Iterator[Probe]:
    """Reach declared codes, and signals, as the author says how."""
    asked = contract.asked or ()
    outputs = {promise.path: promise.output for promise in contract.promises}
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
            network=fixture.network,
        )
        yield made
        text = made.replace(kind="fixture-text", words=fixture.call, json=False)
        yield text
        if fixture.stdin is None:
            yield text.replace(kind="fixture-open", streams="open", level=2)
        if fixture.code == 0:
            yield text.replace(kind="fixture-full", streams="full", level=2)
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
                network=slow.network,
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


def next_page(
    seen: Seen, asked: Sequence[str], known: Collection[str | None]
) -> Probe | None:
    """Return the call for the page after this one, if there is one that is new."""
    cursor = cursor_of(seen)
    if cursor is None or cursor in known or len(known) >= PAGES:
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
