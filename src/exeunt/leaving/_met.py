"""A module that asks or shows something → its ways to do so, closed or told.

Each is met when it is loaded, or where it is loaded already: few programs load any.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Prompts = Any  # which knows this module


def meet(prompts: Prompts, module: Any) -> None:
    """Put what refuses or tells in the place of what would ask or show."""
    if module.__name__ == "getpass":
        hide(prompts, module)
    if module.__name__ == "rich.console":
        console = module.Console
        prompts.patch(console, "input", asking_first(prompts, console.input))
    if module.__name__ == "webbrowser":  # its open() may be known by another name
        browser = Told()
        prompts.patch(module, "get", browser.found)
        prompts.patch(module, "_browsers", {browser.name: [None, browser]})
        prompts.patch(module, "_tryorder", [browser.name])
    if module.__name__ == "typer.main":  # and so may launch(), which then asks that
        prompts.patch(module, "_is_macos", bool)
        prompts.patch(module, "_is_linux_or_bsd", bool)


def hide(prompts: Prompts, module: Any) -> None:
    """Have getpass read a pipe as it would, and no terminal."""
    original = module.getpass

    def getpass(prompt: object = "Password: ", stream: Any = None) -> str:
        if has_terminal():
            prompts.refused(prompt)
        answer: str = original(prompt, stream)
        return answer

    def raw_input(prompt: object = "", *_: object, input: Any = None) -> str:  # noqa: A002 - as getpass calls it
        if input is not None and input is not sys.stdin:
            prompts.refused(prompt)  # what it has opened is the terminal
        answer: str = prompts.ask(line_of, prompt)
        return answer

    prompts.patch(module, "getpass", getpass)
    prompts.patch(module, "_raw_input", raw_input)  # of who has it by another name


def asking_first(prompts: Prompts, original: Callable[..., str]) -> Callable[..., str]:
    """Wrap what prints a question and then calls input() without one."""

    def ask(*words: Any, **options: Any) -> str:
        prompts.asking = True
        try:
            return original(*words, **options)
        finally:
            prompts.asking = False

    return ask


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


def told(url: object) -> int:
    """Tell which address or file was to be shown; return 0, for it went well."""
    from .run import current  # the run of the moment

    text = f"open this address: {url}"
    if current is not None:
        from ..secrets.given import hide_in

        text = hide_in(text, current.secrets)
        current.warnings.append(text)
    if sys.stderr is not None:
        print(text, file=sys.stderr, flush=True)  # noqa: T201 - for whoever looks
    return 0


def line_of() -> str:
    """Read a line of stdin, as getpass does."""
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.removesuffix("\n")


def has_terminal() -> bool:
    """Tell whether there is a terminal to ask for a password, whatever stdin is."""
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    except (OSError, AttributeError):
        return False
    return True
