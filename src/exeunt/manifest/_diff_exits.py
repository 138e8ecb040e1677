"""What a command may end with, before and after → changes, by number and by name."""

from __future__ import annotations

from .changes import Word, compare_listed, compare_unknown, same
from .schema import EXIT, names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from .changes import Surface
    from .model import ExitPromise

    Exits = Mapping[str, ExitPromise]

KNOWN = names(EXIT)


def compare_exits(place: Surface, old: Exits, new: Exits) -> None:
    """Compare what a command may end with, by number and by name."""
    numbers = {said.name: number for number, said in new.items() if said.name}
    settled: set[str] = set()
    for number, before in old.items():
        part = exit_surface(place, number, before)
        after, name = new.get(number), before.name
        if after is not None and (name == after.name or not (name and after.name)):
            settled.add(number)
            if before.raw != after.raw:
                compare_exit(part, before, after)
        elif name in numbers:
            part.note("exit_moved", new=Word(numbers[name]))
        elif after is not None:
            settled.add(number)
            part.note("exit_renamed", Word(name), Word(after.name))
        else:
            part.note("exit_removed", Word(name))
    known = {said.name for said in old.values()} - {""}
    for number, after in new.items():
        if number not in settled and after.name not in known:
            part = exit_surface(place, number)
            part.note("exit_added", new=Word(after.name))


def exit_surface(
    place: Surface, number: str, before: ExitPromise | None = None
) -> Surface:
    """Return the surface of a number that a command may end with."""
    return place.at(f"exit_codes/{number}", f"exit {number} of {place.name}", before)


def compare_exit(part: Surface, old: ExitPromise, new: ExitPromise) -> None:
    """Compare what is promised at one number."""
    retryable = old.retryable, new.retryable
    if retryable == (True, False):
        part.note("no_longer_retryable")
    elif retryable == (False, True):
        part.note("now_retryable")
    effects = old.raw.get("side_effects"), new.raw.get("side_effects")
    if None not in effects:
        part.moved(*effects, "effects_raised", "effects_lowered")
    compare_listed(part, old, new, "errors", "error_added", "error_removed")
    if not same(old.raw.get("description"), new.raw.get("description")):
        part.at("description", part.name).note("text_changed", name="description")
    compare_unknown(part, old, new, KNOWN)


def compare_promoted(
    place: Surface, old: Mapping[str, Any], new: Mapping[str, Any]
) -> None:
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
