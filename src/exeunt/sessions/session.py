"""A name → Session: a run that goes on by itself, asked from any process.

session = exeunt.Session.start(["psql"])
print(session.send("select 1;").text)
session.stop()

AsyncSession has the same methods for a coroutine, and `async with`.
"""

from __future__ import annotations

from ..errors import SessionError
from ..process.ready import through, through_async
from .place import names, tidy
from .talk import CHUNK, TIMEOUT, Talk, to_start

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike
    from typing import Any, Literal, Self

    from .state import Output, Reply, SessionState
    from .talk import Goal


class Session(Talk):
    """A run that goes on by itself; as a context, it is ended with the block."""

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
        steps = to_start(words, name=name, keep=keep, options=options)
        return cls(through(steps))

    @staticmethod
    def list() -> tuple[SessionState, ...]:
        """Return the sessions of this user: those that run, and those that ended."""
        tidy()
        found: list[SessionState] = []
        for name in names():
            try:
                found.append(through(Talk(name).to_last()))
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
        return through(self.to_state())

    @property
    def last(self) -> SessionState:
        """How it is, or how it was last where its supervisor does not answer."""
        return through(self.to_last())

    def send(
        self,
        *lines: str,
        secret: bool = False,
        enter: bool = True,
        wait: bool = True,
        timeout: float | None = TIMEOUT,
    ) -> Reply:
        """Type lines, each when it is wanted; return what the command said to them."""
        steps = self.to_send(
            lines, secret=secret, enter=enter, wait=wait, timeout=timeout
        )
        return through(steps)

    def keys(
        self, *names: str, wait: bool = True, timeout: float | None = TIMEOUT
    ) -> Reply:
        """Press keys at once: `q`, `enter`, `ctrl-c`, `escape`, `down`."""
        return through(self.to_keys(names, wait=wait, timeout=timeout))

    def read(
        self,
        offset: int | None = None,
        *,
        limit: int | None = CHUNK,
        raw: bool = False,
        stream: Literal["stdout", "stderr"] = "stdout",
    ) -> Output:
        """Return the output from an offset on, or from where the last read ended."""
        return through(self.to_read(offset, limit=limit, raw=raw, stream=stream))

    def wait(
        self,
        goal: Goal = "input",
        *,
        text: str | None = None,
        offset: int | None = None,
        timeout: float | None = None,
    ) -> SessionState:
        """Wait until the command asks something or ends, or a text is in its output."""
        steps = self.to_wait(goal, text=text, offset=offset, timeout=timeout)
        return through(steps)

    def screen(self, size: tuple[int, int] | None = None) -> str:
        """Return what the terminal shows; `size` changes its columns and rows first."""
        return through(self.to_screen(size))

    def stop(self, *, now: bool = False) -> SessionState:
        """End the command and its whole tree; return how that went."""
        return through(self.to_stop(now=now))


class AsyncSession(Talk):
    """The same for a coroutine: each method is awaited."""

    @classmethod
    async def start(
        cls,
        words: Sequence[str | PathLike[str]] | None = None,
        *,
        name: str | None = None,
        keep: float | None = None,
        **options: Any,
    ) -> Self:
        """Start a command at a terminal; the options are those of exeunt.request()."""
        steps = to_start(words, name=name, keep=keep, options=options)
        return cls(await through_async(steps))

    @staticmethod
    async def list() -> tuple[SessionState, ...]:
        """Return the sessions of this user: those that run, and those that ended."""
        tidy()
        found: list[SessionState] = []
        for name in names():
            try:
                found.append(await through_async(Talk(name).to_last()))
            except SessionError:
                pass  # it is being made, or has just been removed
        return tuple(found)

    async def __aenter__(self) -> Self:
        """Return the session."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """End it, if it has not ended."""
        try:
            await self.stop()
        except SessionError:
            pass  # it is not even known any more

    async def state(self) -> SessionState:
        """Return how it is now."""
        return await through_async(self.to_state())

    async def last(self) -> SessionState:
        """Return how it is, or how it was last if its supervisor does not answer."""
        return await through_async(self.to_last())

    async def send(
        self,
        *lines: str,
        secret: bool = False,
        enter: bool = True,
        wait: bool = True,
        timeout: float | None = TIMEOUT,  # noqa: ASYNC109 - as Session has it
    ) -> Reply:
        """Type lines, each when it is wanted; return what the command said to them."""
        steps = self.to_send(
            lines, secret=secret, enter=enter, wait=wait, timeout=timeout
        )
        return await through_async(steps)

    async def keys(
        self,
        *names: str,
        wait: bool = True,
        timeout: float | None = TIMEOUT,  # noqa: ASYNC109 - as above
    ) -> Reply:
        """Press keys at once: `q`, `enter`, `ctrl-c`, `escape`, `down`."""
        return await through_async(self.to_keys(names, wait=wait, timeout=timeout))

    async def read(
        self,
        offset: int | None = None,
        *,
        limit: int | None = CHUNK,
        raw: bool = False,
        stream: Literal["stdout", "stderr"] = "stdout",
    ) -> Output:
        """Return the output from an offset on, or from where the last read ended."""
        return await through_async(
            self.to_read(offset, limit=limit, raw=raw, stream=stream)
        )

    async def wait(
        self,
        goal: Goal = "input",
        *,
        text: str | None = None,
        offset: int | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 - as above
    ) -> SessionState:
        """Wait until the command asks something or ends, or a text is in its output."""
        steps = self.to_wait(goal, text=text, offset=offset, timeout=timeout)
        return await through_async(steps)

    async def screen(self, size: tuple[int, int] | None = None) -> str:
        """Return what the terminal shows; `size` changes its columns and rows first."""
        return await through_async(self.to_screen(size))

    async def stop(self, *, now: bool = False) -> SessionState:
        """End the command and its whole tree; return how that went."""
        return await through_async(self.to_stop(now=now))
