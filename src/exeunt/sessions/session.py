"""A name → Session: a run that goes on by itself, asked from any process.

session = exeunt.Session.start(["psql"])
print(session.send("select 1;").text)
session.stop()
"""

from __future__ import annotations

from time import monotonic, sleep

from ..errors import InputError, SessionError
from . import wire
from .place import LOST, Place, find, known, names, tidy
from .state import Output, Reply, SessionState

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike
    from typing import Any, Literal, Self

TIMEOUT = 30.0  # seconds that the command gets to react to what is typed
QUICK = 5.0  # seconds for a supervisor to say how it is
CHUNK = 65_536  # bytes of output at a time
SILENT = "SILENT"  # the error of a supervisor that does not answer
PACE = 0.01  # seconds between two tries to reach a supervisor


class Session:
    """A run that goes on by itself; as a context, it is ended with the block."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.offset: int = 0  # where read() goes on
        find(name).close()

    @classmethod
    def start(
        cls,
        words: Sequence[str | PathLike[str]] | None = None,
        *,
        name: str | None = None,
        keep: float | None = None,
        **options: Any,
    ) -> Self:
        """Start a command at a terminal; the options are those of exeunt.request()."""
        return cls(start(words, name=name, keep=keep, options=options))

    @staticmethod
    def list() -> tuple[SessionState, ...]:
        """Return the sessions of this user: those that run, and those that ended."""
        tidy()
        found: list[SessionState] = []
        for name in names():
            try:
                found.append(Session(name).last)
            except SessionError:
                pass  # it is being made, or has just been removed
        return tuple(found)

    def __enter__(self) -> Self:
        """Return the session."""
        return self

    def __exit__(self, *_: object) -> None:
        """End it, if it has not ended."""
        try:
            self.stop()
        except SessionError:
            pass  # it is not even known any more

    @property
    def state(self) -> SessionState:
        """How it is now."""
        return SessionState.of(self.ask({"ask": "state"}, QUICK)["state"])

    @property
    def last(self) -> SessionState:
        """How it is, or how it was last where its supervisor does not answer."""
        try:
            return self.state
        except SessionError as error:
            place = find(self.name)
            state = place.read()
            place.close()
            if error.error_code != SILENT or state is None:
                raise
            return SessionState.of({**state, "detail": error.message})

    def send(
        self,
        *lines: str,
        secret: bool = False,
        enter: bool = True,
        wait: bool = True,
        timeout: float | None = TIMEOUT,
    ) -> Reply:
        """Type lines, each when it is wanted; return what the command said to them."""
        question = {"ask": "say", "lines": list(lines), "secret": secret}
        question |= {"enter": enter, "wait": wait, "timeout": timeout}
        return self.reply(question)

    def keys(
        self, *names: str, wait: bool = True, timeout: float | None = TIMEOUT
    ) -> Reply:
        """Press keys at once: `q`, `enter`, `ctrl-c`, `escape`, `down`."""
        from ..terminal.keys import keys  # few press any

        pressed = keys(list(names)).decode("latin-1")
        question = {"ask": "press", "keys": pressed, "wait": wait, "timeout": timeout}
        return self.reply(question)

    def reply(self, question: Mapping[str, Any]) -> Reply:
        """Have something typed, and read what follows it."""
        said = self.ask(question, limit_of(question))
        state = SessionState.of(said["state"])
        if "offset" not in said:  # the supervisor has gone
            raise ended(state)
        offset = int(said["offset"])
        output = self.read(offset, limit=None)
        self.offset = output.next_offset
        return Reply(
            output.text, offset, output.next_offset, state, bool(said.get("late"))
        )

    def read(
        self,
        offset: int | None = None,
        *,
        limit: int | None = CHUNK,
        raw: bool = False,
        stream: Literal["stdout", "stderr"] = "stdout",
    ) -> Output:
        """Return the output from an offset on, or from where the last read ended."""
        from ._output import output  # late: text.clean, for a reader

        at = self.offset if offset is None else offset
        found = output(self.state, at, limit=limit, raw=raw, stream=stream)
        if offset is None:
            self.offset = found.next_offset
        return found

    def wait(
        self,
        goal: Literal["input", "end"] = "input",
        *,
        text: str | None = None,
        offset: int | None = None,
        timeout: float | None = None,
    ) -> SessionState:
        """Wait until the command asks something or ends, or a text is in its output."""
        question = {"ask": "wait", "for": goal, "text": text, "timeout": timeout}
        question["offset"] = self.offset if offset is None else offset
        said = self.ask(question, limit_of(question))
        state = SessionState.of(said["state"])
        if said.get("late"):
            what = {"input": "has not asked anything", "end": "has not ended"}[goal]
            what = what if text is None else f"has not said {text!r}"
            msg = f"the command {what} in {timeout:g} seconds"
            fix = "wait longer, or look at exeunt session screen"
            raise SessionError(msg, fix=fix, error_code="SESSION_TIMEOUT")
        return state

    def screen(self, size: tuple[int, int] | None = None) -> str:
        """Return what the terminal shows; `size` changes its columns and rows first."""
        from ._output import shown  # the emulator, for a reader

        said = self.ask({"ask": "screen", "size": size}, QUICK)
        if "screen" in said:
            return str(said["screen"])
        return shown(SessionState.of(said["state"]))

    def stop(self, *, now: bool = False) -> SessionState:
        """End the command and its whole tree; return how that went."""
        said = self.ask({"ask": "stop", "now": now}, None)
        return SessionState.of(said["state"])

    def ask(
        self, question: Mapping[str, Any], patience: float | None
    ) -> dict[str, Any]:
        """Ask the supervisor; if it has gone, return the last state that it wrote."""
        place = find(self.name)
        try:
            said = self.ask_at(place, question, patience)
        finally:
            place.close()
        if "error" in said:
            raise refused(*said["error"])
        return said

    @staticmethod
    def ask_at(
        place: Place, question: Mapping[str, Any], patience: float | None
    ) -> dict[str, Any]:
        """Ask a supervisor that lives; otherwise read the state that it left."""
        until = monotonic() + QUICK
        while place.is_alive() and monotonic() < until:
            try:
                found: dict[str, Any] = wire.ask(place.socket, question, patience)
            except TimeoutError:
                break
            except (OSError, ValueError):
                sleep(PACE)  # it has just ended, or not quite begun
            else:
                return found
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


def start(
    words: Sequence[str | PathLike[str]] | None,
    *,
    name: str | None,
    keep: float | None,
    options: Mapping[str, Any],
) -> str:
    """Start a command; return the name of its session.

    `exeunt session start` forks; a program that has threads or much memory must not,
    so it runs that command. What to run goes to it by stdin: secrets stay out of sight.
    """
    import subprocess  # 12 ms, to start one
    import sys
    from os import fspath

    from ..model.json import dumps
    from ..process.request import COLUMNS, ROWS
    from ..process.run import request

    asked: dict[str, Any] = {"size": (COLUMNS, ROWS), **options}
    if words is not None:
        asked["words"] = [fspath(word) for word in words]
    request(**asked)  # so that a mistake is an error of this process
    call = [
        sys.executable,
        "-P",
        "-m",
        "exeunt",
        "session",
        "start",
        "--json",
        "--from",
        "-",
    ]
    call += [] if name is None else ["--session", name]
    call += [] if keep is None else ["--keep", str(keep)]
    done = subprocess.run(  # noqa: S603 - ourselves
        call, input=dumps(asked).encode(), stdout=subprocess.PIPE, check=False
    )
    try:
        said = wire.unpack(done.stdout)
    except ValueError:
        msg = f"exeunt session start ended with {done.returncode}"
        raise SessionError(msg, fix="see what it says on stderr") from None
    if said["ok"]:
        return str(said["data"]["session"])
    error = said["error"]
    raise refused(error["code"], error["message"], error.get("suggestion") or "")
