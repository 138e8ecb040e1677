"""A name → what is asked of its session, step by step.

Each question is a generator of what is waited for, so that a thread (Session) and a
coroutine (AsyncSession) ask in the same way.
"""

from __future__ import annotations

from time import monotonic

from ..errors import InputError, SessionError
from ..process.ready import NOTHING
from . import wire
from .place import LOST, find, is_state, known
from .state import Output, Reply, SessionState

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike
    from typing import Any, Literal

    from ..process.ready import Waits
    from .place import Place

    Goal = Literal["input", "end"]

TIMEOUT = 30.0  # seconds that the command gets to react to what is typed
QUICK = 5.0  # seconds for a supervisor to say how it is
CHUNK = 65_536  # bytes of output at a time
SILENT = "SILENT"  # the error of a supervisor that does not answer
PACE = 0.01  # seconds between two tries to reach a supervisor


class Talk:
    """What can be asked of a session; `offset` is where reading goes on."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.offset: int = 0  # where read() goes on
        find(name).close()

    def to_state(self) -> Waits[SessionState]:
        """Ask how it is now."""
        said = yield from self.to_ask({"ask": "state"}, QUICK)
        return SessionState.of(said["state"])

    def to_last(self) -> Waits[SessionState]:
        """Ask how it is, or how it was last where its supervisor does not answer."""
        try:
            return (yield from self.to_state())
        except SessionError as error:
            place = find(self.name)
            state = known(place)
            place.close()
            if error.error_code != SILENT or state is None:
                raise
            return SessionState.of({**state, "detail": error.message})

    def to_send(
        self,
        lines: Sequence[str],
        *,
        secret: bool,
        enter: bool,
        wait: bool,
        timeout: float | None,
    ) -> Waits[Reply]:
        """Type lines, each when it is wanted."""
        question = {"ask": "say", "lines": list(lines), "secret": secret}
        question |= {"enter": enter, "wait": wait, "timeout": timeout}
        return (yield from self.to_reply(question))

    def to_keys(
        self, names: Sequence[str], *, wait: bool, timeout: float | None
    ) -> Waits[Reply]:
        """Press keys at once."""
        from ..terminal.keys import keys  # few press any

        keys(list(names))  # so that a mistake is an error of this process
        question: dict[str, Any] = {"ask": "press", "names": list(names)}
        question |= {"wait": wait, "timeout": timeout}
        return (yield from self.to_reply(question))

    def to_reply(self, question: Mapping[str, Any]) -> Waits[Reply]:
        """Have something typed, and read what follows it."""
        said = yield from self.to_ask(question, limit_of(question))
        state = SessionState.of(said["state"])
        if "offset" not in said:  # the supervisor has gone
            raise ended(state)
        offset = int(said["offset"])
        end = said.get("end")  # what a later line says is no reply to this one
        limit = None if end is None else max(0, int(end) - offset)
        output = yield from self.to_read(
            offset, limit=limit, raw=False, stream="stdout"
        )
        self.offset = output.next_offset
        return Reply(
            output.text,
            offset,
            output.next_offset,
            state,
            exit_code=state.exit_code if state.ended else said.get("status"),
            late=bool(said.get("late")),
        )

    def to_read(
        self,
        offset: int | None,
        *,
        limit: int | None,
        raw: bool,
        stream: Literal["stdout", "stderr"],
    ) -> Waits[Output]:
        """Read the output from an offset on, or from where the last read ended."""
        from ._output import output  # late: text.clean, for a reader

        at = self.offset if offset is None else offset
        state = yield from self.to_state()
        found = output(state, at, limit=limit, raw=raw, stream=stream)
        if offset is None:
            self.offset = found.next_offset
        return found

    def to_wait(
        self, goal: Goal, *, text: str | None, offset: int | None, timeout: float | None
    ) -> Waits[SessionState]:
        """Wait until the command asks something or ends, or a text is in its output."""
        question = {"ask": "wait", "for": goal, "text": text, "timeout": timeout}
        question["offset"] = self.offset if offset is None else offset
        said = yield from self.to_ask(question, limit_of(question))
        state = SessionState.of(said["state"])
        if said.get("late"):
            what = {"input": "has not asked anything", "end": "has not ended"}[goal]
            what = what if text is None else f"has not said {text!r}"
            msg = f"the command {what} in {timeout:g} seconds"
            fix = "wait longer, or look at exeunt session screen"
            raise SessionError(msg, fix=fix, error_code="SESSION_TIMEOUT")
        return state

    def to_more(self, seen: int) -> Waits[tuple[SessionState, bool]]:
        """Wait for output beyond what was seen, or for the end.

        Says, too, whether a line feed of it begins a new line, as a person is shown it.
        """
        question = {"ask": "wait", "for": "output", "offset": seen, "timeout": None}
        said = yield from self.to_ask(question, None)
        return SessionState.of(said["state"]), bool(said.get("returns", True))

    def to_screen(self, size: tuple[int, int] | None) -> Waits[str]:
        """Ask what the terminal shows, in another size if one is given."""
        from ._output import shown  # the emulator, for a reader

        said = yield from self.to_ask({"ask": "screen", "size": size}, QUICK)
        if "screen" in said:
            return str(said["screen"])
        if said["state"].get("screen") is not None:
            return str(said["state"]["screen"])
        return shown(SessionState.of(said["state"]))

    def to_stop(self, *, now: bool) -> Waits[SessionState]:
        """End the command and its whole tree."""
        said = yield from self.to_ask({"ask": "stop", "now": now}, None)
        return SessionState.of(said["state"])

    def to_ask(
        self, question: Mapping[str, Any], patience: float | None
    ) -> Waits[dict[str, Any]]:
        """Ask the supervisor; if it has gone, return the last state that it wrote."""
        place = find(self.name)
        try:
            said = yield from to_ask_at(place, question, patience)
        finally:
            place.close()
        if "error" in said:
            raise refused(*said["error"])
        if not is_state(said.get("state") or {}):
            msg = f"the supervisor of {self.name} answers what nobody understands"
            fix = "ask it with the exeunt that has started it"
            raise SessionError(msg, fix=fix, error_code=SILENT)
        return said


def to_ask_at(
    place: Place, question: Mapping[str, Any], patience: float | None
) -> Waits[dict[str, Any]]:
    """Ask a supervisor that lives; otherwise read the state that it left."""
    until = monotonic() + QUICK
    while place.is_alive() and monotonic() < until:
        try:
            return (yield from wire.ask(place.socket, question, patience))
        except TimeoutError:
            break
        except (OSError, ValueError):
            yield NOTHING, PACE  # it has just ended, or not quite begun
    if place.is_alive():
        msg = f"the supervisor of {place.name} does not answer"
        fix = f"end it by its number: exeunt session list shows {place.name}"
        raise SessionError(msg, fix=fix, error_code=SILENT)
    state = known(place)
    if state is None:
        msg = f"session {place.name} has left nothing behind"
        raise SessionError(msg, fix="start it anew", error_code="UNKNOWN_SESSION")
    return {"state": state}


def refused(code: str, message: str, fix: str) -> InputError | SessionError:
    """Make the error of a question or a start that was refused."""
    if code == InputError.error_code:
        return InputError(message, fix=fix)
    return SessionError(message, fix=fix, error_code=code)


def limit_of(question: Mapping[str, Any]) -> float | None:
    """Return how long an answer may take: as long as was asked for, and a moment."""
    timeout = question.get("timeout")
    return None if timeout is None else float(timeout) + QUICK


def ended(state: SessionState) -> SessionError:
    """Make the error for typing at a command that has ended."""
    how = state.status if state.exit_code is None else f"exit code {state.exit_code}"
    if state.status == LOST:
        how = "its supervisor was killed"
    msg = f"session {state.session} has ended: {how}"
    fix = f"exeunt session read {state.session} shows what it said"
    return SessionError(msg, fix=fix, error_code="SESSION_ENDED")


def to_start(
    words: Sequence[str | PathLike[str]] | None,
    *,
    name: str | None,
    keep: float | None,
    options: Mapping[str, Any],
) -> Waits[str]:
    """Start a command; return the name of its session.

    `exeunt session start` forks; a program that has threads or much memory must not,
    so it runs that command. What to run goes to it by stdin: secrets stay out of sight.
    """
    import os
    import subprocess  # 12 ms, to start one
    import sys

    from ..model.json import dumps
    from ..process.request import COLUMNS, ROWS
    from ..process.run import request

    asked: dict[str, Any] = {"size": (COLUMNS, ROWS), **options}
    if words is not None:
        asked["words"] = [os.fspath(word) for word in words]
    request(**asked)  # so that a mistake is an error of this process
    call = [sys.executable, "-P", "-m", "exeunt", "session", "start", "--json"]
    call += ["--from", "-"]
    call += [] if name is None else ["--session", name]
    call += [] if keep is None else ["--keep", str(keep)]
    with (
        os.fdopen(os.memfd_create("asked"), "w+b") as given,
        os.fdopen(os.memfd_create("said"), "w+b") as answer,
    ):
        given.write(dumps(asked).encode())
        given.seek(0)
        process = subprocess.Popen(call, stdin=given, stdout=answer)  # noqa: S603 - ourselves
        handle = os.pidfd_open(process.pid)
        try:
            yield handle, None
        finally:
            os.close(handle)
            code = process.wait()
        answer.seek(0)
        data = answer.read()
    try:
        said = wire.unpack(data)
    except ValueError:
        msg = f"exeunt session start ended with {code}"
        raise SessionError(msg, fix="see what it says on stderr") from None
    if said["ok"]:
        return str(said["data"]["session"])
    error = said["error"]
    raise refused(error["code"], error["message"], error.get("suggestion") or "")
