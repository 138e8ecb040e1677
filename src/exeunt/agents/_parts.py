"""A server, a skill or a section → where it stands for an agent, and what stands there.

A server is two values of a table (its command and the words behind it), a skill a file
of its own, and a section a part of a page.
"""

from __future__ import annotations

import json

from ..errors import InputError
from ..files import absolute
from ._kept import Item
from ._plan import Wish
from ._whole import WHOLE
from .known import GENERIC

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._kept import Part
    from .edit import Path, Value
    from .known import Known, Place

COMMAND, WORDS = "command", "args"
SKILL, PAGE = "SKILL.md", "AGENTS.md"


def server_wish(agent: Known, name: str, words: Sequence[str], project: str) -> Wish:
    """Wish for the entry that has an agent start a server."""
    place = agent.servers
    assert place  # noqa: S101 - who has none is given lines
    part: Part = ("server", name)
    above = (*place.path, name)
    items = (
        item((*above, COMMAND), words[0], part),
        item((*above, WORDS), list(words[1:]), part),
    )
    file = file_at(agent, place, project)
    return Wish(file, place.format, (agent.name, project), items)


def server_lines(name: str, words: Sequence[str]) -> tuple[str, ...]:
    """Return the entry as most agents have it, for a person to put somewhere."""
    entry = {COMMAND: words[0], WORDS: list(words[1:])}
    text = json.dumps({"mcpServers": {name: entry}}, indent=2, ensure_ascii=False)
    return tuple(text.splitlines())


def skill_wish(agent: Known, name: str, text: str, project: str) -> Wish:
    """Wish for a skill where an agent looks for them."""
    place = agent.skills
    file = f"{file_at(agent, place, project)}/{name}/{SKILL}"
    found = item((WHOLE,), text, ("skill", name))
    return Wish(file, place.format, (agent.name, project), (found,))


def section_wish(name: str, text: str, project: str) -> Wish:
    """Wish for a section of the page that agents read in a project."""
    file = f"{absolute(project).rstrip('/')}/{PAGE}"
    found = item((name,), text, ("section", name))
    return Wish(file, "section", (GENERIC, project), (found,))


def item(path: Path, value: Value, part: Part) -> Item:
    """Make a value that is as it stands."""
    return Item(path, value, None, None, 0, (), part=part)


def file_at(agent: Known, place: Place, project: str) -> str:
    """Return the path of a file of the user's, or of a project's."""
    if project:
        return f"{absolute(project).rstrip('/')}/{place.project}"
    found = agent.user_file(place.file)
    if not found:
        msg = "there is no home folder of yours to write to"
        raise InputError(msg, fix="set HOME", error_code="NO_HOME")
    return found
