"""Successful calls of safe commands → the same, cut at a limit or with their defaults.

They are made where the first was: in another room a default may be another one, and a
list that a fixture has filled is empty.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...manifest.model import CommandPromise
from .._call import Probe, Seen
from .._place import Room
from ..rule import Audit

LIMIT = "limit"  # the option that cuts a list (O-003)
FEW, MORE = "1", "2"
# What makes a default another one in another room, or for a shell.
PLACES = "/~$\\"


def sequels(audit: Audit, level: int) -> Iterator[tuple[Probe, Room]]:
    """Cut what was listed at one item and at two; write out what is the default."""
    for seen in audit.seen:
        promise = audit.promise(seen.probe.path)
        went_well = seen.ended and seen.code == 0 and seen.probe.json
        if promise is None or not promise.is_safe or not went_well:
            continue
        asked = audit.contract.asked or ()
        again = seen.probe.replace(setup=(), files={})
        if seen.probe.kind in {"run", "fixture"} and level > 1:
            for few in (FEW, MORE) if is_cuttable(promise) else ():
                words = with_limit(seen, promise, asked, few)
                yield again.replace(kind="run-limit", words=words, note=few), seen.room
        words = with_defaults(promise, asked)
        if seen.probe.kind == "run" and words and level > 2:  # noqa: PLR2004 - the rule's
            yield again.replace(kind="run-default", words=words), seen.room


def is_cuttable(promise: CommandPromise) -> bool:
    """Tell whether a command says that its list can be cut."""
    return LIMIT in promise.options and promise.options[LIMIT].type == "integer"


def with_limit(
    seen: Seen, promise: CommandPromise, asked: tuple[str, ...], few: str
) -> list[str]:
    """Write a call with another limit than it has."""
    option = promise.options[LIMIT].long
    words = list(seen.probe.words[: len(seen.probe.words) - len(asked)])
    while option in words:
        place = words.index(option)
        del words[place : place + 2]
    return [*words, option, few, *asked]


def with_defaults(promise: CommandPromise, asked: tuple[str, ...]) -> list[str]:
    """Write a call with each default that is a plain value; nothing, if none is."""
    words: list[str] = []
    names = {word.partition("=")[0] for word in asked}
    for option in promise.options.values():
        usual = option.long not in names and option.type != "boolean"
        if usual and is_plain(option.default) and not option.sensitive:
            words += [option.long, str(option.default)]
    return [*promise.words, *words, *asked] if words else []


def is_plain(value: object) -> bool:
    """Tell whether a default is a number, or a word that means the same anywhere."""
    if isinstance(value, str):
        return bool(value) and not set(PLACES) & set(value)
    return isinstance(value, int | float) and not isinstance(value, bool)
