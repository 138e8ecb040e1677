"""A program → what it declares: its commands, its dialect, how it is asked for JSON.

`--help` comes first. Who answers it with a page, or refuses it as an option, parses
options: `--schema` is tried next, since who does not know it rejects it. A word like
`manifest` is tried only where the program lists it, or speaks a dialect: for any other
program it might be an argument to act on. Who is said to be harmless is asked anything.
"""

from __future__ import annotations

import re

from ..dialects.detect import UNCLEAR
from ..dialects.dialect import DEFAULT, MODULES, checked_names
from ..dialects.dialect import dialect as dialect_named
from ..errors import InputError
from ..manifest.reader import manifest_dialect, mapping
from ..record import KW_ONLY, Record, final
from ._call import Probe
from ._page import lists_commands, page_of, refuses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from ..dialects.dialect import Dialect
    from ._call import Seen

    Try = Callable[[Probe], Seen]

PLAIN = "plain"  # of a program that declares nothing
NO_FLAG = "--exeunt-no-such-option"
NO_COMMAND = "exeunt-no-such-command"
SCHEMA = "--schema"
WORDS = ("manifest", "describe")
ASKED = (
    (),
    ("--output", "json"),
    ("--json",),
    ("--exeunt-output", "json"),
    ("--format", "json"),
)
SAFE = "safe"


@final
class Promise(Record):
    """One command, as the manifest has it."""

    path: str  # dotted
    entry: Mapping[str, Any]

    @property
    def words(self) -> list[str]:
        """The words that call it."""
        return self.path.split(".") if self.path else []

    @property
    def is_safe(self) -> bool:
        """Whether it says that it changes nothing."""
        return self.entry.get("danger_level") == SAFE

    @property
    def is_group(self) -> bool:
        """Whether it only holds other commands."""
        return bool(self.entry.get("subcommands"))

    @property
    def flags(self) -> dict[str, dict[str, Any]]:
        """Its options by name."""
        found = mapping(self.entry.get("flags"))
        return {name: mapping(flag) for name, flag in found.items()}

    @property
    def arguments(self) -> list[dict[str, Any]]:
        """Its arguments in order."""
        found: list[Any] = self.entry.get("arguments") or []
        return [mapping(one) for one in found] if type(found) is list else []

    @property
    def exits(self) -> dict[int, dict[str, Any]]:
        """Its declared codes by number."""
        found = mapping(self.entry.get("exit_codes"))
        return {int(n): mapping(e) for n, e in found.items() if n.isdecimal()}

    @property
    def needs(self) -> bool:
        """Whether it cannot be called without a value."""
        both = [*self.flags.values(), *self.arguments]
        return any(param.get("required") is True for param in both)


@final
class Contract(Record):
    """What is known of a program before it is tried."""

    source: str  # where it was found: --schema, manifest, a file; or nowhere
    dialect: str
    manifest: Mapping[str, Any]
    _: KW_ONLY
    asked: tuple[str, ...] | None  # the words that ask for JSON; None: nothing does
    call: tuple[str, ...]  # the words that print the manifest
    help: str  # the page that --help shows, on whichever stream
    parses: bool  # whether it parses options: it has a page, or refused --help

    @property
    def table(self) -> Dialect:
        """The table of its dialect; a plain program does as most programs do."""
        return dialect_named(self.dialect if self.dialect in MODULES else "shell")

    @property
    def promises(self) -> list[Promise]:
        """Every command that it declares."""
        found = mapping(self.manifest.get("commands"))
        return [Promise(path, mapping(entry)) for path, entry in found.items()]

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
    found = dict(given or {})
    spoken: str | None = None
    if parses or harmless:
        asked, spoken = find_mode(attempt, seen)
        if not found:
            words = listed_in(page, anyway=harmless or spoken is not None)
            call, found = find_manifest(attempt, asked, words, seen)
    source = name if given else " ".join(call) or "nowhere"
    named = dialect or manifest_dialect(found) or spoken
    if asked is None and named in checked_names() and dialect_named(named).bare:
        asked = ()  # it has no envelope, so there is nothing to ask for
    contract = Contract(
        source,
        named if named in MODULES else (DEFAULT if found else PLAIN),
        found,
        asked=asked,
        call=call,
        help=page,
        parses=parses,
    )
    return contract, seen


def find_mode(
    attempt: Try, seen: list[Seen]
) -> tuple[tuple[str, ...] | None, str | None]:
    """Find the words that make a rejected call an envelope."""
    for words in ASKED:
        tried = attempt(Probe("bad-flag-json", [NO_FLAG, *words], json=True))
        if tried.document is not None and tried.dialect is not None:
            seen.append(tried)
            spoken = DEFAULT if tried.dialect == UNCLEAR else tried.dialect
            return words, spoken
        if not tried.ended:
            break  # it hangs, and would do so again
    return None, None


def listed_in(page: str, *, anyway: bool) -> list[str]:
    """Return the words for a manifest that a page lists; or all, if none can harm."""
    return [w for w in WORDS if anyway or re.search(rf"(?m)^\W*{w}\b", page)]


def find_manifest(
    attempt: Try, asked: tuple[str, ...] | None, listed: list[str], seen: list[Seen]
) -> tuple[tuple[str, ...], dict[str, Any]]:
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
    return (), {}


def manifest_in(seen: Seen) -> dict[str, Any] | None:
    """Return the manifest that a call printed: as data, as a result, or bare."""
    document = seen.document or {}
    for found in (document.get("data"), document.get("result"), document):
        if seen.code == 0 and isinstance(found, dict) and "commands" in found:
            return mapping(found)
    return None


def read_contract(path: str) -> dict[str, Any]:
    """Read a manifest from a file, bare or in an envelope."""
    from json import loads  # 7 ms, for who has a file

    try:
        with open(path, encoding="utf-8") as file:  # noqa: PTH123 - pathlib is dear
            found = mapping(loads(file.read()))
    except FileNotFoundError:
        error = InputError(f"there is no file {path}", fix="pass a manifest's file")
        error.error_code = "FILE_NOT_FOUND"
        raise error from None
    except (OSError, ValueError) as error:
        msg = f"{path} holds no JSON: {error}"
        raise InputError(msg, fix="write one with: CLI manifest > FILE") from None
    found = mapping(found.get("data")) or found
    if not isinstance(found.get("commands"), dict):
        msg = f"{path} is no manifest: it has no commands"
        raise InputError(msg, fix="write one with: CLI manifest > FILE")
    return found
