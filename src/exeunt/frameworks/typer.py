"""A Typer app → Host, whether its Click is the installed one or its own copy."""

from __future__ import annotations

import sys

import typer
from typer import core, main
from typer.main import get_command

from .click import ClickHost

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType
    from typing import Any

    from ..leaving.run import Run
    from ..model.outcome import Outcome

MARK = "__typer_developer_exception__"  # where its hook finds how to show an exception


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

    def invoke(
        self, program: str, words: Sequence[str], run: Run
    ) -> Outcome[Any] | None:
        """Parse the words and call the handler, behind Typer's own hook as ever."""
        if run.as_json or not hasattr(main, "except_hook"):
            return super().invoke(program, words, run)
        sys.excepthook = main.except_hook
        try:
            return super().invoke(program, words, run)
        except Exception as error:
            setattr(error, MARK, pretty(self.source))
            raise

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


def pretty(app: Any) -> Any:
    """Return how the app wants an exception to be shown."""
    from typer.models import DeveloperExceptionConfig  # for an exception

    return DeveloperExceptionConfig(
        pretty_exceptions_enable=app.pretty_exceptions_enable,
        pretty_exceptions_show_locals=app.pretty_exceptions_show_locals,
        pretty_exceptions_short=app.pretty_exceptions_short,
    )


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
