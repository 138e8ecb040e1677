"""A manifest → which dialect it speaks, and what each command promises by code."""

from __future__ import annotations

from ..dialects.declared import Declared, effects_of
from ..dialects.detect import SWAPPED, generation
from ..errors import DeclarationError
from ..model.codes import Effects, ExitCode
from ..model.document import is_object
from ..model.entry import Code, declare

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from ..model.row import Row


def manifest_dialect(manifest: Mapping[str, Any]) -> str | None:
    """Name the dialect of a manifest by what its entries call 2 and 3."""
    named = manifest.get("dialect")
    if isinstance(named, str):
        return named
    for named_by in (name_of, likely_name):
        speakers = {
            generation(ExitCode[name], number)
            for exits in exits_of(manifest)
            for number in SWAPPED
            if (name := named_by(exits.get(str(number)))) is not None
        }
        if speakers:  # a manifest that speaks with two tongues tells nothing
            return speakers.pop() if len(speakers) == 1 else None
    return None


def declared_exits(
    manifest: Mapping[str, Any], argv: Sequence[str], dialect_rows: Mapping[int, Row]
) -> dict[int, Declared]:
    """Return what the called command declares, by number."""
    command = find_command(mapping(manifest.get("commands")), argv)
    found: dict[int, Declared] = {}
    for key, entry in mapping(command.get("exit_codes")).items():
        number = number_of(key)
        if number is None or not isinstance(entry, dict):
            continue
        code = code_of(number, mapping(entry), dialect_rows)
        if code is not None:
            found[number] = Declared(number, code, mapping(entry))
    return found


def find_command(commands: Mapping[str, Any], argv: Sequence[str]) -> dict[str, Any]:
    """Find the longest command path among the words of a call, aliases included."""
    words = [word for word in argv[1:] if not word.startswith("-")]
    by_path = {path: mapping(entry) for path, entry in commands.items()}
    for path, entry in list(by_path.items()):
        parent = path.rpartition(".")[0]
        aliases: list[object] = entry.get("aliases") or []
        for alias in aliases if type(aliases) is list else ():
            by_path.setdefault(f"{parent}.{alias}".lstrip("."), entry)
    for length in range(len(words), 0, -1):
        found = by_path.get(".".join(words[:length]))
        if found is not None:
            return found
    only = next(iter(by_path.values())) if len(commands) == 1 else {}
    return by_path.get("") or only


def code_of(
    number: int, entry: Mapping[str, Any], rows: Mapping[int, Row]
) -> Code | None:
    """Name a declared number: the model's code, or the command's own."""
    row = rows.get(number)
    if row is not None:
        return row.code
    for name in (str(entry.get("name")), f"EXIT_{number}"):
        try:
            return declare(name, number, sysexits=True)
        except DeclarationError:
            continue
    return None


def exits_of(manifest: Mapping[str, Any]) -> list[dict[str, Any]]:
    """List the exit tables of every command."""
    commands = mapping(manifest.get("commands")).values()
    return [mapping(mapping(entry).get("exit_codes")) for entry in commands]


def name_of(entry: object) -> str | None:
    """Return the model's name that an entry carries."""
    name = mapping(entry).get("name")
    return name if name in ("ARG_ERROR", "PARTIAL_FAILURE") else None


def likely_name(entry: object) -> str | None:
    """Infer the name from the promise: only one of the two may have effects."""
    effects = effects_of(mapping(entry))
    names = {Effects.NONE: "ARG_ERROR", Effects.PARTIAL: "PARTIAL_FAILURE"}
    return names.get(effects) if effects else None


def number_of(key: object) -> int | None:
    """Return the exit status that a key of a manifest is."""
    text = str(key)
    short = len(text) <= len("255") and text.isascii() and text.isdigit()
    return int(text) if short else None


def mapping(value: Any) -> dict[str, Any]:
    """Return a JSON object, or an empty one in place of anything else."""
    return value if is_object(value) else {}
