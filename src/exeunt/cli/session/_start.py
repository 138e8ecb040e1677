"""Words → a command at a terminal, left to a session."""

from __future__ import annotations

from ...errors import InputError, SessionError
from ...sessions.state import SessionState
from ..run import fill_gaps
from ..run._call import UsageError, asked, parse
from ..run._kept import KILLED, entrust

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...process.completed import Completed
    from ...process.flow import Running
    from ...process.request import Request
    from ...sessions.supervisor import Supervisor

    Given = tuple[Request, dict[str, list[str]]]

START = {"not_found": "COMMAND_NOT_FOUND", "not_executable": "NOT_EXECUTABLE"}


def start(words: list[str]) -> SessionState:
    """Start what the words say; return how its session is."""
    fill_gaps()
    given: dict[str, list[str]] = {}
    try:
        command = parse(list(words), given, "session start")
        if "--from" in given:
            request = from_file(given["--from"][-1])
        else:
            given.setdefault("--pty", [""])
            request, _ = asked(command, given)
    except UsageError as error:
        raise InputError(error.message, fix=error.fix) from None

    def ended(running: Running) -> dict[str, Any]:
        done = running.wait()
        code = START.get(done.status, "START_FAILED")
        why = done.detail or next(iter(running.warnings), done.status)
        return {"error": [code, why, "correct the command, or its PATH"]}

    def kept(supervisor: Supervisor, _: Completed) -> dict[str, Any]:
        return {"state": supervisor.state()}

    options = {**given, "--json": [""], "--detach": [""]}
    try:
        word = entrust(request, (), options, ended, kept)
    except UsageError as error:
        raise InputError(error.message, fix=error.fix) from None
    if word is None:
        raise SessionError(KILLED, fix="start it anew", error_code="START_FAILED")
    problem = word.get("refused") or word.get("error")
    if problem is not None:
        code, message, fix = problem
        if code == InputError.error_code:
            raise InputError(message, fix=fix)
        raise SessionError(message, fix=fix, error_code=code)
    return SessionState.of(word["state"])


def from_file(path: str) -> Request:
    """Read a request as JSON: what exeunt.request() takes, by its names."""
    from ...model.json import loads  # for a program that starts one
    from ...process.run import request
    from .._input import read_bytes

    try:
        found: dict[str, Any] = loads(read_bytes(path).decode())
        if found.get("size") is not None:
            found["size"] = tuple(found["size"])
        return request(**found)
    except (ValueError, TypeError, AttributeError) as error:
        if isinstance(error, InputError):
            raise
        msg = f"that is no request: {error}"
        raise InputError(
            msg, fix="give the options of exeunt.request() as JSON"
        ) from None
