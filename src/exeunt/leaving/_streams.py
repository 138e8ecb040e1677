"""What a program prints → kept apart from what it says.

In JSON mode stdout belongs to the envelope. Python's prints are recorded; what a C
library or a child writes to descriptor 1 lands on stderr, and so does a pager's output.
The environment tells the program and its children that nobody is there, and to speak
English, whatever sorts and encodes their texts.
"""

from __future__ import annotations

import os
import sys
from io import BytesIO, TextIOWrapper

from ._prompts import Prompts
from .mode import put_environment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, NoReturn

QUIET_TOOLS = {  # no pager, no colour, no editor, for the program and its children
    "PAGER": "cat",
    "GIT_PAGER": "cat",
    "MANPAGER": "cat",
    "NO_COLOR": "1",
    "EDITOR": "true",
    "VISUAL": "true",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_MESSAGES": "C",
    "BROWSER": "echo",  # an address is said on the child's stdout, which is our stderr
}
LOUD_TOOLS = (
    *("FORCE_COLOR", "CLICOLOR_FORCE", "PY_COLORS"),  # win over NO_COLOR
    "LANGUAGE",  # wins over LC_MESSAGES
    *("DISPLAY", "WAYLAND_DISPLAY"),  # where a window would open
)
# print() borrows sys.stdout without holding it (seen in CPython 3.11 to 3.13): what a
# thread may still be printing to must not be freed.
KEPT: list[object] = []


class Tape(BytesIO):
    """What is printed, until it is known where it belongs; a fork's goes to stderr."""

    name = "<stdout>"

    def __init__(self) -> None:
        super().__init__()
        self.owner: int = os.getpid()

    def write(self, data: Any, /) -> int:
        """Keep what this process prints."""
        if os.getpid() == self.owner:
            return super().write(data)
        view = memoryview(data).cast("B")
        size = len(view)
        while view:
            view = view[os.write(2, view) :]
        return size

    def fileno(self) -> int:
        """Return the descriptor that a child may be given as its stdout."""
        return 1


class Streams:
    """Descriptor 1, borrowed for the time of a call and given back."""

    def __init__(self) -> None:
        self.saved: int | None = None
        self.tape: Tape | None = None
        self.text: TextIOWrapper | None = None
        self.stdout: Any = None
        self.env: dict[str, str | None] = {}
        self.patched: list[tuple[Any, str, Any]] = []
        self.prompts: Prompts = Prompts()
        self.owner: int = os.getpid()

    def borrow(self) -> None:
        """Point descriptor 1 at stderr and record Python's own prints."""
        self.stdout = sys.stdout
        flush(self.stdout)
        try:
            self.saved = os.dup(1)
            os.dup2(2, 1)
        except OSError:
            pass  # one of them is closed: there is nothing to protect, or no refuge
        self.tape = Tape()
        self.text = sys.stdout = TextIOWrapper(
            self.tape, "utf-8", "backslashreplace", newline="\n", write_through=True
        )
        changes = quieted(os.environ)
        self.env = {name: os.environ.get(name) for name in changes}
        put_environment(changes)
        self.patch_exec()
        self.prompts.refuse()

    def hold(self) -> None:
        """Keep what is printed until it is known who reads the call."""
        self.borrow()

    def settle(self, as_json: bool) -> None:
        """Keep what was held for the envelope, or let a person have it."""
        if as_json:
            return
        printed = self.printed()
        self.give_back()
        if printed:
            sys.stdout.write(printed)

    @property
    def descriptor(self) -> int:
        """Return where the envelope goes."""
        return 1 if self.saved is None else self.saved

    def printed(self) -> str:
        """Return what was printed until now."""
        if self.tape is None or self.text is None:
            return ""
        try:
            self.text.flush()
            data = self.tape.getvalue()
        except ValueError:
            return ""  # the program closed it
        return data.decode(self.text.encoding, "backslashreplace")

    def give_back(self, *, threads: bool = False, final: bool = False) -> None:
        """Restore everything; descriptor 1 not if threads would print behind us."""
        if self.tape is None:
            return
        if threads:
            KEPT.append(self.text)
        sys.stdout, self.tape = self.stdout, None
        self.prompts.allow()
        for module, name, original in self.patched:
            setattr(module, name, original)
        self.patched.clear()
        flush(self.stdout)  # what a logger that knew it before us wrote: to stderr
        if self.saved is not None:
            if not (threads and final):
                os.dup2(self.saved, 1)
            os.close(self.saved)
            self.saved = None
        put_environment(self.env)

    def patch_exec(self) -> None:
        """Let a program that becomes another one give it the real stdout."""
        for name in ("execv", "execve"):
            original = getattr(os, name)
            self.patched.append((os, name, original))
            setattr(os, name, self.before_exec(original))

    def before_exec(self, original: Callable[..., NoReturn]) -> Callable[..., NoReturn]:
        """Wrap exec: the descriptors are right before it, and again if it fails."""

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
                os.dup2(2, 1)

        return execute

    def pour(self) -> None:
        """Let what was printed until now go to stderr."""
        printed = self.printed().encode("utf-8", "backslashreplace")
        while printed:
            printed = printed[os.write(2, printed) :]

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


def quieted(env: Mapping[str, str]) -> dict[str, str | None]:
    """Return what changes in an environment, for a call that nobody watches."""
    changes: dict[str, str | None] = {**QUIET_TOOLS, **dict.fromkeys(LOUD_TOOLS)}
    everything = env.get("LC_ALL")
    if everything:  # it would win over LC_MESSAGES, and the rest is to stay as it is
        overruled = [name for name in env if name.startswith("LC_")]
        changes |= dict.fromkeys(overruled) | {"LANG": everything, "LC_MESSAGES": "C"}
    return changes


def flush(stream: Any) -> None:
    """Write out what a stream holds, if it still can."""
    try:
        stream.flush()
    except (OSError, ValueError, AttributeError):
        pass  # gone, closed, or None
