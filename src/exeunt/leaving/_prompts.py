"""What a program asks of a person, or shows → refused or told, where nobody is.

A question is input() with a prompt, or what a framework asks. A pipe may answer it; one
that stays silent, and a terminal, end the command with INPUT_REQUIRED: an exception
that no `except EOFError` takes for the end of the input. Data is read from a pipe
however late it comes. The question is no data: it is said on stderr. No browser and no
window is opened: the address is told.
"""

from __future__ import annotations

import builtins
import os
import sys
from io import BufferedReader, FileIO, TextIOWrapper

from .run import the_run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from ..model.detail import ErrorDetail

PATIENCE = 1.0  # seconds that whoever writes into our stdin has to answer a question
# Modules that ask or show something: a program pays only for those it has loaded.
OTHERS = ("getpass", "rich.console", "webbrowser", "typer.main")  # known to _met
MET = (
    *OTHERS,
    "click.termui",
    "typer._click.termui",
    "click._termui_impl",
    "typer._click._termui_impl",
    "typer",
)
LAUNCHING = ("open_url", "launch")
KEPT: list[object] = []  # freed, it would close what the program has taken of it


class Prompts:
    """The ways to ask a person, closed for the time of a call."""

    def __init__(self, take_line: Callable[[], str]) -> None:
        self.take_line = take_line  # takes back from stdout what a question began with
        self.patched: list[tuple[Any, str, Any]] = []
        self.answers: Answers | None = None
        self.input: Callable[[], str] = builtins.input
        self.terminal: int | None = None
        self.watching = False  # what is imported
        self.entering: set[str] = set()  # what is being looked for
        self.question: str = ""  # the last one, on one line
        self.unanswered: ErrorDetail | None = None  # what the caller is told of it
        self.answered = False
        self.asking = False  # what is read next is an answer
        self.by_pipe = False  # and may come from stdin
        self.held = False  # it is not yet known whether a person is there

    def refuse(self, *, held: bool = False) -> None:
        """Take over stdin and everything that asks; a held one still is a terminal."""
        self.held = held
        if self.watching:  # whoever has our stdin by now keeps it
            if self.answers is not None and self.answers.person:
                self.hide_terminal()
            return
        if is_descriptor(sys.stdin):
            self.answers = Answers(self, person=os.isatty(0))
            stdin: Any = TextIOWrapper(
                BufferedReader(self.answers), sys.stdin.encoding, sys.stdin.errors
            )
            self.answers.name, stdin.mode = sys.stdin.name, sys.stdin.mode
            KEPT.append(stdin)
            self.patch(sys, "stdin", stdin)
            if self.answers.person and not held:
                self.hide_terminal()
        self.patch(builtins, "input", self.asked)
        for name in MET:
            if name in sys.modules:
                self.meet(sys.modules[name])
        self.watching = True
        sys.meta_path.insert(0, self)

    def asked(self, prompt: object = "", /) -> str:
        """Read a line as input() does: without a question, it is data."""
        if not str(prompt) and not self.asking:
            return self.input()
        return self.ask(self.input, prompt)

    def meet(self, module: Any) -> None:
        """Put what refuses or tells in the place of what would ask or show."""
        if hasattr(module, "visible_prompt_func"):  # it keeps input() under a name
            module.visible_prompt_func = self.input
            self.patch(module, "visible_prompt_func", self.asked)
            self.patch(module, "_getchar", self.no_key)
        for name in LAUNCHING:
            if hasattr(module, name):
                self.patch(module, name, told)
        if module.__name__ in OTHERS:
            from ._met import meet  # of the modules that few programs load

            meet(self, module)

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:  # noqa: ARG002 - the importers' protocol
        """Find nothing but a few modules, where Python does, and meet them."""
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
                self.meet(module)

            loader.exec_module = exec_module
        return spec

    def allow(self) -> None:
        """Give everything back; who has kept our stdin may read a terminal again."""
        if self.answers is not None:
            self.answers.person = False
        if self.watching:
            sys.meta_path.remove(self)
            self.watching = False
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

    def ask(self, original: Callable[[], str], prompt: object) -> str:
        """Read one line as the answer to a question, which is said on stderr."""
        self.say(prompt)
        self.asking = self.by_pipe = True
        try:
            answer = original()
        except EOFError:
            from .asked import NoAnswer, unanswered  # on the way to an error

            # Now, since the framework still knows which command is asking.
            self.unanswered = unanswered(the_run("input"))
            raise NoAnswer(self.unanswered) from None
        finally:
            self.asking = False
        self.answered = True
        return answer

    def say(self, prompt: object) -> None:
        """Say a question on stderr, and what it began with on stdout."""
        from .asked import in_short  # for a question

        text = self.take_line() + str(prompt)
        self.question, self.answered = in_short(text), False
        self.unanswered = None
        if text and sys.stderr is not None:
            print(text, end="", file=sys.stderr, flush=True)  # noqa: T201 - asked

    def refused(self, prompt: object = "") -> NoReturn:
        """End a command that asks what no pipe can answer: a key, or a terminal."""
        self.by_pipe = False
        self.say(prompt)
        raise_unanswered()

    def wanted(self) -> NoReturn:
        """End a command that reads a terminal; a pipe could give what it wants."""
        if not self.asking:
            self.say("")
        self.by_pipe = True
        raise_unanswered()

    def no_key(self, echo: bool) -> NoReturn:  # noqa: ARG002 - as getchar()
        """End a command that waits for a key."""
        self.refused()


class Answers(FileIO):
    """Descriptor 0: a person's terminal refuses, a pipe answers or is refused."""

    def __init__(self, prompts: Prompts, *, person: bool) -> None:
        super().__init__(0, "rb", closefd=False)
        self.prompts = prompts
        self.person = person

    def readinto(self, buffer: Any, /) -> int | None:
        """Read what is there; called only when nothing is buffered."""
        if self.person:
            self.prompts.wanted()
        if self.prompts.asking and not ready():
            raise_unanswered()
        self.prompts.asking = False  # the rest of the line may come late
        return super().readinto(buffer)

    def readall(self) -> bytes:
        """Read to the end, which a person never reaches."""
        if self.person:
            self.prompts.wanted()
        return super().readall()

    def isatty(self) -> bool:
        """Tell that nobody is there to be asked, unless that is not yet known."""
        return self.person and self.prompts.held


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


def told(url: object, *_words: object, **_options: object) -> int:
    """Tell what was to be shown, and that all went well, as launch() does."""
    from .run import current  # the run of the moment

    if current is not None:
        current.make_room()
    from ._met import told as tell  # for who opens something

    return tell(url)


def raise_unanswered() -> NoReturn:
    """End the command of the moment, whose question nobody answers."""
    from .asked import refusal  # on the way to an error

    raise refusal(the_run("input"))
