"""A manifest → which dialect it speaks, and what each command promises by code."""

from __future__ import annotations

from .._record import Record, final
from ..errors import DeclarationError
from ..outcome._codes import Effects, ExitCode, Retryable
from ..outcome._entry import Code, declare
from ._row import Row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

SWAPPED = {"2", "3"}  # the numbers that the two generations of the spec exchange


@final
class Declared(Record):
    """One code of one command, as its manifest declares it."""

    __slots__ = ("number", "code", "model", "description", "retryable", "effects",
                 "broken")
    number: int
    code: Code
    model: ExitCode
    description: str
    retryable: bool | None
    effects: Effects | None
    broken: bool

    def __init__(self, number: int, code: Code, entry: Mapping[str, Any]) -> None:
        model = code if isinstance(code, ExitCode) else ExitCode.GENERAL_ERROR
        retryable = entry.get("retryable")
        effects = _EFFECTS.get(str(entry.get("side_effects")))
        broken = (
            not isinstance(retryable, bool | None)
            or (model is ExitCode.ARG_ERROR and effects not in {Effects.NONE, None})
            or (model is ExitCode.PARTIAL_FAILURE and retryable is True)
            or (effects is Effects.COMPLETE and model is not ExitCode.SUCCESS)
            or (retryable is True and effects not in {Effects.NONE, None})
        )
        self._fill(
            number,
            code,
            model,
            str(entry.get("description") or code.name),
            retryable if isinstance(retryable, bool) and not broken else None,
            effects if not broken else None,
            broken,
        )

    def row(self) -> Row:
        """Return the declaration as a row; what it leaves unsaid is the model's."""
        return Row(
            self.number,
            self.model,
            name=self.code.name,
            meaning=self.description,
            retryable=None if isinstance(self.code, ExitCode) else Retryable.NO,
            effects=self.effects,
            source="the command's manifest",
        )


_EFFECTS = {effects.value: effects for effects in Effects}


def manifest_dialect(manifest: Mapping[str, Any]) -> str | None:
    """Name the dialect of a manifest by what its entries call 2 and 3."""
    named = manifest.get("dialect")
    if isinstance(named, str):
        return named
    for exits in exits_of(manifest):
        for number in SWAPPED & set(exits):
            code = name_of(exits[number]) or likely_name(exits[number])
            if code is not None:
                seed = ExitCode[code].value == int(number)
                return "agent-spec" if seed else "agent-spec@1.6"
    return None


def declared_exits(
    manifest: Mapping[str, Any], argv: Sequence[str], dialect_rows: Mapping[int, Row]
) -> dict[int, Declared]:
    """Return what the called command declares, by number."""
    commands = manifest.get("commands")
    entry = find_command(commands, argv) if isinstance(commands, dict) else None
    exits = entry.get("exit_codes") if isinstance(entry, dict) else None
    found: dict[int, Declared] = {}
    for key, value in exits.items() if isinstance(exits, dict) else ():
        number = int(key) if str(key).isascii() and str(key).isdigit() else -1
        if number < 0 or not isinstance(value, dict):
            continue
        code = code_of(number, value, dialect_rows)
        if code is not None:
            found[number] = Declared(number, code, value)
    return found


def find_command(commands: Mapping[str, Any], argv: Sequence[str]) -> Any:
    """Find the longest command path among the words of a call, aliases included."""
    words = [word for word in argv[1:] if not word.startswith("-")]
    by_path = dict(commands)
    for path, entry in commands.items():
        aliases = entry.get("aliases") if isinstance(entry, dict) else None
        parent = path.rpartition(".")[0]
        for alias in aliases if isinstance(aliases, list) else ():
            by_path.setdefault(f"{parent}.{alias}".lstrip("."), entry)
    for length in range(len(words), 0, -1):
        entry = by_path.get(".".join(words[:length]))
        if entry is not None:
            return entry
    return by_path.get("") or (next(iter(by_path.values())) if len(by_path) == 1 else None)


def code_of(
    number: int, entry: Mapping[str, Any], rows: Mapping[int, Row]
) -> Code | None:
    """Name a declared number: the model's code, or the command's own."""
    row = rows.get(number)
    if row is not None:
        return row.code
    try:
        return declare(str(entry.get("name") or f"EXIT_{number}"), number, sysexits=True)
    except DeclarationError:
        return None


def exits_of(manifest: Mapping[str, Any]) -> list[dict[str, Any]]:
    """List the exit tables of every command."""
    commands = manifest.get("commands")
    entries = commands.values() if isinstance(commands, dict) else ()
    tables = (e.get("exit_codes") for e in entries if isinstance(e, dict))
    return [table for table in tables if isinstance(table, dict)]


def name_of(entry: object) -> str | None:
    """Return the model's name that an entry carries."""
    name = entry.get("name") if isinstance(entry, dict) else None
    return name if name in {"ARG_ERROR", "PARTIAL_FAILURE"} else None


def likely_name(entry: object) -> str | None:
    """Infer the name from the promise: only one of the two may have effects."""
    effects = entry.get("side_effects") if isinstance(entry, dict) else None
    return {"none": "ARG_ERROR", "partial": "PARTIAL_FAILURE"}.get(str(effects))
