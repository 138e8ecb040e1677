"""Names of coding agents → exeunt stands where they run commands, if that is wanted.

Or they start its server, or read its page: `_grants.py` says what that is.
"""

from __future__ import annotations

import os
import sys
from functools import partial

from ..agents.install import (
    DOOR,
    DOORS,
    Refused,
    Told,
    doubts_of,
    install,
)
from ..agents.known import AGENTS, Known, found
from ..errors import InputError, UnknownName, unknown
from ..files import temporary_directory
from ..model.codes import ExitCode
from ..model.detail import ErrorDetail, Phase
from ..model.outcome import Done, Failed, Outcome
from ._limits import LIMITS, limits_in
from ._paint import Paint, is_terminal, visible, wrap
from .argv import refuse
from .verbs import BUSY, GONE, LATE, UNFIT, Call, Command, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

# What each door has the journal say of the commands that agents run.
JOURNALED = {
    "light": "of their commands, those that fail, or hide a failure, are written into "
    "exeunt's journal: words, folder and how they ended; secrets masked",
    "keep": "each of their commands is written into exeunt's journal: words, folder, "
    "how it ended, and its output into a log; secrets masked",
}
# What is no door, by the option that asks for it.
SORTS = {"--mcp": "server", "--skill": "skill", "--agents-md": "section"}
TITLES = {"--light": "the light door", "--keep": "the keep door", "--mcp": "a server"}
OFF = "EXEUNT_OFF=1 turns it off, exeunt uninstall takes it out"


def run(call: Call) -> Outcome[dict[str, Any]]:
    """Install something for the agents that are named, or for those that are here."""
    words, program = call.parted()
    what = asked(call, program)
    if what == "--agents-md":
        agents = named(words)
    else:
        agents = named(words) if words else present(what)
    project, limits = project_of(call), limits_in(call)
    if "--check" in call.options:
        return checked(agents, call, what, program)
    if what in SORTS:
        from . import _grants  # where a server or a page is asked for

        grant, says = _grants.GRANTS[what](agents, program, call, project)
    else:
        door = DOORS[what == "--keep"]
        says = f"From then on, {JOURNALED[door]}."
        grant = partial(install, agents, door, project, limits=limits)

    try:
        planned = grant(dry_run=True)
        if "--dry-run" in call.options:
            return answer(planned, project, patches=True)
        if says and any(one.changed for one in planned):
            confirm(planned, what or "--light", says, call)
        return answer(grant(), project)
    except Refused as error:
        return refused(error)


def asked(call: Call, program: Sequence[str]) -> str:
    """Return the option that says what is installed; empty: the light door."""
    found = [name for name in ("--keep", *SORTS) if name in call.options]
    if len(found) > 1:
        refuse(f"{found[0]} and {found[1]} are two things", "install one at a time")
    what = found[0] if found else ""
    if program and what not in SORTS:
        refuse("a door is for every command", "leave -- and what follows out")
    for name in ("--policy", "--name"):
        if name in call.options and what != "--mcp":
            refuse(f"{name} is for a server", "add --mcp")
    return what


def named(words: Sequence[str]) -> list[Known]:
    """Return the agents of these names."""
    for word in words:
        if word not in AGENTS:
            raise unknown(word, "agent", AGENTS)
    return [AGENTS[word] for word in dict.fromkeys(words)]


def present(what: str = "") -> list[Known]:
    """Return the agents that are on this machine, and can be configured."""
    servers = what == "--mcp"
    here = [agent for agent in found() if (agent.servers if servers else agent.file)]
    if not here:
        known = ", ".join(name for name, agent in AGENTS.items() if agent.file)
        error = UnknownName(
            f"none of {known} is on PATH or has a folder in your home",
            fix="name one: exeunt install codex",
        )
        error.error_code = "NO_AGENT"
        raise error
    return here


def project_of(call: Call) -> str:
    """Return the folder of the project that is meant; empty: the user."""
    if "--project" not in call.options:
        return ""
    try:
        return os.getcwd()  # noqa: PTH109 - pathlib costs 10 ms
    except OSError:
        msg = "the working directory is gone"
        raise InputError(
            msg, fix="cd to the project", error_code="FILE_NOT_FOUND"
        ) from None


def confirm(planned: Sequence[Told], what: str, says: str, call: Call) -> None:
    """Say what comes of it, and ask; --yes is an answer."""
    if "--yes" in call.options:
        return
    names = " ".join(one.agent for one in planned)
    if not (is_terminal(0) and is_terminal(2)):
        msg = f"nobody is here to be asked. {says.removesuffix('.')}"
        option = f"{what} " if what != "--light" else ""
        fix = f"exeunt install {option}--yes {names}, if that is wanted"
        raise InputError(msg, fix=fix, error_code="NOT_CONFIRMED")
    files = [one.files[0] for one in planned if one.changed and not one.lines]
    lines = [f"exeunt install: {TITLES[what]} for {names}"]
    lines += [f"  changes {visible(file)}" for file in files]
    lines += wrap(says, 80)
    off = OFF if what in {"--light", "--keep"} else "exeunt uninstall takes it out"
    sys.stderr.write("\n".join([*lines, f"{off}.", "Install it? [y/N] "]))
    sys.stderr.flush()
    if sys.stdin.readline().strip().lower() not in {"y", "yes"}:
        msg = "nothing was installed"
        raise InputError(msg, fix="answer y, or say --yes", error_code="DECLINED")


def answer(
    told: Sequence[Told], project: str, *, patches: bool = False
) -> Outcome[dict[str, Any]]:
    """Return what was done, or would be, and what may keep it from working."""
    warnings = [
        f"{one.agent}: {why}"
        for one in told
        for why in (doubts_of(one, project) if one.part == DOOR else ())
    ]
    if is_passing(sys.executable):
        warnings.append(
            f"this exeunt runs by {sys.executable}, which may be cleared away: "
            "install it to stay, and then this again"
        )
    return Done(
        {"agents": [row(one, patches=patches) for one in told]}, warnings=warnings
    )


def is_passing(python: str) -> bool:
    """Tell whether an interpreter is in a cache, as that of uvx, or a temporary one."""
    return "/.cache/" in python or python.startswith(f"{temporary_directory()}/")


def row(told: Told, *, patches: bool = False) -> dict[str, Any]:
    """Return the fields of one agent."""
    fields: dict[str, Any] = {
        "agent": told.agent,
        "door": told.door,
        "files": list(told.files),
        "changed": told.changed,
    }
    sort, name = told.part
    if sort != "door":
        fields[sort] = name
    if told.lines:
        fields["lines"] = list(told.lines)
    if patches:
        fields["patch"] = told.patch()
    return fields


def refused(error: Refused) -> Failed:
    """Say which file is left alone, and what a person may write there."""
    detail = ErrorDetail(
        error.error_code, error.message, phase=Phase.EXECUTION, suggestion=error.fix
    )
    rows = [
        {
            "agent": name,
            "door": None,
            "files": [error.file],
            "changed": False,
            "lines": list(error.lines),
        }
        for name in error.agents
    ]
    extra = {"install": {"agents": rows}} if rows else {}
    return Failed(ExitCode.PRECONDITION, detail, extra=extra)


def checked(
    agents: Sequence[Known], call: Call, what: str, program: Sequence[str]
) -> Outcome[dict[str, Any]]:
    """Play a command through the shell of each agent, and say what came of it."""
    rows: list[dict[str, Any]]
    if what == "--mcp":
        from ..agents.served import check_server  # runs servers
        from ._grants import OWN, name_of

        name = call.text("--name") or (name_of(program) if program else OWN)
        rows = [check_server(one, name, project_of(call)).as_fields() for one in agents]
    elif what in SORTS:
        refuse(f"{what} writes a page, and a page cannot be tried", "leave --check out")
    else:
        from ..agents.check import check  # runs shells

        rows = [check(agent, project_of(call)).as_fields() for agent in agents]
    data = {"agents": rows}
    wrong = [one["agent"] for one in rows if not one["works"]]
    if not wrong:
        return Done(data)
    would = "have the server" if what == "--mcp" else "be told of a failure"
    detail = ErrorDetail(
        "DOOR_SHUT",
        f"nothing says that {', '.join(wrong)} would {would}",
        phase=Phase.EXECUTION,
        suggestion="each row says why",
    )
    return Failed(ExitCode.PRECONDITION, detail, extra={"install": data})


# -- for people


def show(data: dict[str, Any], paint: Paint) -> str:
    """Show a person what was done for each agent."""
    return "".join(show_row(one, paint) for one in data["agents"])


def show_row(one: dict[str, Any], paint: Paint) -> str:
    """Show one agent."""
    home = f"{os.environ.get('HOME') or '/'}/"
    files = [visible(file.replace(home, "~/", 1)) for file in one["files"]]
    if one.get("patch"):
        return "".join(f"{visible(line)}\n" for line in one["patch"].splitlines())
    what = f"{one['door']} door" if one["door"] else "no door"
    for sort in SORTS.values():
        what = f"{sort} {one[sort]}" if sort in one else what
    if "works" in one:
        states = {True: "works", False: "does not work", None: "not known to work"}
        state = states[one["works"]]
        return paint.fields([(one["agent"], f"{what}: {state}. {one['because']}")])
    state = "" if one["changed"] else ", as before"
    if "server" in one and one.get("lines"):
        state = ", for you to write"
    text = paint.fields([(one["agent"], f"{what}{state}: {', '.join(files)}")])
    if one.get("lines"):
        text += "".join(f"\n    {visible(line)}" for line in one["lines"]) + "\n\n"
    return text


COMMAND = Command(
    "install",
    summary="Have a coding agent's own shell tell what an ending means.",
    usage=(
        f"exeunt install [{'|'.join(AGENTS)}]… [options]",
        "exeunt install --check [AGENT]…",
        "exeunt install --mcp|--skill [AGENT]… [-- PROG [ARG...]]",
    ),
    options=(
        Option(
            "--keep",
            help="run each command under exeunt: limits, whole trees, questions, logs",
            usual="only tell of a failed or hidden end",
        ),
        Option("--mcp", help="have it start a server of tools: exeunt's, or PROG's"),
        Option("--skill", help="give it the skill that teaches exeunt, or PROG"),
        Option("--agents-md", help="write a section about that into AGENTS.md"),
        Option("--policy", "FILE", help="have exeunt's server follow these rules"),
        Option("--name", "NAME", help="call the server so", usual="PROG's name"),
        *LIMITS,
        Option(
            "--project",
            help="write into the configuration of the project in this folder",
            usual="the user's",
        ),
        Option("--dry-run", help="show what would be written, and write nothing"),
        Option("--check", help="try what is installed, with one failing command each"),
        Option("--yes", help="agree to what is journaled", usual="ask"),
    ),
    examples=(
        ("exeunt install --dry-run codex", "the patch; without a name: of all here"),
        ("exeunt install --yes codex claude", "two agents, and nobody is asked"),
        ("exeunt install --check codex claude", "what works now"),
        ("exeunt install --mcp --dry-run codex", "exeunt's tools, by MCP"),
        ("exeunt install --skill --dry-run codex", "how exeunt is used, as a skill"),
        ("exeunt uninstall", "every file as it was"),
    ),
    danger="mutating",
    exits={**GONE, **UNFIT, **LATE, **BUSY},
    run=run,
    show=show,
    parted=True,
    most=None,
)
