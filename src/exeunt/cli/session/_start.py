"""Words → a command at a terminal, left to a session."""

from __future__ import annotations

from ...errors import InputError, SessionError
from ...model.json import loads
from ...process.request import Request
from ...sessions.state import SessionState
from ...sessions.talk import refused
from .._files import read_bytes
from ..argv import refuse
from ..run import asked, fill_gaps
from ..run._kept import KILLED, entrust

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...process.completed import Completed
    from ...process.flow import Running
    from ...sessions.supervisor import Supervisor
    from ..verbs import Call

START = {"not_found": "COMMAND_NOT_FOUND", "not_executable": "NOT_EXECUTABLE"}
# What a request that is read from a file leaves to be said: nothing of the run itself.
BESIDE = {"--from", "--session", "--keep", "--json", "--output"}


def start(call: Call) -> SessionState:
    """Start what the words say; return how its session is."""
    fill_gaps()
    options = {"--pty": [""], **call.options}
    if "--from" in options:
        check_alone(call)
        request = from_file(options["--from"][-1])
    else:
        request, _ = asked(list(call.words), options, "session start")

    def ended(running: Running) -> dict[str, Any]:
        done = running.wait()
        code = START.get(done.status, "START_FAILED")
        why = done.detail or next(iter(running.warnings), done.status)
        return {"error": [code, why, "correct the command, or its PATH"]}

    def kept(supervisor: Supervisor, _: Completed) -> dict[str, Any]:
        return {"state": supervisor.state()}

    options |= {"--json": [""], "--detach": [""]}
    word = entrust(request, (), options, ended, kept)
    if word is None:
        raise SessionError(KILLED, fix="start it anew", error_code="START_FAILED")
    problem = word.get("refused") or word.get("error")
    if problem is not None:
        raise refused(*problem)
    return SessionState.of(word["state"])


def check_alone(call: Call) -> None:
    """Refuse what a file says already: the command, and how it is run."""
    for said in (*(name for name in call.options if name not in BESIDE), *call.words):
        refuse(f"--from and {said} exclude each other", "say it in the file")


def from_file(path: str) -> Request:
    """Read a request as JSON: what exeunt.Request() takes, by its names."""
    try:
        found: dict[str, Any] = loads(read_bytes(path).decode())
        if found.get("size") is not None:
            found["size"] = tuple(found["size"])
        return Request(**found)
    except (ValueError, TypeError, AttributeError) as error:
        if isinstance(error, InputError):
            raise
        msg = f"that is no request: {error}"
        raise InputError(
            msg, fix="give the options of exeunt.Request() as JSON"
        ) from None
