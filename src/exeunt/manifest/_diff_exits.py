"""What a command may end with, before and after → changes, by number and by name."""

from __future__ import annotations

from ._changes import Word, same
from ._diff_parts import compare_listed, compare_unknown
from .reader import mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ._changes import Surface

    Json = Mapping[str, Any]

KNOWN = {"name", "description", "retryable", "side_effects", "errors", "stability"}


def compare_exits(place: Surface, old: Json, new: Json) -> None:
    """Compare what a command may end with, by number and by name."""
    numbers = {name: number for number, e in new.items() if (name := named(e))}
    settled: set[str] = set()
    for number, said in old.items():
        before = mapping(said)
        part = exit_surface(place, number, before)
        name, now = named(before), named(new.get(number))
        if number in new and (name == now or None in {name, now}):
            settled.add(number)
            if said != new[number]:
                compare_exit(part, before, mapping(new[number]))
        elif name in numbers:
            part.note("exit_moved", new=Word(numbers[name]))
        elif number in new:
            settled.add(number)
            part.note("exit_renamed", Word(name), Word(now))
        else:
            part.note("exit_removed", Word(name or ""))
    known = {named(said) for said in old.values()} - {None}
    for number, said in new.items():
        if number not in settled and named(said) not in known:
            part = exit_surface(place, number, {})
            part.note("exit_added", new=Word(named(said) or ""))


def exit_surface(place: Surface, number: str, entry: Json) -> Surface:
    """Return the surface of a number that a command may end with."""
    return place.at(f"exit_codes/{number}", f"exit {number} of {place.name}", entry)


def compare_exit(part: Surface, old: Json, new: Json) -> None:
    """Compare what is promised at one number."""
    retryable = old.get("retryable"), new.get("retryable")
    if retryable == (True, False):
        part.note("no_longer_retryable")
    elif retryable == (False, True):
        part.note("now_retryable")
    effects = old.get("side_effects"), new.get("side_effects")
    if None not in effects:
        part.moved(*effects, "effects_raised", "effects_lowered")
    compare_listed(part, old, new, "errors", "error_added", "error_removed")
    if not same(old.get("description"), new.get("description")):
        part.at("description", part.name).note("text_changed", name="description")
    compare_unknown(part, old, new, KNOWN)


def compare_promoted(place: Surface, old: Json, new: Json) -> None:
    """Compare which states of the result end with a code of their own."""
    for state in (*old, *(state for state in new if state not in old)):
        part = place.at(f"promotes/{state}", place.name)
        was, now = old.get(state), new.get(state)
        if state not in old:
            part.note("state_promoted", new=now, name=state)
        elif state not in new:
            part.note("state_demoted", was, name=state)
        elif not same(was, now):
            part.note("state_moved", was, now, state)


def named(entry: object) -> str | None:
    """Return the name of a code, if its entry says it."""
    name = mapping(entry).get("name")
    return name if isinstance(name, str) else None
