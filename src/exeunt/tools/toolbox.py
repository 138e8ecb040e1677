"""A model's call → a function of ours, whose types and texts it is shown.

Tools for who calls them in a thread, AsyncTools for who awaits them; a cancelled call
ends its command.
"""

from __future__ import annotations

# At run time, too: the decorators of frameworks read the types of a function.
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

from ..process.ready import through, through_async
from ._asking import decided, explained, remembered
from ._functions import async_function, function
from .allowed import NAMES, Allowed
from .calls import Calls
from .results import Decided, Explained, Remembered, Result

YIELD = 10_000  # milliseconds that a call waits before its command goes on alone


class Tools:
    """The tools, called in a thread; `on_output` is told each piece as it comes."""

    def __init__(
        self,
        allowed: Allowed | None = None,
        on_output: Callable[[str, bytes], object] | None = None,
    ) -> None:
        self.calls: Calls = Calls(allowed or Allowed(), on_output)

    def __iter__(self) -> Iterator[Callable[..., str]]:
        """Yield the functions that the rules offer; each answers with JSON text."""
        return (function(getattr(self, name)) for name in self.calls.allowed.tools)

    def run(  # noqa: PLR0913 - as many as a model may say
        self,
        command: str | None = None,
        argv: list[str] | None = None,
        cwd: str | None = None,
        env: list[str] | None = None,
        stdin: str | None = None,
        timeout: float | None = None,
        yield_ms: int = YIELD,
        tty: bool = False,
        max_output: int | None = None,
    ) -> Result:
        """Run a command and tell what came of it: done, no, findings, failed, unknown.

        A command that outlives yield_ms, or asks something, goes on as a session:
        answer it with send, look again with wait, end it with stop. Never repeat a
        call that failed or is unknown unless "next" says so.

        Args:
            command: A line for a shell. Give this or argv.
            argv: The words of one program, run without a shell.
            cwd: The directory to run in.
            env: Variables to set, each as NAME=VALUE.
            stdin: What the command reads; without it, nothing.
            timeout: Seconds after which the command and all it started are ended.
            yield_ms: Milliseconds to wait for the end.
            tty: Give it a terminal, so that it can ask and be answered.
            max_output: Bytes of output to show, from its beginning and its end.

        """
        return through(
            self.calls.to_run(
                argv,
                command,
                yield_ms,
                cwd=cwd,
                env=env,
                input=stdin,
                timeout=timeout,
                pty=tty,
                max_output=max_output,
            )
        )

    def send(
        self,
        session: str,
        text: str,
        enter: bool = True,
        secret: bool = False,
        yield_ms: int = YIELD,
    ) -> Result:
        """Type a text at a session's command when it reads, and tell what it says.

        Args:
            session: The name that run gave.
            text: What to type.
            enter: End it with the Enter key.
            secret: Type it only where it is not echoed, and never show it.
            yield_ms: Milliseconds to wait for what it says.

        """
        return through(
            self.calls.to_send(session, text, yield_ms, enter=enter, secret=secret)
        )

    def keys(self, session: str, keys: list[str], yield_ms: int = YIELD) -> Result:
        """Press keys at once, for menus and editors, and tell what is shown then.

        Args:
            session: The name that run gave.
            keys: Names of keys: enter, escape, up, down, ctrl-c, q and so on.
            yield_ms: Milliseconds to wait for what it says.

        """
        return through(self.calls.to_press(session, keys, yield_ms))

    def read(self, session: str) -> Result:
        """Tell how a session is, and what its command has written since the last time.

        Args:
            session: The name that run gave.

        """
        return through(self.calls.to_read(session))

    def wait(
        self,
        session: str,
        yield_ms: int = YIELD,
        until_end: bool = False,
        text: str | None = None,
    ) -> Result:
        """Wait until a session's command asks something or ends, or says a text.

        Args:
            session: The name that run gave.
            yield_ms: Milliseconds to wait at most.
            until_end: Wait for its end alone.
            text: Wait until this is in its output.

        """
        goal: Any = "end" if until_end else "input"
        return through(self.calls.to_wait(session, yield_ms, goal, text))

    def stop(self, session: str, now: bool = False) -> Result:
        """End a session's command and everything it started.

        Args:
            session: The name that run gave.
            now: Kill it without asking it to end first.

        """
        return through(self.calls.to_stop(session, now=now))

    def explain(self, exit_code: int, command: str | None = None) -> Explained:
        """Tell what an exit code means, by the table of the command that left with it.

        Args:
            exit_code: The number.
            command: The command line; without it, the convention of shells is told.

        """
        return explained(exit_code, command)

    def decide(
        self, exit_code: int, command: str | None = None, output: str | None = None
    ) -> Decided:
        """Tell what to do after a command has ended, and by which rule.

        Args:
            exit_code: The number that it left with.
            command: The command line.
            output: What it printed, if it printed an envelope.

        """
        return decided(exit_code, command, output)

    def journal(
        self, failed: bool = False, hours: float | None = None, limit: int = 10
    ) -> Remembered:
        """List the commands that exeunt has run lately, and what came of them.

        Args:
            failed: List only those that failed, or may have.
            hours: List those that began within so many hours.
            limit: List so many at most.

        """
        return remembered(failed, hours, limit)


class AsyncTools:
    """The same for a coroutine: each is awaited, and a cancelled one ends its run."""

    def __init__(
        self,
        allowed: Allowed | None = None,
        on_output: Callable[[str, bytes], object] | None = None,
    ) -> None:
        self.calls: Calls = Calls(allowed or Allowed(), on_output)

    def __iter__(self) -> Iterator[Callable[..., Coroutine[Any, Any, str]]]:
        """As of Tools."""
        names = self.calls.allowed.tools
        return (async_function(getattr(self, name)) for name in names)

    async def run(  # noqa: PLR0913 - as above
        self,
        command: str | None = None,
        argv: list[str] | None = None,
        cwd: str | None = None,
        env: list[str] | None = None,
        stdin: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 - of the command, not of the call
        yield_ms: int = YIELD,
        tty: bool = False,
        max_output: int | None = None,
    ) -> Result:
        """As Tools.run()."""
        return await through_async(
            self.calls.to_run(
                argv,
                command,
                yield_ms,
                cwd=cwd,
                env=env,
                input=stdin,
                timeout=timeout,
                pty=tty,
                max_output=max_output,
            )
        )

    async def send(
        self,
        session: str,
        text: str,
        enter: bool = True,
        secret: bool = False,
        yield_ms: int = YIELD,
    ) -> Result:
        """As Tools.send()."""
        return await through_async(
            self.calls.to_send(session, text, yield_ms, enter=enter, secret=secret)
        )

    async def keys(
        self, session: str, keys: list[str], yield_ms: int = YIELD
    ) -> Result:
        """As Tools.keys()."""
        return await through_async(self.calls.to_press(session, keys, yield_ms))

    async def read(self, session: str) -> Result:
        """As Tools.read()."""
        return await through_async(self.calls.to_read(session))

    async def wait(
        self,
        session: str,
        yield_ms: int = YIELD,
        until_end: bool = False,
        text: str | None = None,
    ) -> Result:
        """As Tools.wait()."""
        goal: Any = "end" if until_end else "input"
        return await through_async(self.calls.to_wait(session, yield_ms, goal, text))

    async def stop(self, session: str, now: bool = False) -> Result:
        """As Tools.stop()."""
        return await through_async(self.calls.to_stop(session, now=now))

    async def explain(self, exit_code: int, command: str | None = None) -> Explained:
        """As Tools.explain()."""
        return explained(exit_code, command)

    async def decide(
        self, exit_code: int, command: str | None = None, output: str | None = None
    ) -> Decided:
        """As Tools.decide()."""
        return decided(exit_code, command, output)

    async def journal(
        self, failed: bool = False, hours: float | None = None, limit: int = 10
    ) -> Remembered:
        """As Tools.journal()."""
        return remembered(failed, hours, limit)


# What a model is told of a tool is one text.
for _name in NAMES:
    getattr(AsyncTools, _name).__doc__ = getattr(Tools, _name).__doc__
