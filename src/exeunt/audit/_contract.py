"""A program → what it declares: its commands, its dialect, how it is asked for JSON.

`--help` comes first. A program that answers it with a page, or refuses it,
parses options: `--schema` is tried next, since it would be refused, too. A word like
`manifest` is tried only where the program lists it, or speaks a dialect: for any other
program it might be an argument to act on. So is the value of an option that it does not
know: it stands in the option's own word, `--output=json`, unless the page has the
option; and none is tried on a program that lets options pass which do not exist. A
harmless program is asked anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..dialects.detect import UNCLEAR
from ..dialects.dialect import DEFAULT, MODULES, Dialect, checked_names
from ..dialects.dialect import dialect as dialect_named
from ..manifest.model import CommandPromise, Manifest
from ..manifest.reader import manifest_of
from ..record import KW_ONLY, Record, final
from ._call import Probe, Seen
from ._page import listed_in, lists_commands, page_of, refuses

Try = Callable[[Probe], Seen]

PLAIN = "plain"  # of a program that declares nothing
NO_FLAG = "--exeunt-no-such-option"
NO_COMMAND = "exeunt-no-such-command"
SCHEMA = "--schema"
ASKED = ("--output", "--json", "--exeunt-output", "--format")


@final
class Contract(Record):
    """What is known of a program before it is tried."""

    source: str  # where it was found: --schema, manifest, a file; or nowhere
    dialect: str
    manifest: Manifest  # without commands, if it declares nothing
    _: KW_ONLY
    asked: tuple[str, ...] | None  # the words that ask for JSON; None: nothing does
    call: tuple[str, ...]  # the words that print the manifest
    help: str  # the page that --help shows, on whichever stream
    parses: bool  # whether it parses options: it has a page, or refused --help
    rejects: bool  # whether it refused an option that does not exist

    @property
    def table(self) -> Dialect:
        """The table of its dialect; a plain program does as most programs do."""
        return dialect_named(self.dialect if self.dialect in MODULES else "shell")

    @property
    def promises(self) -> list[CommandPromise]:
        """Every command that it declares."""
        return list(self.manifest.commands.values())

    @property
    def has_commands(self) -> bool:
        """Whether an unknown word can only be an unknown command."""
        promises = self.promises
        if promises:
            return not any(p.path == "" and not p.is_group for p in promises)
        return lists_commands(self.help)

    @property
    def is_group(self) -> bool:
        """Whether the program says that without a command it does nothing."""
        return bool(self.promises) and self.has_commands


def find_contract(
    attempt: Try,
    *,
    dialect: str | None,
    given: Mapping[str, Any] | None,
    name: str,
    harmless: bool = False,
) -> tuple[Contract, list[Seen]]:
    """Ask a program what it declares, and return the calls that this took."""
    first = attempt(Probe("help", ["--help"]))
    seen = [first]
    page = page_of(first)
    parses = bool(page) or refuses(first)
    asked = None
    call: tuple[str, ...] = ()
    found = Manifest(given or {})
    spoken: str | None = None
    rejected = False
    if parses or harmless:
        asked, spoken, rejected = find_mode(attempt, page, seen, anyway=harmless)
        if not found.raw:
            words = listed_in(page, anyway=harmless or spoken is not None)
            call, found = find_manifest(attempt, asked, words, seen)
    source = name if given else " ".join(call) or "nowhere"
    named = dialect or found.dialect or spoken
    if asked is None and named in checked_names() and dialect_named(named).bare:
        asked = ()  # it has no envelope, so there is nothing to ask for
    contract = Contract(
        source,
        named if named in MODULES else (DEFAULT if found.raw else PLAIN),
        found,
        asked=asked,
        call=call,
        help=page,
        parses=parses,
        rejects=rejected,
    )
    return contract, seen


def find_mode(
    attempt: Try, page: str, seen: list[Seen], *, anyway: bool
) -> tuple[tuple[str, ...] | None, str | None, bool]:
    """Find the words that make a rejected call an envelope, if it is rejected."""
    rejected = False
    for words in ways(page, anyway=anyway):
        tried = attempt(Probe("bad-flag-json", [NO_FLAG, *words], json=True))
        if tried.document is not None and tried.dialect is not None:
            seen.append(tried)
            spoken = DEFAULT if tried.dialect == UNCLEAR else tried.dialect
            return words, spoken, tried.code != 0
        if not tried.ended:
            break  # it hangs, and would do so again
        rejected = rejected or (not words and tried.code != 0)
        if not (rejected or anyway):
            break  # who lets an unknown option pass might act on the next word
    return None, None, rejected


def ways(page: str, *, anyway: bool) -> Iterator[tuple[str, ...]]:
    """Yield the words that may ask for JSON: none, then options, each in one word.

    Where the page has the option, its value can be no command.
    """
    yield ()
    for option in ASKED:
        if option == "--json":
            yield (option,)
            continue
        yield (f"{option}=json",)
        if anyway or re.search(rf"(?<![\w-]){option}(?![\w-])", page):
            yield (option, "json")


def find_manifest(
    attempt: Try, asked: tuple[str, ...] | None, listed: list[str], seen: list[Seen]
) -> tuple[tuple[str, ...], Manifest]:
    """Find the words that print the manifest, and what they print."""
    empty: list[Seen] = []  # what was no mistake, and no manifest
    for word in (SCHEMA, *listed):
        json = asked is not None
        tried = attempt(Probe("manifest", [word, *(asked or ())], json=json))
        found = manifest_in(tried)
        if found is not None:
            seen.append(tried)
            return (word,), found
        if tried.code == 0 or not tried.ended:
            empty.append(tried)
    seen += empty[:1]
    return (), Manifest({})


def manifest_in(seen: Seen) -> Manifest | None:
    """Return the manifest that a call printed, if it succeeded."""
    found = manifest_of(seen.document or {}) if seen.code == 0 else None
    return None if found is None else Manifest(found)
