"""What a program prints and asks → kept apart from what it says.

In JSON mode stdout belongs to the envelope. Python's prints are recorded; what a C
library or a child writes to descriptor 1 lands on stderr, and so does a pager's output.

A question to a person who is not there becomes an EOFError, which means INPUT_REQUIRED.
A terminal is never read. A pipe is read as before, but a question that a silent pipe
does not answer is refused: the program would hang.
"""

from __future__ import annotations

import os
import sys
from io import BufferedReader, BytesIO, FileIO, TextIOWrapper

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

QUIET_TOOLS = {  # no pager, no colour, no editor, for the program and its children
    "PAGER": "cat",
    "GIT_PAGER": "cat",
    "MANPAGER": "cat",
    "NO_COLOR": "1",
    "EDITOR": "true",
    "VISUAL": "true",
    "GIT_TERMINAL_PROMPT": "0",
}
LOUD_TOOLS = ("FORCE_COLOR", "CLICOLOR_FORCE", "PY_COLORS")  # win over NO_COLOR
# print() borrows sys.stdout without holding it (seen in CPython 3.11 to 3.13): what a
# thread may still be printing to must not be freed.
KEPT: list[object] = []
PATIENCE = 1.0  # seconds that whoever writes into our stdin has to answer a question
CLICKS = ("click.termui", "typer._click.termui")  # they keep input() under a name


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
        names = (*QUIET_TOOLS, *LOUD_TOOLS)
        self.env = {name: os.environ.get(name) for name in names}
        for name in LOUD_TOOLS:
            if self.env[name] is not None:
                del os.environ[name]
        os.environ.update(QUIET_TOOLS)
        self.patch_exec()
        self.prompts.refuse()

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
        for name, value in self.env.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value

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


def flush(stream: Any) -> None:
    """Write out what a stream holds, if it still can."""
    try:
        stream.flush()
    except (OSError, ValueError, AttributeError):
        pass  # gone, closed, or None


def seal() -> None:
    """Keep exit hooks and late threads from printing behind the envelope."""
    flush(sys.stdout)
    try:
        os.dup2(2, 1)
    except OSError:
        pass  # closed: nothing can be printed


class Prompts:
    """The ways to ask a person, closed for the time of a call."""

    def __init__(self) -> None:
        self.patched: list[tuple[Any, str, Any]] = []
        self.answers: Answers | None = None
        self.terminal: int | None = None
        self.door: Door | None = None

    def refuse(self) -> None:
        """Take over stdin and everything that asks."""
        import builtins  # noqa: PLC0415 - built in

        if is_descriptor(sys.stdin):
            self.answers = Answers(person=os.isatty(0))
            stdin = TextIOWrapper(
                BufferedReader(self.answers), sys.stdin.encoding, sys.stdin.errors
            )
            self.patch(sys, "stdin", stdin)
            if self.answers.person:
                self.hide_terminal()
        if "getpass" in sys.modules:
            self.silence(sys.modules["getpass"])
        else:  # it costs half a millisecond, so it is met at the door
            self.door = Door(self)
            sys.meta_path.insert(0, self.door)
        original = builtins.input

        def asked(prompt: object = "", /) -> str:
            return self.ask(original, prompt)

        self.patch(builtins, "input", asked)
        for name in CLICKS:
            module = sys.modules.get(name)
            if module is not None:
                self.patch(module, "visible_prompt_func", asked)
                self.patch(module, "_getchar", refuse)

    def silence(self, getpass: Any) -> None:
        """Keep the module that asks for passwords from asking."""
        for name in ("getpass", "unix_getpass", "_raw_input"):
            if hasattr(getpass, name):
                self.patch(getpass, name, refuse)

    def allow(self) -> None:
        """Give everything back."""
        if self.door is not None:
            sys.meta_path.remove(self.door)
            self.door = None
        for module, name, original in reversed(self.patched):
            setattr(module, name, original)
        self.patched.clear()
        if self.terminal is not None:
            os.dup2(self.terminal, 0)
            os.close(self.terminal)
            self.terminal = None

    def patch(self, module: Any, name: str, value: object) -> None:
        """Put something in another's place, and remember whose it was."""
        self.patched.append((module, name, getattr(module, name, None)))
        setattr(module, name, value)

    def hide_terminal(self) -> None:
        """Let children find no terminal on descriptor 0, either."""
        self.terminal = os.dup(0)
        nowhere = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nowhere, 0)
        os.close(nowhere)

    def ask(self, original: Any, prompt: object) -> str:
        """Read one line as the answer to a question, which is said on stderr."""
        if self.answers is None:
            answer: str = original(prompt)
            return answer
        if str(prompt) and sys.stderr is not None:
            print(prompt, end="", file=sys.stderr, flush=True)  # noqa: T201 - asked
        self.answers.asking = True
        try:
            answer = original()
        finally:
            self.answers.asking = False
        return answer


class Answers(FileIO):
    """Descriptor 0: a person's terminal refuses, a pipe answers or is refused."""

    def __init__(self, *, person: bool) -> None:
        super().__init__(0, "rb", closefd=False)
        self.person = person
        self.asking = False

    def readinto(self, buffer: Any, /) -> int | None:
        """Read what is there; called only when nothing is buffered."""
        if self.person or (self.asking and not ready()):
            refuse()
        return super().readinto(buffer)

    def readall(self) -> bytes:
        """Read to the end, which a person never reaches."""
        if self.person:
            refuse()
        return super().readall()

    def isatty(self) -> bool:
        """Nobody is there to be asked."""
        return False


class Door:
    """An importer that lets getpass in, once, and silences it on its way."""

    def __init__(self, prompts: Prompts) -> None:
        self.prompts = prompts
        self.entering: bool = False

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:  # noqa: ARG002 - the importers' protocol
        """Find nothing but getpass, and that where Python finds it."""
        if name != "getpass" or self.entering:
            return None
        from importlib.util import find_spec  # noqa: PLC0415 - only for a password

        self.entering = True
        try:
            spec = find_spec(name)
        finally:
            self.entering = False
        loader: Any = spec.loader if spec else None
        if loader is not None:
            load = loader.exec_module

            def exec_module(module: Any) -> None:
                load(module)
                self.prompts.silence(module)

            loader.exec_module = exec_module
        return spec


def is_descriptor(stdin: Any) -> bool:
    """Tell Python's own stdin from one that a test or a host has put there."""
    python: Any = sys.__stdin__
    try:
        return stdin is python and bool(python.fileno() == 0)
    except (OSError, ValueError, AttributeError):
        return False  # closed, or None


def ready() -> bool:
    """Tell whether stdin has an answer, or its end, within our patience."""
    from select import select  # noqa: PLC0415 - only for a question

    return bool(select((0,), (), (), PATIENCE)[0])


def refuse(*words: object, **options: object) -> NoReturn:  # noqa: ARG001 - as getpass()
    """Say that input was needed."""
    msg = "input is needed, and nobody is there to give it"
    raise EOFError(msg)
