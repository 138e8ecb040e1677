"""The entry of a server in an agent's configuration → whether it starts, and its tools.

No agent and no model is run: the server is started by the words that stand in the file,
and is asked for its list as an agent would.
"""

from __future__ import annotations

import json
import os

from ..model.envelope import is_array, is_object
from ..process.request import Request
from ..process.run import start
from ..record import Record, final
from ._parts import COMMAND, WORDS, file_at
from ._plan import content
from .edit import NotEditable, look

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .known import Known

SOON = 30.0  # seconds; a busy machine may take some to load a program
LAST = 200  # characters of what a server said, where it failed
HELLO, LIST = 1, 2
ASKED: tuple[dict[str, Any], ...] = (
    {
        "id": HELLO,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "exeunt install --check", "version": "1"},
        },
    },
    {"method": "notifications/initialized"},
    {"id": LIST, "method": "tools/list"},
)


@final
class Served(Record):
    """Whether a server works for one agent, and how that is known."""

    agent: str
    door: None
    server: str
    files: tuple[str, ...]
    changed: bool
    works: bool
    because: str


def check_server(agent: Known, name: str, project: str = "") -> Served:
    """Start a server as an agent would, and list its tools."""
    files: tuple[str, ...] = ()
    try:
        words: Sequence[str] = ()
        if agent.servers is not None:
            files = (file_at(agent, agent.servers, project),)
            words = written(agent, name, files[0])
        tools = tools_of(words) if words else []
        because = f"it offers {', '.join(tools)}" if tools else "it is not installed"
    except (NotEditable, ValueError) as error:
        tools, because = [], str(error)
    works = bool(tools)
    return Served(
        agent.name, None, name, files, changed=False, works=works, because=because
    )


def written(agent: Known, name: str, file: str) -> Sequence[str]:
    """Return the words that a configuration has for a server; none if it has none."""
    place = agent.servers
    assert place  # noqa: S101 - who has none was not asked
    data = content(file) or b""
    command, words = (
        look(place.format, data, (*place.path, name, key)) for key in (COMMAND, WORDS)
    )
    if not isinstance(command, str):
        return ()
    rest = words if is_array(words) else []
    return [command, *map(str, rest)]


def tools_of(words: Sequence[str]) -> list[str]:
    """Start a server, and return the names of its tools."""
    asked = "".join(f"{json.dumps({'jsonrpc': '2.0', **one})}\n" for one in ASKED)
    told = b""
    reading, writing = os.pipe()
    left = [writing]

    def hear(stream: str, data: bytes) -> None:
        """Take what it says, and leave when it has answered."""
        nonlocal told
        told += data if stream == "stdout" else b""
        if left and listed(told) is not None:
            os.close(left.pop())

    try:
        os.write(writing, asked.encode())
        request = Request(words, stdin=reading, timeout=SOON, log=False, journal=False)
        with start(request, tell=hear) as running:
            done = running.wait()
    finally:
        for number in (reading, *left):
            os.close(number)
    tools = listed(told)
    if tools is None:
        said = (done.stderr or done.detail or done.status).strip()[-LAST:]
        msg = f"{' '.join(words)} did not list its tools: {said}"
        raise ValueError(msg)
    return tools


def listed(told: bytes) -> list[str] | None:
    """Find the list of tools in what a server has said; None while it is not there."""
    for line in told.splitlines():
        try:
            answer = json.loads(line)
        except ValueError:
            continue
        found = answer.get("result") if is_object(answer) else None
        if is_object(found) and answer["id"] == LIST:
            tools = found.get("tools")
            return [str(tool["name"]) for tool in tools] if is_array(tools) else []
    return None
