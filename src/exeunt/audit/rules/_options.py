"""The page of a command → the options on it, and those that its manifest has not."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...manifest.model import CommandPromise
    from .._call import Seen
    from ..rule import World

BOX = "│┃|* \t"
DEEP = 9  # columns; what stands further right goes on with a description
LONG = re.compile(r"(?<![\w-])--(?:\[no-\])?([A-Za-z][\w-]*)")
COLUMNS = re.compile(r"\s{2,}")
EVERYWHERE = ("help", "version", "output", "json", "schema")


def declares_its_options(seen: Seen, world: World) -> str:
    """Name an option that a command's page has and the manifest has not."""
    known = set(known_options(seen, world))
    for names in options_on(seen.stdout):
        if not known & set(names):
            return f"--{names[0]} is on its page alone"
    return ""


def lists_options(seen: Seen, world: World) -> bool:
    """Look at pages of declared commands that list options."""
    shown = any(True for _ in options_on(seen.stdout))
    declared = world.promise(seen.probe.path) is not None
    return seen.ended and seen.code == 0 and declared and shown


def options_on(page: str) -> Iterator[list[str]]:
    """Yield the long names that each option on a page has, in a list or in a box."""
    for line in page.splitlines():
        text = line.lstrip(BOX)
        if not text or len(line) - len(text) not in range(1, DEEP):
            continue
        first = COLUMNS.split(text)[0]
        boxed = line.lstrip()[:1] in "│┃"
        names = LONG.findall(first) if first[0] == "-" or boxed else []
        if names:
            yield [plain(name) for name in names]


def known_options(seen: Seen, world: World) -> Iterator[str]:
    """Yield every option that a command has by the manifest, or that all have."""
    yield from EVERYWHERE
    yield from (plain(word) for word in world.contract.asked or ())
    for names in options_on(world.contract.help):
        yield from names
    path = seen.probe.path.split(".")
    for length in range(len(path) + 1):
        promise = world.promise(".".join(path[:length]))
        if promise is not None:
            yield from spellings(promise)


def spellings(promise: CommandPromise) -> Iterator[str]:
    """Yield each way to write what a command takes, without dashes."""
    for param in promise.params:
        others = [*param.texts("negatives"), *param.texts("aliases")]
        for spelling in (param.name, f"no-{param.name}", *param.spellings, *others):
            yield plain(spelling)


def plain(option: str) -> str:
    """Write an option without its dashes, one way for all."""
    return option.lstrip("-").replace("_", "-")
