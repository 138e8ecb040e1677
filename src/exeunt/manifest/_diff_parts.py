"""Pieces of a manifest, leniently → names, lists, numbers, and what differs in them."""

from __future__ import annotations

from ..model.envelope import is_array
from ._changes import Word, same

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ._changes import Surface

    Json = Mapping[str, Any]

FOREVER = float("inf")


def compare_listed(  # noqa: PLR0913 - a list on both sides, and two rules
    place: Surface, old: Json, new: Json, name: str, added: str, removed: str
) -> None:
    """Compare two lists of names, whatever their order."""
    was, now = (dict.fromkeys(texts(side.get(name))) for side in (old, new))
    for item in was:
        if item not in now:
            place.at(f"{name}/{item}", place.name).note(removed, Word(item))
    for item in now:
        if item not in was:
            place.at(f"{name}/{item}", place.name).note(added, new=Word(item))


def compare_unknown(place: Surface, old: Json, new: Json, known: set[str]) -> None:
    """Note what differs that nobody here understands."""
    for name in (*old, *(name for name in new if name not in old)):
        if name not in known and not same(old.get(name), new.get(name)):
            place.at(name, place.name).note("unknown_changed", name=name)


def texts(value: object) -> list[str]:
    """Return a list of texts, without what is none; anything else is empty."""
    return [item for item in listed(value) if isinstance(item, str)]


def listed(value: object) -> list[Any]:
    """Return a list, or an empty one in place of anything else."""
    return value if is_array(value) else []


def called(path: str) -> Word:
    """Write a command as a person calls it; the program itself has no other name."""
    return Word(f"`{path.replace('.', ' ')}`" if path else "the program")


def inside(name: str, word: str) -> str:
    """Write a word of a call behind the command that it belongs to."""
    return f"{name[:-1]} {word}`" if name.endswith("`") else f"`{word}`"


def seconds(entry: Json) -> float:
    """Return the time that a command has."""
    return number(entry.get("timeout_seconds"), FOREVER)


def number(value: object, otherwise: float) -> float:
    """Return a number, or another one in place of what is none, NaN included."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return otherwise
    return value if value == value else otherwise  # noqa: PLR0124 - NaN is not
