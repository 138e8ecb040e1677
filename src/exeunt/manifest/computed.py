"""A manifest, and the same one taken elsewhere → the first, with what differs marked.

What differs is a value of the machine or of the moment: the number of its processors,
a folder, the clock, chance. The program promises none of them, so they are left out.
"""

from __future__ import annotations

from ..model.document import is_object, mapping
from ..model.envelope import is_array
from .changes import same, written
from .model import Fields, Manifest, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    Json = Mapping[str, Any]

LIMITS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
FIELDS = ("default", "enum_values", *LIMITS)
LEFT_OUT = "…"  # in place of the words of a text that differ
NOTHING = object()


def marked(here: Json, elsewhere: Json) -> dict[str, Any]:
    """Return a manifest, with what it says otherwise elsewhere left out and named."""
    others = Manifest(elsewhere).commands
    commands = {
        path: marked_command(one.raw, others[path].raw) if path in others else one.raw
        for path, one in Manifest(here).commands.items()
    }
    return {**here, "commands": commands}


def marked_command(here: Json, elsewhere: Json) -> Json:
    """Mark each option and each argument of a command, and what its texts repeat."""
    found = described(here, elsewhere)
    if is_object(here.get("flags")):
        flags, others = (mapping(side.get("flags")) for side in (here, elsewhere))
        found["flags"] = {
            name: marked_param(flag, others.get(name)) for name, flag in flags.items()
        }
    if is_array(here.get("arguments")):
        first, second = (listed(side.get("arguments")) for side in (here, elsewhere))
        beside = [*second, *[None] * len(first)]
        found["arguments"] = list(map(marked_param, first, beside))
    return found


def marked_param(here: object, elsewhere: object) -> object:
    """Leave out what an option or an argument has otherwise elsewhere, and name it."""
    if not is_object(here) or not is_object(elsewhere):
        return here
    found, other = described(here, elsewhere), {**elsewhere}
    words, its = (side.get("enum_values") for side in (here, elsewhere))
    if is_array(words) and is_array(its) and in_order(words) == in_order(its):
        # A set has no order of its own.
        found["enum_values"] = other["enum_values"] = (
            words if words == its else in_order(words)
        )
    names = [
        name
        for name in FIELDS
        if not alike(found.get(name, NOTHING), other.get(name, NOTHING))
    ]
    for name in names:
        found.pop(name, None)
    known = Fields(here).texts("computed")
    return found | ({"computed": sorted({*known, *names})} if names else {})


def alike(one: object, other: object) -> bool:
    """Tell whether a field says the same, or is left out, on both sides."""
    if one is NOTHING or other is NOTHING:
        return one is other
    return same(one, other)


def in_order(words: list[Any]) -> list[Any]:
    """Return a list in an order that depends on nothing but what is in it."""
    return sorted(words, key=written)


def described(here: Json, elsewhere: Json) -> dict[str, Any]:
    """Leave out of a description the words that it has otherwise elsewhere."""
    one, other = (
        Fields(side).text("description").split(" ") for side in (here, elsewhere)
    )
    if one == other:
        return {**here}
    before = shared(one, other)
    after = shared(one[before:][::-1], other[before:][::-1])
    said = [*one[:before], LEFT_OUT, *one[len(one) - after :]]
    return {**here, "description": " ".join(said)}


def shared(one: list[str], other: list[str]) -> int:
    """Count the words that two texts have in common before they differ."""
    pairs = enumerate(zip(one, other, strict=False))
    unlike = (place for place, (word, its) in pairs if word != its)
    return next(unlike, min(len(one), len(other)))
