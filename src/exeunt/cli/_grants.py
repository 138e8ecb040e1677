"""What an agent is to have besides a door → exeunt's server, skill or section."""

from __future__ import annotations

import os
import re
import sys
from functools import partial
from shlex import join

from ..agents.install import install_section, install_server, install_skill
from .argv import refuse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..agents.install import Told
    from ..agents.known import Known
    from .verbs import Call

    Grant = Callable[..., list[Told]]  # what installs it; `dry_run` is left to say

OWN = "exeunt"
UNFIT = re.compile(r"[^A-Za-z0-9_-]+")  # in the name of a server, for some agent
INTERPRETER = re.compile(r"(?:python|pypy|node|ruby|perl|bash|sh|bun|deno)[\d.]*\Z")
NAME = re.compile(r"^name: *\"?([a-z0-9-]+)\"?$", re.MULTILINE)
SAYS = {
    "server": "From then on, their models may run commands by exeunt's tools, and "
    "exeunt's journal has each of them, secrets masked. What the agents allow in their "
    "own shells does not hold for these: --policy FILE names what may be run, and each "
    "agent can ask before it calls a tool.",
    "program": "From then on, their models may call the commands of {}, as each agent "
    "lets them call a tool.",
}


def server(
    agents: Sequence[Known], program: Sequence[str], call: Call, project: str
) -> tuple[Grant, str]:
    """Return what has agents start a server, and what a person should know of it."""
    from .mcp import needs_package

    needs_package()
    policy = call.text("--policy")
    words = [*ours(), "mcp"]
    if policy is not None:
        if program:
            refuse("--policy is for exeunt's own tools", "leave it out")
        words += ["--policy", checked(policy)]
    if program:
        from ._source import ask  # runs the program

        program = whole(program)
        ask(program)  # one that cannot be served is refused here
        words += ["--", *program]
    name = call.text("--name") or (name_of(program) if program else OWN)
    if UNFIT.search(name) or not name:
        refuse(f"{name!r} is no name of a server", "write letters, digits, - and _")
    says = SAYS["program"].format(name) if program else SAYS["server"]

    return partial(install_server, agents, name, words, project), says


def skill(
    agents: Sequence[Known], program: Sequence[str], _: Call, project: str
) -> tuple[Grant, str]:
    """Return what puts a skill where agents look for them; nobody need be asked."""
    text = page_of("skill", program)
    found = NAME.search(text)
    name = found[1] if found else OWN

    return partial(install_skill, agents, name, text, project), ""


def section(
    agents: Sequence[Known], program: Sequence[str], _: Call, project: str
) -> tuple[Grant, str]:
    """Return what puts a section into AGENTS.md; nobody need be asked."""
    if agents or not project:
        refuse(
            "AGENTS.md is a page of a project, for all agents",
            "write exeunt install --agents-md --project",
        )
    found = NAME.search(page_of("skill", program))
    name = found[1] if found else OWN
    text = page_of("agents-md", program)

    return partial(install_section, name, text, project), ""


GRANTS = {"--mcp": server, "--skill": skill, "--agents-md": section}


def page_of(made: str, program: Sequence[str]) -> str:
    """Write the page about exeunt, or about a program by its manifest."""
    if not program:
        from ..pages.own_skill import own_page

        return own_page(made)
    from ..pages.formats import page
    from ._source import ask  # runs the program

    return page(made, ask(program), join(program))


# -- words


def ours() -> list[str]:
    """Return the words that start the exeunt that runs."""
    script = f"{sys.executable.rpartition('/')[0]}/exeunt"
    if os.access(script, os.X_OK):
        return [script]
    return [sys.executable, "-P", "-m", "exeunt"]


def whole(program: Sequence[str]) -> list[str]:
    """Spell the files of a call out: an agent starts it from a folder of its own."""
    from .adopt import located  # as a shell finds a program

    first = os.path.abspath(located(program[0]))  # noqa: PTH100 - pathlib is dear
    rest = [
        os.path.abspath(word) if os.path.isfile(word) else word  # noqa: PTH100, PTH113 - as above
        for word in program[1:]
    ]
    return [first, *rest]


def name_of(program: Sequence[str]) -> str:
    """Name a server after its program, or after the script that its program runs."""
    names = [word.rpartition("/")[2] for word in program]
    name = names[0]
    if INTERPRETER.match(name):
        scripts = [word for word in names[1:] if word and not word.startswith("-")]
        name = scripts[0].partition(".")[0] if scripts else name
    return UNFIT.sub("-", name).strip("-")


def checked(path: str) -> str:
    """Return the whole path of a file of rules, if it can be followed."""
    from ..tools.allowed import Allowed

    Allowed.load(path)
    return os.path.abspath(path)  # noqa: PTH100 - as above
