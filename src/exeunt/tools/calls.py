"""The words of a tool call → its result, step by step.

Each is a generator of what is waited for, so that a thread (Tools) and a coroutine
(AsyncTools) go through the same steps. Who stops waiting for run() ends the command;
who stops waiting for a session leaves it as it is.
"""

from __future__ import annotations

from time import monotonic

from ..errors import ExeuntError, InputError, SessionError
from ..process.request import Request
from ..process.run import start
from ..sessions import kept as sessions
from ..sessions.talk import Talk
from ._output import Output
from ._words import ended, told, trouble
from .allowed import Allowed, Busy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, Literal

    from ..process.flow import Running
    from ..process.ready import Waits
    from .results import Result

    Tell = Callable[[str, bytes], object]

LATE = "SESSION_TIMEOUT"
MILLI = 1000.0
LONGEST = 30 * 24 * 3600 * 1000  # milliseconds that a call may wait
OUTPUTS: dict[str, Output] = {}  # of the sessions of this process


class Calls:
    """What the tools of one toolbox share: its rules, and the sessions it has begun."""

    def __init__(self, allowed: Allowed, tell: Tell | None) -> None:
        self.allowed = allowed
        self.tell = tell
        self.under_way: int = 0
        self.talks: dict[str, Talk] = {}
        self.begun: set[str] = set()

    # --- a command

    def to_run(
        self,
        words: Sequence[str] | None,
        line: str | None,
        yield_ms: int,
        *,
        tell: Tell | None = None,
        **options: Any,
    ) -> Waits[Result]:
        """Run a command; if it outlives its time, it goes on as a session."""
        try:
            request = self.asked(words, line, options)
            self.make_room()
        except ExeuntError as error:
            return {"output": "", "error": trouble(error)}
        output = Output(request.max_output or 0)
        self.under_way += 1
        try:
            running = start(
                request, tell=heard(output, tell or self.tell), lets_ask=True
            )
            kept = yield from self.to_end(running, output, yield_ms)
        finally:
            self.under_way -= 1
        if kept is not None:
            return (yield from self.to_tell(kept.name, output))
        return ended(running.wait(), *output.take())

    def to_end(
        self, running: Running, output: Output, yield_ms: int
    ) -> Waits[sessions.Kept | None]:
        """Wait for the end of a run, or for what makes a session of it."""
        until = monotonic() + seconds(yield_ms)
        dialogue = running.streams.dialogue
        keeps = True
        try:
            while not running.finished:
                asks = dialogue is not None and dialogue.stuck
                if keeps and (asks or monotonic() >= until):
                    try:
                        return self.keep(running, output)
                    except (ExeuntError, OSError) as error:
                        keeps = False  # it is waited for to its end
                        what = f"no session could be made: {error}"
                        running.warnings += (what,)
                        if asks:
                            running.stop("question")
                if running.step(0):
                    break
                due, left = running.due(), max(0.0, until - monotonic())
                limits = [time for time in (due, left if keeps else None) if time]
                if due == 0:
                    continue
                yield running.fileno(), min(limits, default=None)
        except BaseException:
            running.abandon()
            raise
        return None

    def asked(
        self, words: Sequence[str] | None, line: str | None, options: dict[str, Any]
    ) -> Request:
        """Make a request of a call, within the rules."""
        allowed = self.allowed
        if words is not None and line is not None:
            msg = "command and argv are both given"
            raise InputError(msg, fix="give one of the two")
        env = variables(options.pop("env") or ())
        place = allowed.place(options.pop("cwd"))
        allowed.check(words, line, env, place)
        timeout = options.pop("timeout")
        if allowed.timeout is not None:
            timeout = min(timeout or allowed.timeout, allowed.timeout)
        most = options.pop("max_output") or allowed.max_output
        request = Request(
            words,
            shell=line,
            cwd=place,
            env=env,
            timeout=timeout,
            max_output=min(most, allowed.max_output),
            **options,
        )
        request.kind, request.exactly = "tool", allowed.roots is not None
        return request

    def make_room(self) -> None:
        """Refuse a call when as many commands run as may."""
        now = self.under_way + sessions.running_now()
        if now >= self.allowed.concurrent:
            msg = f"{now} commands run already"
            raise Busy(msg, fix="wait for one to end, or stop one")

    def keep(self, running: Running, output: Output) -> sessions.Kept:
        """Make a session of a run."""
        kept = sessions.Kept(running)
        OUTPUTS[kept.name] = output
        self.begun.add(kept.name)
        return kept

    # --- a session

    def to_send(
        self, name: str, text: str, yield_ms: int, *, enter: bool, secret: bool
    ) -> Waits[Result]:
        """Type a text at a session's command."""
        return (
            yield from self.to_talk(
                name,
                lambda talk: talk.to_send(
                    [text],
                    secret=secret,
                    enter=enter,
                    wait=yield_ms > 0,
                    timeout=seconds(yield_ms),
                ),
            )
        )

    def to_press(self, name: str, names: Sequence[str], yield_ms: int) -> Waits[Result]:
        """Press keys."""
        return (
            yield from self.to_talk(
                name,
                lambda talk: talk.to_keys(
                    names, wait=yield_ms > 0, timeout=seconds(yield_ms)
                ),
            )
        )

    def to_wait(
        self, name: str, yield_ms: int, goal: Literal["input", "end"], text: str | None
    ) -> Waits[Result]:
        """Wait until a session's command asks, ends, or says a text."""
        return (
            yield from self.to_talk(
                name,
                lambda talk: talk.to_wait(
                    goal, text=text or None, offset=None, timeout=seconds(yield_ms)
                ),
            )
        )

    def to_read(self, name: str) -> Waits[Result]:
        """Read what a session's command has written since the last time."""
        return (yield from self.to_talk(name, None))

    def to_stop(self, name: str, *, now: bool) -> Waits[Result]:
        """End a session's command and its whole tree; that is no failure of it."""
        said = yield from self.to_talk(name, lambda talk: talk.to_stop(now=now))
        if said.get("status") == "cancelled":
            said.pop("verdict", None)
            said.pop("next", None)
        return said

    def to_talk(
        self, name: str, ask: Callable[[Talk], Waits[Any]] | None
    ) -> Waits[Result]:
        """Ask something of a session, and tell what it has written by then."""
        try:
            talk = self.talk(name)
            if ask is not None:
                try:
                    yield from ask(talk)
                except SessionError as error:
                    if error.error_code != LATE:
                        raise
            return (yield from self.to_tell(name, OUTPUTS.get(name)))
        except ExeuntError as error:
            return {"output": "", "error": trouble(error)}

    def to_tell(self, name: str, output: Output | None) -> Waits[Result]:
        """Tell how a session is, with what it has written since the last time."""
        talk = self.talk(name)
        state = yield from talk.to_last()
        if state.ended and (kept := sessions.KEPT.get(name)) is not None:
            kept.thread.join()  # its last words are in by then
        if output is not None:
            return told(state, *output.take())
        read = yield from talk.to_read(
            None, limit=self.allowed.max_output, raw=False, stream="stdout"
        )
        return told(state, read.text, read.missing_bytes)

    def talk(self, name: str) -> Talk:
        """Find a session; with rules, one that these tools have begun."""
        if name not in self.begun and not self.allowed.is_open:
            msg = f"there is no session named {name} of these tools"
            raise SessionError(
                msg, fix="run() names those there are", error_code="UNKNOWN_SESSION"
            )
        if name not in self.talks:
            self.talks[name] = Talk(name)
        return self.talks[name]


def heard(output: Output, tell: Tell | None) -> Callable[[str, bytes], None]:
    """Make what takes each piece that a command writes; it holds no run."""

    def take(stream: str, data: bytes) -> None:
        output.write(stream, data)
        if tell is not None:
            tell(stream, data)

    return take


def seconds(milliseconds: int) -> float:
    """Return for how long a call waits; for ever is a month."""
    return max(0, min(milliseconds, LONGEST)) / MILLI


def variables(given: Sequence[str]) -> dict[str, str]:
    """Read NAME=VALUE words."""
    found: dict[str, str] = {}
    for word in given:
        name, equals, value = word.partition("=")
        if not name or not equals:
            msg = f"{word!r} sets no variable"
            raise InputError(msg, fix="write NAME=VALUE")
        found[name] = value
    return found
