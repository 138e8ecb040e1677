"""Agents and a door → their configuration names its start file, or no longer does.

    told = install([AGENTS["codex"]], "light")
    told = install_server([AGENTS["codex"]], "exeunt", ["exeunt", "mcp"])
    told = uninstall()

All that is to be written is made up before anything is written; a file that is not
understood refuses the whole call. Each file is whole at every moment; what was written
is on record before it is, and is taken back if the next cannot be.
"""

from __future__ import annotations

import os

from ..errors import InputError
from ..files import lasting_directory, open_directory, unlink
from ..record import KW_ONLY, Record, final
from ._again import NAME as ENDS
from ._carry import Moved, carry_out, sweep
from ._kept import DOOR as DOOR  # noqa: PLC0414 - passed on
from ._kept import (
    NAME,
    State,
    alone,
    directory,
    load,
    make,
    missing,
    read,
    remove_empty,
    save,
)
from ._parts import section_wish, server_lines, server_wish, skill_wish
from ._plan import Change, Plan, Wish, adding, dropping, wishing
from ._plan import Refused as Refused  # noqa: PLC0414 - passed on
from ._starts import ANY, VARIABLES, name_of, value_of
from .known import AGENTS, Known

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ._kept import Owner, Part
    from .doors import Kind
    from .edit import Format

    Made = tuple[str, ...]
    Mine = tuple[Owner, Part]

DOORS: tuple[Kind, ...] = ("light", "keep")
OWN = (ENDS,)  # files of the state directory in which doors alone write
AGAIN = 3  # times that a file may change while we are at it


@final
class Told(Record):
    """What was done for one agent, or would be."""

    agent: str
    door: str | None
    files: tuple[str, ...]
    changed: bool
    _: KW_ONLY
    part: Part = DOOR
    lines: tuple[str, ...] = ()  # which a person has to put somewhere
    changes: tuple[Change, ...] = ()
    format: Format = "json"  # of what is changed

    def patch(self) -> str:
        """Return the change of its configuration as a patch."""
        from .patch import patch_of  # who wants to see it

        return "".join(patch_of(change, self.format) for change in self.changes)


def install(
    agents: Iterable[Known],
    door: Kind,
    project: str = "",
    *,
    limits: Mapping[str, float] | None = None,
    dry_run: bool = False,
) -> list[Told]:
    """Have the configuration of each agent name the start file of a door."""
    asked = list(agents)
    owners: list[Mine] = [
        ((agent.name, project if agent.file else ""), DOOR) for agent in asked
    ]

    def plan(state: State) -> Plan:
        return adding(state, asked, door, project, limits or {})

    return carried_out(plan, owners, dry_run=dry_run)


def install_server(
    agents: Iterable[Known],
    name: str,
    words: Sequence[str],
    project: str = "",
    *,
    dry_run: bool = False,
) -> list[Told]:
    """Have each agent start a server of MCP; where no file is known, return lines."""
    asked = list(agents)
    wishes = [
        server_wish(agent, name, words, project) for agent in asked if agent.servers
    ]
    by_hand = {
        agent.name: Told(
            agent.name,
            None,
            (agent.lines,),
            changed=False,
            part=("server", name),
            lines=server_lines(name, words),
        )
        for agent in asked
        if not agent.servers
    }
    written = {one.agent: one for one in granted(wishes, dry_run=dry_run)}
    found = {**by_hand, **written}
    return [found[agent.name] for agent in asked]


def install_skill(
    agents: Iterable[Known],
    name: str,
    text: str,
    project: str = "",
    *,
    dry_run: bool = False,
) -> list[Told]:
    """Put a page where each agent looks for skills."""
    wishes = [skill_wish(agent, name, text, project) for agent in agents]
    return granted(wishes, dry_run=dry_run)


def install_section(
    name: str, text: str, project: str, *, dry_run: bool = False
) -> list[Told]:
    """Put a section into the AGENTS.md of a project."""
    return granted([section_wish(name, text, project)], dry_run=dry_run)


def granted(wishes: Sequence[Wish], *, dry_run: bool) -> list[Told]:
    """Have files hold what is wished for."""
    if not wishes:
        return []
    mine = [(wish.owner, wish.items[0].part) for wish in wishes]
    return carried_out(lambda state: wishing(state, wishes), mine, dry_run=dry_run)


def uninstall(
    names: Iterable[str] = (),
    project: str | None = None,
    sorts: Iterable[str] = (),
    *,
    dry_run: bool = False,
) -> list[Told]:
    """Take out all that is ours, or that of some agents, sorts, or of one project."""
    asked, only = set(names), set(sorts)

    def concerns(owner: Owner, part: Part) -> bool:
        named = not asked or owner[0] in asked
        return named and project in {None, owner[1]} and (not only or part[0] in only)

    def plan(state: State) -> Plan:
        return dropping(state, concerns)

    mine = sorted(one for one in owners_of(load(directory())) if concerns(*one))
    return carried_out(plan, mine, dry_run=dry_run)


def installed() -> list[Told]:
    """Return what is installed for whom."""
    state = load(directory())
    plan = Plan(state, state, (), {})
    return [told(*one, plan) for one in sorted(owners_of(state))]


def owners_of(state: State) -> set[Mine]:
    """Return each agent that something is installed for, where, and what."""
    owners = {
        (own, item.part)
        for kept in state.files
        for item in kept.items
        for own in item.owners
    }
    return owners | {((agent, ""), DOOR) for agent, _ in state.lines}


def carried_out(
    planned: Callable[[State], Plan], owners: Sequence[Mine], *, dry_run: bool
) -> list[Told]:
    """Make a plan and carry it out, alone; one that is overtaken is made anew."""
    place = directory()
    if dry_run:
        plan = planned(load(place))
        return [told(*one, plan) for one in owners]
    waiting = alone()
    try:
        if not owners and not os.path.lexists(place):
            remove_empty((os.path.dirname(place),))  # of one who was killed
            return []
        folder, made = opened(place)
        try:
            plan = kept_up(planned, folder, made)
        finally:
            clear(folder)
            os.close(folder)
    finally:
        if waiting >= 0:
            os.close(waiting)
    return [told(*one, plan) for one in owners]


def kept_up(planned: Callable[[State], Plan], folder: int, made: Made) -> Plan:
    """Carry a plan out; make it anew where a file has changed meanwhile."""
    for _ in range(AGAIN):
        state = read(folder)
        plan = planned(state.replace(made=state.made or made))
        try:
            carry_out(plan, folder)
        except Moved:
            continue
        return plan
    msg = "a configuration file is being changed by somebody else"
    raise InputError(msg, fix="try again", error_code="INSTALL_BUSY")


def opened(place: str) -> tuple[int, Made]:
    """Open the folder of the start files, made if there is none."""
    made: Made = ()
    try:
        made = make(place)
        folder = open_directory(place)
        if made:
            later = missing(lasting_directory())
            save(State(made=made, later=later), folder)
    except OSError as error:
        remove_empty(made)
        msg = f"{place} cannot be made or used: {error.strerror or error}"
        fix = "have XDG_DATA_HOME name a folder of yours"
        raise InputError(msg, fix=fix, error_code="NOT_WRITABLE") from None
    return folder, made


def clear(folder: int) -> None:
    """Remove the folder of the start files, and those made for it, if all is gone."""
    state = read(folder)
    if state.is_empty():
        sweep(state, folder)
        unlink(NAME, folder)
        place = directory()
        remove_empty(state.later)
        remove_empty(state.made or (os.path.dirname(place), place))


def told(owner: Owner, part: Part, plan: Plan) -> Told:
    """Tell what a plan does for one agent."""
    name, _ = owner
    place = directory()
    doors = dict(plan.state.lines)
    before = dict(plan.former.lines)
    if part == DOOR and not AGENTS[name].file:
        door = doors.get(name)
        shown = door or before.get(name, DOORS[0])
        start = name_of(shown, VARIABLES["bash"], ANY)
        changed = door != before.get(name) or start in plan.starts
        lines = lines_of(AGENTS[name], door) if door else ()
        return Told(name, door, (f"{place}/{start}",), changed, lines=lines)
    for state in (plan.state, plan.former):
        for kept in state.files:
            items = [
                item
                for item in kept.items
                if owner in item.owners and item.part == part
            ]
            if items:
                item = items[0]
                changes = tuple(c for c in plan.changes if c.file == kept.file)
                changed = any(change.before != change.after for change in changes)
                files: tuple[str, ...] = (kept.file,)
                if item.door is not None:
                    start = name_of(item.door, item.path[-1], item.old)
                    changed = changed or start in plan.starts
                    files = (kept.file, f"{place}/{start}")
                return Told(
                    name,
                    item.door if state is plan.state else None,
                    files,
                    changed,
                    part=part,
                    changes=changes,
                    format=kept.format,
                )
    return Told(name, None, (), changed=False, part=part)


def lines_of(agent: Known, door: Kind) -> tuple[str, ...]:
    """Return the lines that start an agent whose configuration sets no variable."""
    from shlex import quote  # 8 ms, for few

    name = VARIABLES["bash"]
    return (f"{name}={quote(value_of(directory(), door, name, ANY))} {agent.start}",)


def doubts_of(told: Told, project: str) -> list[str]:
    """Return why what was installed may not reach an agent's shell, and its note."""
    from ._obeyed import doubts  # as above

    agent = AGENTS[told.agent]
    if not agent.file:
        untried = "" if agent.tried or not agent.note else "; not tried"
        return [f"{agent.note}{untried}"] if agent.note else []
    return doubts(agent, told.files[0], project)
