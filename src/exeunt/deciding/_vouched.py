"""A redirect and the called file's own manifest → the words that may be run unasked.

What a command prints is no evidence of where it moved: anything that it starts can
print that too. So only words that name a command of the manifest may change, to one
that is no more dangerous; each option and value stays as the caller wrote it.
"""

from __future__ import annotations

from ..manifest.contract import DANGERS, UNKNOWN_DANGER
from ..manifest.model import Manifest
from ..manifest.names import Names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..manifest.model import CommandPromise

OURS = ("--output", "--exeunt-output", "--fields")  # that every adopted program takes
RAW = "raw"  # what is printed may be another program's


def vouched(
    called: Sequence[str], new: Sequence[str], manifest: Mapping[str, object]
) -> tuple[str, ...] | None:
    """Return the words that the called file is given; None if it vouches for none."""
    said = Manifest(manifest)
    names = Names(said)
    start = leading(called, said)
    if start is None or list(new[1:start]) != list(called[1:start]):
        return None
    old, end = longest(called, start, {*names.formers}, names)
    there, stop = longest(new, start, set(), names)
    if not old or there is None or list(new[stop:]) != list(called[end:]):
        return None
    target = names.by_path[there]
    if target.output == RAW or not leads(old, target, names):
        return None
    return (called[0], *new[1:])


def leads(old: str, target: CommandPromise, names: Names) -> bool:
    """Tell whether a path may have moved to a command: as it says, or to no worse."""
    here = names.find(old)
    if here is None:
        return names.formers.get(old) == target.path
    source = names.by_path[here]
    return source.output != RAW and danger(target) <= danger(source)


def danger(command: CommandPromise) -> int:
    """Say how dangerous a command is; what it does not say is not safe."""
    said = command.danger
    return DANGERS.index(said if said in DANGERS else UNKNOWN_DANGER)


def longest(
    words: Sequence[str], start: int, formers: set[str], names: Names
) -> tuple[str | None, int]:
    """Find the longest path that words name from a place on, and where it ends."""
    found: tuple[str | None, int] = None, start
    for end in range(start + 1, len(words) + 1):
        path = ".".join(words[start:end])
        here = names.find(path)
        if path in formers and here is None:
            found = path, end
        elif here is not None:
            found = here, end
    return found


def leading(words: Sequence[str], manifest: Manifest) -> int | None:
    """Say where the first word stands that is no option; None if nobody can tell."""
    root = manifest.command("")
    options = [] if root is None else list(root.options.values())
    switches = {s for one in options if one.type == "boolean" for s in one.spellings}
    valued = {s for one in options for s in one.spellings if one.count == 1} - switches
    place = 1
    while place < len(words) and words[place].startswith("-"):
        word = words[place]
        name = word.partition("=")[0]
        if name in OURS or name in valued:
            place += 1 if "=" in word else 2
        elif word in switches:
            place += 1
        else:
            return None
    return place
