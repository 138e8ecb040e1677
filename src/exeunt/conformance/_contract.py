"""A program → what it declares: its commands, its dialect, how it is asked for JSON.

`--schema` is tried first: who does not know it rejects it. A word like `manifest` is
tried only where the program lists it, or speaks a dialect: for any other program it
might be an argument to act on.
"""

from __future__ import annotations

import re

from .._record import Record, final
from ..dialects._declared import manifest_dialect, mapping
from ..dialects._detect import UNCLEAR
from ..dialects._dialect import MODULES
from ..errors import InputError
from ._call import Probe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

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
HELP_PAGE = re.compile(r"(?im)^\s*usage\b|^\s*options\b|^\s*commands\b|--help\b")
HAS_COMMANDS = re.compile(
    r"(?im)^\W*(?:\w+ )?(?:sub)?commands\b|\bCOMMAND\b|<(?:sub)?command>|"
    r"\{[\w-]+(?:,[\w-]+)+\}"
)


@final
class Promise(Record):
    """One command, as the manifest has it."""

    __slots__ = ("path", "entry")
    path: str  # dotted
    entry: Mapping[str, Any]

    def __init__(self, path: str, entry: Mapping[str, Any]) -> None:
        self._fill(path, entry)

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

    __slots__ = ("source", "dialect", "manifest", "asked", "call", "help", "page")
    source: str  # where it was found: --schema, manifest, a file; or nowhere
    dialect: str
    manifest: Mapping[str, Any]
    asked: tuple[str, ...] | None  # the words that ask for JSON; None: nothing does
    call: tuple[str, ...]  # the words that print the manifest
    help: str
    page: bool  # whether --help shows a page, so that options are parsed

    def __init__(  # noqa: PLR0913 - a contract has its parts
        self,
        source: str,
        dialect: str,
        manifest: Mapping[str, Any],
        *,
        asked: tuple[str, ...] | None,
        call: tuple[str, ...],
        help: str,  # noqa: A002 - the word for it
        page: bool,
    ) -> None:
        self._fill(source, dialect, manifest, asked, call, help, page)

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
        return bool(HAS_COMMANDS.search(self.help))


def find_contract(
    attempt: Try, *, dialect: str | None, given: Mapping[str, Any] | None, name: str
) -> tuple[Contract, list[Seen]]:
    """Ask a program what it declares, and return the calls that this took."""
    page = attempt(Probe("help", ["--help"]))
    seen = [page]
    parses = page.ended and page.code == 0 and bool(HELP_PAGE.search(page.stdout))
    asked = None
    call: tuple[str, ...] = ()
    found = dict(given or {})
    spoken: str | None = None
    if parses:
        asked, spoken = find_mode(attempt, seen)
        if not found:
            call, found = find_manifest(attempt, asked, page.stdout, spoken, seen)
    source = name if given else " ".join(call) or "nowhere"
    named = dialect or manifest_dialect(found) or spoken
    if named == "holon" and asked is None:
        asked = ()  # it has no envelope, so there is nothing to ask for
    contract = Contract(
        source,
        named if named in MODULES else ("agent-spec" if found else PLAIN),
        found,
        asked=asked,
        call=call,
        help=page.stdout,
        page=parses,
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
            spoken = "agent-spec" if tried.dialect == UNCLEAR else tried.dialect
            return words, spoken
        if not tried.ended:
            break  # it hangs, and would do so again
    return None, None


def find_manifest(
    attempt: Try,
    asked: tuple[str, ...] | None,
    page: str,
    spoken: str | None,
    seen: list[Seen],
) -> tuple[tuple[str, ...], dict[str, Any]]:
    """Find the words that print the manifest, and what they print."""
    listed = [w for w in WORDS if spoken or re.search(rf"(?m)^\W*{w}\b", page)]
    for words in ((SCHEMA,), *((word,) for word in listed)):
        json = asked is not None
        tried = attempt(Probe("manifest", [*words, *(asked or ())], json=json))
        found = manifest_in(tried)
        if found is not None:
            seen.append(tried)
            return words, found
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
    from json import loads  # noqa: PLC0415 - 7 ms, for who has a file

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
