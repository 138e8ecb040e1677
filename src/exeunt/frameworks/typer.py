"""A Typer app → Host, whether its Click is the installed one or its own copy."""

from __future__ import annotations

import typer
from typer import core, main
from typer.main import get_command

from .click import ClickHost

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any


def host(app: Any, func: str) -> TyperHost:  # noqa: ARG001 - the verb of every module
    """Take a Typer app as the command that it becomes when it is run."""
    package = "typer._click" if is_vendored(core) else "click"
    exceptions = __import__(f"{package}.exceptions", fromlist=["UsageError"])
    return TyperHost(app, exceptions, typer.Exit, typer.Abort)


class TyperHost(ClickHost):
    """A Typer app: its commands are made when they are first needed."""

    def __init__(self, app: Any, *flow: Any) -> None:
        self.source = app
        self.made: Any = None
        super().__init__(None, *flow)

    def entry(self, app: Any) -> Any:
        """Return the app itself, which takes `app` for the command that it becomes."""
        made = main.get_command

        def get_command(typer_instance: Any) -> Any:
            if typer_instance is not self.source:
                return made(typer_instance)
            main.get_command = made  # a handler may call its own app
            return app

        def call(**options: Any) -> Any:
            main.get_command = get_command
            try:
                return self.source(**options)
            finally:
                main.get_command = made

        return call

    def bare(self) -> object:
        """Run the program as it was before."""
        return self.source()

    def show(self, error: Any) -> None:
        """Show an error to a person, in a box if the app has those."""
        rich = rich_of(self.source)
        if rich is None:
            error.show()
        else:
            rich.rich_format_error(error)

    def show_abort(self) -> None:
        """Show a person that the command was aborted, in the same way."""
        rich = rich_of(self.source)
        if rich is None:
            typer.echo("Aborted!", err=True)
        else:
            rich.rich_abort_error()

    @property
    def app(self) -> Any:
        """The Click command; commands may be added until it is made."""
        if self.made is None:
            self.made = get_command(self.source)
        return self.made

    @app.setter
    def app(self, app: Any) -> None:
        self.made = app


def is_vendored(core: ModuleType) -> bool:
    """Tell whether commands are made of Typer's own copy of Click (since 0.26)."""
    kinds = core.TyperCommand.__mro__
    return any(kind.__module__.startswith("typer._click") for kind in kinds)


def rich_of(app: Any) -> Any:
    """Return what shows errors in boxes, where the app uses it; None where not."""
    if not app.rich_markup_mode or not getattr(core, "HAS_RICH", True):
        return None
    try:
        from typer import rich_utils  # 60 ms, only for an error
    except ImportError:
        return None
    return rich_utils
