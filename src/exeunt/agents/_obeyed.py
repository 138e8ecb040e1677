"""An agent's configuration → why what we write there may not reach its shell."""

from __future__ import annotations

import json
import os
import tomllib
from fnmatch import fnmatchcase

from ..model.envelope import is_array
from ._plan import content, read_instead
from ._starts import VARIABLES, kind_of, shell_of, variable_of
from ._toml import get
from .edit import BOM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .known import Known


def doubts(agent: Known, file: str, project: str) -> list[str]:
    """Return why a variable in this file may not reach the agent's shell."""
    found: list[str] = []
    shell = shell_of(agent)
    if not kind_of(shell):
        found.append(
            f"{agent.title} runs commands in {shell}, which has no start file for us"
        )
    data = content(file)
    if data is not None and agent.name in WHY:
        found += WHY[agent.name](agent, file, data.removeprefix(BOM), project)
    return found


def of_codex(agent: Known, _: str, data: bytes, project: str) -> Iterator[str]:
    """Read its policy for variables, and whether it trusts the project."""
    said = loaded(data)
    only = get(said, (*agent.path[:1], "include_only"))
    name = variable_of(agent)
    if (
        is_array(only)
        and only
        and not any(fnmatchcase(name, str(one).upper()) for one in only)
    ):
        yield f"include_only in shell_environment_policy leaves {name} out: add it"
    if project and not trusts(agent, project):
        yield f"Codex reads it once it trusts {project}"


def of_gemini(agent: Known, file: str, _: bytes, project: str) -> Iterator[str]:
    """Find the .env that it reads instead, and what counts more than any."""
    name = VARIABLES["bash"]
    if os.environ.get(name):
        yield f"{name} is set in the environment, which counts more than its .env"
    try:
        here = project or os.getcwd()
    except OSError:
        return
    nearest = read_instead(agent, f"{here}/.gemini/.env")
    if nearest and os.path.realpath(nearest[0]) != os.path.realpath(file):
        yield f"started in {here} it reads {nearest[0]} instead"


def of_claude(_: Known, __: str, data: bytes, ___: str) -> Iterator[str]:
    """Find what its reader does not read."""
    if not is_strict(data):
        yield "Claude Code reads no settings that have comments or a last comma"


WHY = {"codex": of_codex, "gemini": of_gemini, "claude": of_claude}


def is_strict(data: bytes) -> bool:
    """Tell whether this is JSON without anything that only some read."""
    try:
        json.loads(data.removeprefix(BOM) or b"{}")
    except ValueError:
        return False
    return True


def trusts(agent: Known, project: str) -> bool:
    """Tell whether Codex trusts a project, as its user's file says."""
    user = loaded(content(f"{agent.directory()}/{agent.file}") or b"")
    return get(user, ("projects", project, "trust_level")) == "trusted"


def loaded(data: bytes) -> dict[str, Any]:
    """Read TOML; one that cannot be read says nothing."""
    try:
        return tomllib.loads(data.decode())
    except ValueError:
        return {}
