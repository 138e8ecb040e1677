"""What is installed, and what is asked for → what is to be written, and where.

Everything is read and made up here, and nothing is written: a file that is not
understood stops the whole of it.
"""

from __future__ import annotations

import os
import stat

from ..errors import InputError
from ..files import absolute
from ..record import Record, final, made
from ._kept import DOOR, Item, Kept, State, clean, directory, filled, missing
from ._starts import ANY, VARIABLES, name_of, shells_of, text_of, value_of, variable_of
from .edit import NotEditable, put, strings
from .known import GENERIC
from .limits import is_limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ._kept import Owner, Part
    from .doors import Kind
    from .edit import Format, Path
    from .known import Known

    Concerns = Callable[[Owner, Part], bool]

LARGEST = 1 << 24  # bytes of a configuration file


@final
class Change(Record):
    """A file of a configuration: what it was, and what it will be; None: not there."""

    file: str
    before: bytes | None
    after: bytes | None


@final
class Plan(Record):
    """What will be installed, and what has to be written for it."""

    former: State
    state: State
    changes: tuple[Change, ...]
    starts: dict[str, str] = made(default_factory=dict[str, str])  # name → its text


@final
class Wish(Record):
    """What is to stand in a file for an agent."""

    file: str
    format: Format
    owner: Owner
    items: tuple[Item, ...]  # of one part


class Refused(NotEditable):
    """A file that is not changed, with the lines that a person may put there."""

    def __init__(self, file: str, why: str, kept: Kept | None = None) -> None:
        lines = lines_for(kept) if kept else []
        fix = f"exeunt install {GENERIC}, and put these lines there yourself"
        if kept and all(item.door is None for item in kept.items):
            fix = "take out what is there, or write it yourself"
        if not lines:
            fix = "mend it, or take the line that names exeunt out yourself"
        super().__init__(f"{file}: {why}; nothing was changed", fix=fix)
        self.file: str = file
        self.lines: tuple[str, ...] = tuple(lines)
        items = kept.items if kept else ()
        self.agents: list[str] = sorted(
            {name for item in items for name, _ in item.owners}
        )


def adding(
    state: State,
    agents: Iterable[Known],
    door: Kind,
    project: str,
    limits: Mapping[str, float],
) -> Plan:
    """Plan to have each agent's configuration name the start file of a door.

    Limits that are not given stay as they are; 0 takes one away.
    """
    given = {**dict(state.limits), **limits}
    new = state.replace(limits=tuple(pair for pair in given.items() if is_limit(*pair)))
    touched: list[str] = []
    for agent in agents:
        if not agent.file:
            if door != "light":
                msg = f"only the light door is for {agent.title}"
                raise InputError(msg, fix="leave --keep out", error_code="NO_DOOR")
            lines = {**dict(new.lines), agent.name: door}
            new = new.replace(lines=tuple(lines.items()))
            continue
        file = file_of(agent, project)
        kept = new.of(file) or Kept(file, agent.format)
        path = (*agent.path, variable_of(agent))
        new = new.with_file(
            with_items(kept, of_door(path, door), (agent.name, project))
        )
        touched.append(kept.file)
        if not os.path.lexists(file):
            check_hidden(agent, file, path, door)
    return planned(state, new, touched)


def wishing(state: State, wishes: Iterable[Wish]) -> Plan:
    """Plan to have files hold what is wished for."""
    new = state
    touched: list[str] = []
    for wish in wishes:
        kept = new.of(wish.file) or Kept(wish.file, wish.format)
        new = new.with_file(with_items(kept, wish.items, wish.owner))
        touched.append(kept.file)
    return planned(state, new, touched)


def dropping(state: State, concerns: Concerns) -> Plan:
    """Plan to take out what is there for some owners."""
    new = state.replace(
        lines=tuple(line for line in state.lines if not concerns((line[0], ""), DOOR))
    )
    touched: list[str] = []
    for kept in state.files:
        left = without_owners(kept, concerns)
        if left.items != kept.items:
            touched.append(kept.file)
            new = new.with_file(left)
    return planned(state, new, touched)


def planned(former: State, new: State, touched: Iterable[str]) -> Plan:
    """Read each file that is touched, and make up what it will be."""
    changes: list[Change] = []
    for file in dict.fromkeys(touched):
        kept, before = new.of(file), former.of(file)
        assert kept  # noqa: S101 - it was put there
        change, kept = rewritten(before, kept)
        changes.append(change)
        new = new.with_file(kept)
    new = new.replace(files=tuple(kept for kept in new.files if kept.items))
    kinds = {item.door for kept in new.files for item in kept.items}
    if "keep" not in kinds | {door for _, door in new.lines}:
        new = new.replace(limits=())
    wanted = starts_of(new)
    there = {name: content(f"{directory()}/{name}") for name in wanted}
    starts = {
        name: text for name, text in wanted.items() if there[name] != text.encode()
    }
    return Plan(former, new, tuple(changes), starts)


def rewritten(former: Kept | None, kept: Kept) -> tuple[Change, Kept]:
    """Make up a file: as it would be without us, and then with what is ours."""
    data = read_file(kept)
    try:
        base = clean(former, data) if former else data
        if not kept.items:
            return Change(kept.file, data, base), kept
        folders = missing(os.path.dirname(kept.file))
        made = former.made if former and former.made else folders
        kept = kept.replace(new=base is None, made=made)
        kept, after = filled(kept, base)
    except NotEditable as error:
        raise Refused(kept.file, error.message, kept) from None
    return Change(kept.file, data, after), kept


def read_file(kept: Kept) -> bytes | None:
    """Read a file of a configuration, if it is one that we may replace."""
    try:
        with open(kept.file, "rb") as file:
            status = os.fstat(file.fileno())
            data = file.read(LARGEST + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        why = f"it cannot be read: {error.strerror}"
        raise Refused(kept.file, why, kept) from None
    why = ""
    if not stat.S_ISREG(status.st_mode):
        why = "it is no regular file"
    elif status.st_uid != os.geteuid():
        why = "it belongs to another user"
    elif status.st_nlink > 1:
        why = "it has another name (a hard link), which would no longer be the same"
    elif len(data) > LARGEST:
        why = f"it has more than {LARGEST >> 20} MiB"
    if why:
        raise Refused(kept.file, why, kept)
    return data


def lines_for(kept: Kept) -> list[str]:
    """Return the lines that say in a file what we would have."""
    data = b""
    for item in kept.items:
        value = item.value
        if item.door is not None:
            value = value_of(directory(), item.door, item.path[-1], None)
        data = put(kept.format, data, item.path, value)
    return data.decode().splitlines()


# -- which file, and whose


def file_of(agent: Known, project: str) -> str:
    """Return the file of a configuration that is to name a start file."""
    if project:
        return f"{absolute(project).rstrip('/')}/{agent.project}"
    folder = agent.directory()
    if not folder:
        msg = "there is no home folder of yours to write to"
        raise InputError(msg, fix="set HOME", error_code="NO_HOME")
    return f"{folder}/{agent.file}"


def check_hidden(agent: Known, file: str, path: Path, door: Kind) -> None:
    """Refuse a new file that would keep an agent from reading another one."""
    if agent.format != "dotenv":
        return
    for other in read_instead(agent, file):
        data = content(other)
        ours = data is not None and "exeunt/doors" in data.decode("utf-8", "replace")
        if data is None or (ours and len(list(strings("dotenv", data))) == 1):
            continue
        why = f"{agent.title} reads this one, and would no longer with {file} beside"
        kept = with_items(
            Kept(other, agent.format), of_door(path, door), (agent.name, "")
        )
        raise Refused(other, why, kept)


def read_instead(agent: Known, file: str) -> list[str]:
    """Return the first file that Gemini CLI reads as long as this one is not there."""
    folder: str = os.path.dirname(os.path.dirname(file))
    home = os.path.dirname(agent.directory())
    above: list[str] = [folder]
    while folder not in {"", "/"}:
        folder = os.path.dirname(folder)
        above.append(folder)
    names = [
        f"{one.rstrip('/')}/{name}"
        for one in (*above, home)
        for name in (".gemini/.env", ".env")
    ]
    return [name for name in names if os.path.isfile(name)][:1]


def of_door(path: Path, door: Kind) -> tuple[Item, ...]:
    """Return what names a door's start file; which value does so is seen later."""
    return (Item(path, "", door, None, 0, ()),)


def with_items(kept: Kept, wanted: Iterable[Item], owner: Owner) -> Kept:
    """Have an owner want these values in a file, and no others of that part."""
    items = {item.path: item for item in wanted}
    parts = {item.part for item in items.values()}
    left = without_owners(kept, lambda one, part: one == owner and part in parts)
    others = [item for item in left.items if item.path not in items]
    for item in left.items:
        if item.path in items:
            new = items[item.path]
            items[item.path] = new.replace(owners=(*new.owners, *item.owners))
    new_items = (
        item.replace(owners=(*sorted(item.owners), owner)) for item in items.values()
    )
    return left.replace(items=(*others, *new_items))


def without_owners(kept: Kept, concerns: Concerns) -> Kept:
    """Leave values to those who still want them."""
    items: list[Item] = []
    for item in kept.items:
        owners = tuple(one for one in item.owners if not concerns(one, item.part))
        if owners:
            items.append(item.replace(owners=owners))
    return kept.replace(items=tuple(items))


# -- start files


def starts_of(state: State) -> dict[str, str]:
    """Return every start file that is needed, with its text."""
    wanted: set[tuple[Kind, str, str | None]] = {
        (item.door, item.path[-1], item.old)
        for kept in state.files
        for item in kept.items
        if item.door is not None
    }
    for _, door in state.lines:
        # Also those that a person may have been told to name in a file of theirs.
        wanted.add((door, VARIABLES["bash"], ANY))
        wanted |= {(door, VARIABLES[shell], None) for shell in shells_of(door)}
    # The keeping door goes on to the light one, which lies beside.
    wanted |= {("light", name, old) for _, name, old in wanted}
    limits = dict(state.limits)
    return {name_of(*one): text_of(*one, limits) for one in wanted}


def content(path: str) -> bytes | None:
    """Return what a file holds; None if there is none that can be read."""
    try:
        with open(path, "rb") as file:
            return file.read(LARGEST)
    except OSError:
        return None
