"""What a program asks of a person, or shows → refused or told, where nobody is.

A question becomes an EOFError, which means INPUT_REQUIRED. A terminal is never read. A
pipe is read as before, but a question that a silent pipe does not answer is refused:
the program would hang. No browser and no window is opened: the address is told.
"""

from __future__ import annotations

import builtins
import os
import sys
from io import BufferedReader, FileIO, TextIOWrapper

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

PATIENCE = 1.0  # seconds that whoever writes into our stdin has to answer a question
CLICKS = ("click.termui", "typer._click.termui")  # they keep input() under a name
# Modules that ask or show something: a program pays only for those it has loaded.
MET = (
    "getpass",
    "webbrowser",
    "click._termui_impl",
    "typer._click._termui_impl",
    "typer.main",
    "typer",
)
ASKING = ("getpass", "unix_getpass", "_raw_input")
LAUNCHING = ("open_url", "launch")


class Prompts:
    """The ways to ask a person, closed for the time of a call."""

    def __init__(self) -> None:
        self.patched: list[tuple[Any, str, Any]] = []
        self.answers: Answers | None = None
        self.terminal: int | None = None
        self.door: Door | None = None

    def refuse(self) -> None:
        """Take over stdin and everything that asks."""
        if is_descriptor(sys.stdin):
            self.answers = Answers(person=os.isatty(0))
            stdin = TextIOWrapper(
                BufferedReader(self.answers), sys.stdin.encoding, sys.stdin.errors
            )
            self.patch(sys, "stdin", stdin)
            if self.answers.person:
                self.hide_terminal()
        for name in MET:
            if name in sys.modules:
                self.meet(sys.modules[name])
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

    def meet(self, module: Any) -> None:
        """Put what refuses or tells in the place of what would ask or show."""
        for name in ASKING:
            if hasattr(module, name) and module.__name__ == "getpass":
                self.patch(module, name, refuse)
        for name in LAUNCHING:
            if hasattr(module, name):
                self.patch(module, name, told)
        if module.__name__ == "webbrowser":  # its open() may be known by another name
            browser = Told()
            self.patch(module, "get", browser.found)
            self.patch(module, "_browsers", {browser.name: [None, browser]})
            self.patch(module, "_tryorder", [browser.name])
        if module.__name__ == "typer.main":  # and so may launch(), which then asks that
            self.patch(module, "_is_macos", bool)
            self.patch(module, "_is_linux_or_bsd", bool)

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


class Told:
    """A browser that opens nothing, and tells what it was to open."""

    name = "exeunt"

    def found(self, using: str | None = None) -> Told:  # noqa: ARG002 - as get()
        """Be whatever browser is looked for."""
        return self

    def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:  # noqa: ARG002 - as webbrowser has it
        """Tell an address."""
        return not told(url)

    open_new = open_new_tab = open  # noqa: A003 - this class's own


class Door:
    """An importer that lets some modules in, and changes them on their way."""

    def __init__(self, prompts: Prompts) -> None:
        self.prompts = prompts
        self.entering: set[str] = set()

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:  # noqa: ARG002 - the importers' protocol
        """Find nothing but a few, and those where Python finds them."""
        if name not in MET or name in self.entering:
            return None
        from importlib.util import find_spec  # only for one of them

        self.entering.add(name)
        try:
            spec = find_spec(name)
        finally:
            self.entering.remove(name)
        loader: Any = spec.loader if spec else None
        if loader is not None:
            load = loader.exec_module

            def exec_module(module: Any) -> None:
                load(module)
                self.prompts.meet(module)

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
    from select import select  # only for a question

    return bool(select((0,), (), (), PATIENCE)[0])


def told(url: object, *words: object, **options: object) -> int:  # noqa: ARG001 - as launch()
    """Tell which address or file was to be shown; return 0, for it went well."""
    from .run import current  # the run of the moment

    text = f"open this address: {url}"
    if current is not None:
        from ..secrets.given import hide_in  # for who opens something

        text = hide_in(text, current.secrets)
        current.warnings.append(text)
    if sys.stderr is not None:
        print(text, file=sys.stderr, flush=True)  # noqa: T201 - for whoever looks
    return 0


def refuse(*words: object, **options: object) -> NoReturn:  # noqa: ARG001 - as getpass()
    """Say that input was needed."""
    msg = "input is needed, and nobody is there to give it"
    raise EOFError(msg)
