"""What was written into whose configuration → a file of ours, so that it can be undone.

It stands beside the start files, in `installed.json`, and is written before what it
tells of: whoever is killed in between leaves a line too many there, and never one too
few. It has no text of a configuration but what was replaced.
"""

from __future__ import annotations

import json
import os
from base64 import b64decode, b64encode
from hashlib import sha256

from ..errors import InputError
from ..files import (
    DIRECTORY,
    home,
    lock,
    open_directory,
    open_old,
    reach,
    write,
)
from ..model.envelope import is_object
from ..record import KW_ONLY, Record, final
from ._starts import value_of
from .edit import NotEditable, depth, look, put, take

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Literal

    from .doors import Kind
    from .edit import Format, Path, Value

    # What a value is for, and the name of that: a door has none.
    Part = tuple[Literal["door", "server", "skill", "section"], str]

    # An agent, and the project folder that it is installed for; empty: for the user.
    Owner = tuple[str, str]

NAME = "installed.json"
DOOR: Part = ("door", "")
LARGEST = 1 << 24  # bytes; a record has some hundred for each agent
VERSION = 1


@final
class Undo(Record):
    """What an edit replaced: where, how much it has written there, and over what."""

    after: str  # the digest of the file as it was written
    before: str
    at: int
    length: int
    old: bytes


@final
class Item(Record):
    """One value that we have written, for whom, and what was there before."""

    path: Path
    value: Value
    door: Kind | None  # whose start file the value names; None: it names none
    old: str | None
    there: int  # how many of the tables that lead to it
    owners: tuple[Owner, ...]
    _: KW_ONLY
    part: Part = DOOR


@final
class Kept(Record):
    """A file of somebody's configuration, and what of it is ours."""

    file: str
    format: Format
    new: bool = False  # it was not there
    made: tuple[str, ...] = ()  # folders that were not there, the innermost last
    items: tuple[Item, ...] = ()
    undos: tuple[Undo, ...] = ()


@final
class State(Record):
    """All that is installed."""

    files: tuple[Kept, ...] = ()
    lines: tuple[tuple[str, Kind], ...] = ()  # agents with no file, and their doors
    made: tuple[str, ...] = ()  # our own folders that were not there
    later: tuple[str, ...] = ()  # those of the journal, which doors may make
    limits: tuple[tuple[str, float], ...] = ()  # of all commands that are kept

    def is_empty(self) -> bool:
        """Tell whether nothing is installed."""
        return not self.files and not self.lines

    def of(self, file: str) -> Kept | None:
        """Return what is known of a file, by whichever of its names."""
        real = os.path.realpath(file)
        for kept in self.files:
            if kept.file == file or os.path.realpath(kept.file) == real:
                return kept
        return None

    def with_file(self, new: Kept) -> State:
        """Return the same with another record of a file."""
        if not any(kept.file == new.file for kept in self.files):
            return self.replace(files=(*self.files, new))
        files = (new if kept.file == new.file else kept for kept in self.files)
        return self.replace(files=tuple(files))


# -- bytes of a configuration file


def clean(kept: Kept, data: bytes | None) -> bytes | None:
    """Return a file without what is ours in it; None: it would not be there."""
    if data is None:
        return None
    for undo in kept.undos:
        before = undone(undo, data)
        if before is not None:
            return None if kept.new and not before else before
    ours = [item for item in kept.items if is_ours(kept, item, data)]
    for item in reversed(ours):
        data = take(kept.format, data, item.path, item.there, item.old)
    rest = data.removeprefix(b"\xef\xbb\xbf").split()
    return None if kept.new and b"".join(rest) in {b"", b"{}"} else data


def is_ours(kept: Kept, item: Item, data: bytes) -> bool:
    """Tell whether a value is still as we have written it, and so its whole server."""
    group = [item]
    if item.part[0] == "server":
        group = [one for one in kept.items if one.part == item.part]
    if any(look(kept.format, data, one.path) != one.value for one in group):
        return False
    table = look(kept.format, data, item.path[:-1])
    names = {one.path[-1] for one in group}
    more = {*table} - names if is_object(table) and item.part[0] == "server" else ()
    if more:
        msg = (
            f"{'.'.join(item.path[:-1])} has {min(more)}, which exeunt has not written"
        )
        raise NotEditable(msg)
    return True


def undone(undo: Undo, data: bytes) -> bytes | None:
    """Return the bytes before an edit; None if they are not those after it."""
    if digest(data) != undo.after:
        return None
    before = data[: undo.at] + undo.old + data[undo.at + undo.length :]
    return before if digest(before) == undo.before else None


def undo_of(before: bytes, after: bytes) -> Undo:
    """Return what leads back from one text to the other."""
    start = shared(before, after)
    end = shared(before[start:][::-1], after[start:][::-1])
    old = before[start : len(before) - end]
    length = len(after) - end - start
    return Undo(digest(after), digest(before), start, length, old)


def shared(one: bytes, other: bytes) -> int:
    """Return how many bytes two texts begin with in common."""
    pairs = enumerate(zip(one, other, strict=False))
    differ = (place for place, (left, right) in pairs if left != right)
    return next(differ, min(len(one), len(other)))


def filled(kept: Kept, data: bytes | None) -> tuple[Kept, bytes]:
    """Put every value of ours into a clean file; return it with what it replaced."""
    before = after = data or b""
    items: list[Item] = []
    for item in kept.items:
        old = look(kept.format, after, item.path)
        there = depth(kept.format, after, item.path)
        if item.door is None:
            check_free(kept, item, before)
            old, value = None, item.value
        elif old is not None and not isinstance(old, str):
            msg = f"{item.path[-1]} is set, and not to a text"
            raise NotEditable(msg)
        else:
            value = value_of(directory(), item.door, item.path[-1], old)
        after = put(kept.format, after, item.path, value)
        items.append(item.replace(value=value, old=old, there=there))
    undos = (undo_of(before, after),)
    return kept.replace(items=tuple(items), undos=undos), after


def check_free(kept: Kept, item: Item, data: bytes) -> None:
    """Refuse to write over what somebody else has written."""
    path = item.path[:-1] or item.path
    if look(kept.format, data, path) is None:
        return
    what = f"{'.'.join(path)} is there" if item.path[:-1] else "its text is there"
    msg = f"{what} already, and exeunt has not written it"
    raise NotEditable(msg)


def digest(data: bytes) -> str:
    """Return the digest of a file."""
    return sha256(data).hexdigest()


# -- where it is


def directory() -> str:
    """Return the folder of the start files, which is for this user's data."""
    data = os.environ.get("XDG_DATA_HOME", "")
    if not data.startswith("/"):
        if not (there := home()):
            msg = "there is no home folder of yours to write to"
            raise InputError(msg, fix="set HOME", error_code="NO_HOME")
        data = f"{there}/.local/share"
    return f"{data.rstrip('/')}/exeunt/doors"


def alone() -> int:
    """Have the home of this user to ourselves, among those who install; -1: cannot."""
    try:
        folder = reach(home() or "/", DIRECTORY)
    except OSError:
        return -1
    try:
        lock(folder)
    except BlockingIOError:
        os.close(folder)
        msg = "another install or uninstall is under way"
        fix = "try again in a moment"
        raise InputError(msg, fix=fix, error_code="INSTALL_BUSY") from None
    except OSError:
        pass  # a file system without locks
    return folder


def make(path: str) -> tuple[str, ...]:
    """Make a folder and those on the way to it; return those that were not there."""
    made: list[str] = []
    for one in missing(path):
        above = reach(os.path.dirname(one), DIRECTORY)
        try:
            os.mkdir(os.path.basename(one), 0o700, dir_fd=above)
            made.append(one)
        except FileExistsError:
            pass
        finally:
            os.close(above)
    return tuple(made)


def missing(path: str) -> tuple[str, ...]:
    """Return the folders on the way to one that are not there, the innermost last."""
    found: list[str] = []
    while path not in {"", "/"} and not os.path.lexists(path):
        found.insert(0, path)
        path = os.path.dirname(path)
    return tuple(found)


def remove_empty(folders: tuple[str, ...]) -> None:
    """Remove folders that we made, the innermost first, until one is not empty."""
    for path in reversed(folders):
        try:
            os.rmdir(path)
        except FileNotFoundError:
            continue
        except OSError:
            return


# -- reading and writing it


def load(path: str) -> State:
    """Read what is installed; nothing, where nothing is."""
    try:
        folder = open_directory(path)
    except FileNotFoundError:
        return State()
    try:
        return read(folder)
    finally:
        os.close(folder)


def read(folder: int) -> State:
    """Read the record in an open folder."""
    try:
        descriptor = open_old(NAME, folder)
    except FileNotFoundError:
        return State()
    try:
        with open(descriptor, "rb") as file:
            found = json.loads(file.read(LARGEST))
        return state_of(found)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        msg = f"{NAME} of exeunt is damaged: {error}"
        fix = "take exeunt's lines out by hand, and remove that file"
        raise InputError(msg, fix=fix, error_code="RECORD_DAMAGED") from None


def save(state: State, folder: int) -> None:
    """Write the record."""
    text = json.dumps(
        {"version": VERSION, **state.as_fields()}, default=plain, indent=1
    )
    write(NAME, folder, text.encode())


def plain(found: Any) -> object:
    """Return a record's fields, and bytes as a text."""
    return b64encode(found).decode() if isinstance(found, bytes) else found.as_fields()


def state_of(found: dict[str, Any]) -> State:
    """Make records of what JSON says."""
    if found["version"] != VERSION:
        msg = "a newer exeunt has written it"
        raise ValueError(msg)
    return State(
        tuple(kept_of(one) for one in found["files"]),
        tuple((agent, door) for agent, door in found["lines"]),
        tuple(found["made"]),
        tuple(found["later"]),
        tuple((name, float(value)) for name, value in found.get("limits", ())),
    )


def kept_of(found: dict[str, Any]) -> Kept:
    """Make the record of a file."""
    items = tuple(items_of(found["items"]))
    undos = tuple(undos_of(found["undos"]))
    made = tuple(found["made"])
    return Kept(found["file"], found["format"], found["new"], made, items, undos)


def undos_of(found: list[dict[str, Any]]) -> Iterator[Undo]:
    """Make the records of edits."""
    for undo in found:
        fields: dict[str, Any] = {**undo, "old": b64decode(undo["old"])}
        yield Undo(**fields)


def items_of(found: list[dict[str, Any]]) -> Iterator[Item]:
    """Make the records of values."""
    for item in found:
        owners = tuple((agent, place) for agent, place in item["owners"])
        path, part = tuple(item["path"]), tuple(item.get("part", DOOR))
        fields: dict[str, Any] = {**item, "owners": owners, "path": path, "part": part}
        yield Item(**fields)
