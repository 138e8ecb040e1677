"""What a program prints → kept apart from what it says.

In JSON mode stdout belongs to the envelope. Python's prints are kept, and so is what a
child, a C library or an early logger writes to descriptor 1; a pager shows nothing.
The environment tells the program and its children that nobody is there, and to speak
English, whatever sorts and encodes their texts.
"""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper

from ._printed import (
    LAST,
    Kept,
    Printed,
    Spool,
    Words,
    clear_of_streams,
    write_whole,
)
from ._prompts import Prompts
from .handler import from_exit
from .mode import put_environment
from .run import the_run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, NoReturn

    from ..model.outcome import Outcome
    from .run import Run

    Changes = dict[str, str | None]  # of an environment; None: the name is taken away

QUIET_TOOLS = {  # no pager, no colour, no editor, for the program and its children
    "PAGER": "cat",
    "GIT_PAGER": "cat",
    "MANPAGER": "cat",
    "NO_COLOR": "1",
    "EDITOR": "true",
    "VISUAL": "true",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_MESSAGES": "C",
    "BROWSER": "echo",  # an address is said on the child's stdout, which we keep
}
LOUD_TOOLS = (
    *("FORCE_COLOR", "CLICOLOR_FORCE", "PY_COLORS"),  # win over NO_COLOR
    "LANGUAGE",  # wins over LC_MESSAGES
    *("DISPLAY", "WAYLAND_DISPLAY"),  # where a window would open
)
# Signals that end a process, where nobody has said what else they mean.
DEADLY = ("SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGVTALRM", "SIGPROF", "SIGXCPU")
_signal: Any = __import__("_signal")  # the C module, as in _signals
# print() borrows sys.stdout without holding it (seen in CPython 3.11 to 3.13): what a
# thread may still be printing to must not be freed.
KEPT: list[object] = []


class Streams:
    """Descriptor 1, borrowed for the time of a call and given back."""

    def __init__(self) -> None:
        self.saved: int | None = None
        self.spool: Spool | None = None  # what Python prints
        self.beside: Kept | None = None  # what anybody else writes to descriptor 1
        self.text: TextIOWrapper | None = None
        self.stdout: Any = None
        self.said: Tail | None = None
        self.env: Changes = {}
        self.patched: list[tuple[Any, str, Any]] = []
        self.prompts: Prompts = Prompts(self.take_line)
        self.owner: int = os.getpid()
        self.caught: list[int] = []
        # How the call says its outcome, should the program call os._exit(); where
        # a Watch sees to that, nothing.
        self.say: Callable[[Outcome[Any], Run], int] | None = None

    def hold(self, *, likely: bool = False) -> None:
        """Keep what goes to stdout until settle() says whom it is for.

        `likely`: a program, so it is quiet for that, and every question is watched.
        """
        self.divert()
        if self.saved is not None and os.isatty(self.saved):
            self.patch(self.stdout, "isatty", lambda: True)  # as a person would see it
        if likely:
            self.quiet()
        if likely or os.isatty(0):  # nobody would see the question
            self.prompts.refuse(held=True)

    def settle(self, as_json: bool) -> None:
        """Let a person have what was held, or begin the answer with it."""
        flush(sys.stdout)
        self.unpatch()
        put_environment(self.env)
        held = self.beside
        if as_json:
            self.borrow()
        else:
            self.prompts.allow()
            self.beside = None
            self.give_back()
        if held is None:
            return
        for block in held.blocks():
            if self.spool is None:
                write_whole(1, block)
            else:
                self.spool.write(block)
        (held.take if as_json else held.close)()

    def divert(self) -> None:
        """Point descriptor 1 at a file, which nobody sees until the call is over."""
        self.stdout = sys.stdout
        flush(self.stdout)
        self.said = Tail(sys.stderr)
        try:
            self.saved = clear_of_streams(os.dup(1))
            self.beside = Kept.opened()
            os.dup2(2 if self.beside is None else self.beside.descriptor, 1)
        except OSError:
            pass  # one of them is closed: there is nothing to protect, or no refuge

    def borrow(self) -> None:
        """Take stdout for the envelope, and record what the program prints."""
        if self.said is None:
            self.divert()
        self.spool = Spool()
        text: Any = TextIOWrapper(
            self.spool, "utf-8", "backslashreplace", newline="\n", write_through=True
        )
        text.mode = "w"  # as Python's own has it
        self.text = sys.stdout = text
        self.quiet()
        for name, wrap in self.ways_out().items():
            self.patch(os, name, wrap(getattr(os, name)))
        self.catch()
        self.prompts.refuse()

    def quiet(self) -> None:
        """Tell the program, and all that it starts, that no person is there."""
        changes, self.env = quieted(os.environ)
        put_environment(changes)

    @property
    def descriptor(self) -> int:
        """Return where the envelope goes."""
        return 1 if self.saved is None else self.saved

    def printed(self) -> Printed:
        """Return what was printed until now."""
        flush(sys.stdout)
        flush(self.text)
        flush(self.stdout)
        encoding = self.encoding
        return Printed(Words(self.spool, encoding), Words(self.beside, encoding))

    @property
    def encoding(self) -> str:
        """Return how the program writes its texts, which it may have changed."""
        return str(getattr(sys.stdout, "encoding", None) or "utf-8")

    def printed_tail(self) -> str:
        """Return the last words on stdout: Python's, or else those of anybody."""
        flush(sys.stdout)
        flush(self.stdout)
        for kept in (self.spool, self.beside):
            size = 0 if kept is None else kept.size()
            if kept is not None and size:
                last = kept.part(max(0, size - LAST), LAST)
                return last.decode(self.encoding, "replace")
        return ""

    def take_line(self) -> str:
        """Take back the line that stdout ends in: what is read next answers it."""
        if self.spool is None:
            return ""
        flush(sys.stdout)
        return self.spool.take_line().decode(self.encoding, "backslashreplace")

    def stderr_tail(self) -> str:
        """Return the last words of Python on stderr."""
        flush(sys.stderr)
        return "" if self.said is None else self.said.text()

    def give_back(self, *, threads: bool = False, final: bool = False) -> None:
        """Restore everything; descriptor 1 not if threads would print behind us."""
        if self.said is None:
            return
        self.said.end()
        self.said = None
        if self.spool is not None:
            if threads:
                KEPT.append(self.text)
            if threads and final:
                self.spool.owner = 0  # to stderr: Python's end may find no lock held
            else:
                sys.stdout = self.stdout
            self.spool = self.say = None
            self.prompts.allow()
            put_environment(self.env)
            self.release()
        self.unpatch()
        if threads and final:
            free_stderr()
        flush(self.stdout)  # what a logger that knew it before us wrote
        if self.saved is not None:
            os.dup2(2 if threads and final else self.saved, 1)
            os.close(self.saved)
            self.saved = None
        if self.beside is not None:
            self.beside.close()
            self.beside = None

    def patch(self, owner: Any, name: str, value: object) -> None:
        """Put something in another's place, and remember whose it was."""
        own: Any = owner.__dict__
        self.patched.append((owner, name, own.get(name)))
        setattr(owner, name, value)

    def unpatch(self) -> None:
        """Put everything back into its place."""
        while self.patched:
            owner, name, original = self.patched.pop()
            if original is None:
                delattr(owner, name)
            else:
                setattr(owner, name, original)

    def ways_out(self) -> dict[str, Callable[[Any], Any]]:
        """Name the ways to end a process of which nothing else learns."""
        ways: dict[str, Callable[[Any], Any]] = dict.fromkeys(
            ("execv", "execve"), self.before_exec
        )
        if self.say is not None:
            ways["_exit"] = self.before_exit
        return ways

    def before_exec(self, original: Callable[..., NoReturn]) -> Callable[..., NoReturn]:
        """Wrap exec: what the program becomes has the real stdout."""

        def execute(*words: Any) -> NoReturn:
            saved = self.saved if os.getpid() == self.owner else None
            if saved is None:
                original(*words)  # a child's stdout is stderr
            flush(self.stdout)
            if os.access(words[0], os.X_OK):  # execvp() tries many places
                self.pour()
            os.dup2(saved, 1)
            try:
                original(*words)
            finally:
                os.dup2(2 if self.beside is None else self.beside.descriptor, 1)

        return execute

    def before_exit(
        self, original: Callable[[int], NoReturn]
    ) -> Callable[..., NoReturn]:
        """Wrap os._exit(), which would end the process without a word."""

        def leave(status: int) -> NoReturn:
            if self.say is not None and os.getpid() == self.owner:
                run = the_run("adopt")
                status = self.say(from_exit(status, run), run)
            original(status)

        return leave

    def catch(self) -> None:
        """Let no signal that would end the process take with it what was printed."""
        for name in DEADLY:
            number = getattr(_signal, name, None)
            try:
                if number is not None and _signal.getsignal(number) == _signal.SIG_DFL:
                    _signal.signal(number, self.die)
                    self.caught.append(number)
            except ValueError:
                return  # not the main thread

    def release(self) -> None:
        """Let those signals end the process as before."""
        while self.caught:
            number = self.caught.pop()
            if _signal.getsignal(number) == self.die:
                _signal.signal(number, _signal.SIG_DFL)

    def die(self, number: int, frame: object) -> None:  # noqa: ARG002 - a handler
        """Die by a signal, with the last words on stderr."""
        if os.getpid() == self.owner:
            self.pour()
        _signal.signal(number, _signal.SIG_DFL)
        os.kill(os.getpid(), number)

    def pour(self) -> None:
        """Let what was printed until now go to stderr."""
        printed = self.printed()
        printed.hide(current_secrets())
        printed.pour()

    def orphan(self) -> None:
        """Forget stdout in a fork: it would keep the caller waiting for its end."""
        if self.saved is not None:
            os.close(self.saved)
            self.saved = None

    @staticmethod
    def seal() -> None:
        """Keep exit hooks and late threads from printing behind the envelope."""
        flush(sys.stdout)
        try:
            os.dup2(2, 1)
        except OSError:
            pass  # closed: nothing can be printed


def free_stderr() -> None:
    """Let late threads write to stderr without its lock: Python's end may not wait."""
    python: Any = sys.__stderr__
    former: Any = sys.stderr
    if former is None or former is not python or former.closed:
        return  # gone, or a host's own
    past = Spool()
    past.owner = 0  # of another process, as it were: it goes on to stderr
    sys.stderr = TextIOWrapper(
        past, former.encoding, "backslashreplace", newline="\n", write_through=True
    )
    KEPT.append(former)
    flush(former)  # whoever has the lock by now lets go of it


class Tail:
    """A stream of Python's → its last words, as they pass by on their way."""

    def __init__(self, stream: Any) -> None:
        self.kept = bytearray()
        # Whoever writes in text ends here, however long ago they took the stream.
        buffer: Any = getattr(stream, "buffer", None)
        write: Callable[[Any], int] | None = getattr(buffer, "write", None)
        self.buffer: Any = None
        # Of the call that this one was made in.
        self.former: Any = getattr(buffer, "__dict__", {}).get("write")
        if write is None:
            return  # a host's own

        def noted(data: Any, /) -> int:
            self.kept += data
            if len(self.kept) > 2 * LAST:
                del self.kept[:-LAST]
            return write(data)

        try:
            buffer.write = noted
            self.buffer = buffer
        except AttributeError:
            pass  # it takes none

    def text(self) -> str:
        """Return the last words."""
        return bytes(self.kept[-LAST:]).decode("utf-8", "replace")

    def end(self) -> None:
        """Let the stream write as before."""
        if self.buffer is None:
            return
        del self.buffer.write
        if self.former is not None:
            self.buffer.write = self.former
        self.buffer = None


def current_secrets() -> Sequence[str]:
    """Return what may not be said of the call of the moment."""
    from .run import current

    return current.secrets if current is not None else ()


def quieted(env: Mapping[str, str]) -> tuple[Changes, Changes]:
    """Return what changes for a call that nobody watches, and what that was before."""
    known = {*env}  # to ask an environment for what it has not is dear
    loud = [name for name in LOUD_TOOLS if name in known]
    changes: Changes = {**QUIET_TOOLS, **dict.fromkeys(loud)}
    everything = env["LC_ALL"] if "LC_ALL" in known else ""
    if everything:  # it would win over LC_MESSAGES, and the rest is to stay as it is
        overruled = [name for name in known if name.startswith("LC_")]
        changes |= dict.fromkeys(overruled) | {"LANG": everything, "LC_MESSAGES": "C"}
    return changes, {name: env[name] if name in known else None for name in changes}


def flush(stream: Any) -> None:
    """Write out what a stream holds, if it still can."""
    try:
        stream.flush()
    except (OSError, ValueError, AttributeError):
        pass  # gone, closed, or None
