"""Names of coding agents → their configuration as it was, without exeunt."""

from __future__ import annotations

from ..agents.install import DOOR, Refused, installed, uninstall
from ..agents.known import AGENTS
from ..model.outcome import Done, Outcome
from .install import SORTS, named, project_of, refused, row, show
from .verbs import BUSY, UNFIT, Call, Command, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def run(call: Call) -> Outcome[dict[str, Any]]:
    """Take out what is installed, of all agents or of those that are named."""
    agents = named(call.words)
    dry = "--dry-run" in call.options
    project = project_of(call) or None
    names = [agent.name for agent in agents]
    sorts = [SORTS[name] for name in SORTS if name in call.options]
    try:
        told = uninstall(names, project, sorts, dry_run=True)
        stays: tuple[str, ...] = ()
        doors = any(one.part == DOOR for one in told)
        if doors and not dry and len(told) == len(installed()):
            from ._traces import forget  # the last one takes what doors have written

            stays = forget()
        told = uninstall(names, project, sorts, dry_run=dry)
    except Refused as error:
        return refused(error)
    rows = [row(one, patches=dry) for one in told]
    gone = {one["agent"] for one in rows}
    rows += [
        {"agent": name, "door": None, "files": [], "changed": False}
        for name in names
        if name not in gone
    ]
    return Done({"agents": rows}, warnings=stays)


COMMAND = Command(
    "uninstall",
    summary="Give every file back that exeunt install has changed.",
    usage=(f"exeunt uninstall [{'|'.join(AGENTS)}]… [options]",),
    options=(
        Option(
            "--project",
            help="take it out of the project in this folder alone",
            usual="everywhere",
        ),
        Option("--mcp", help="take servers out alone", usual="everything"),
        Option("--skill", help="take skills out alone", usual="everything"),
        Option("--agents-md", help="take sections of AGENTS.md out alone"),
        Option("--dry-run", help="show what would be written, and write nothing"),
    ),
    examples=(("exeunt uninstall", "everything"), ("exeunt uninstall codex", "of one")),
    danger="mutating",
    exits={**UNFIT, **BUSY},
    run=run,
    show=show,
    most=None,
)
