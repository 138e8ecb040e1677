"""A Typer app → Host, whether its Click is the installed one or its own copy."""

from __future__ import annotations

from ._clicks import ClickHost, Flow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any


def host(app: Any, func: str) -> ClickHost:  # noqa: ARG001 - the verb of every module
    """Take a Typer app as the command that it becomes when it is run."""
    import typer  # noqa: PLC0415 - the author has imported it
    from typer import core  # noqa: PLC0415

    package = "typer._click" if is_vendored(core) else "click"
    exceptions = __import__(f"{package}.exceptions", fromlist=["UsageError"])

    def show(error: Any) -> None:
        rich = rich_of(app, core)
        if rich is None:
            error.show()
        else:
            rich.rich_format_error(error)

    def show_abort() -> None:
        rich = rich_of(app, core)
        if rich is None:
            typer.echo("Aborted!", err=True)
        else:
            rich.rich_abort_error()

    flow = Flow((typer.Exit,), (typer.Abort,), show, show_abort)
    return TyperHost(app, exceptions, flow)


class TyperHost(ClickHost):
    """A Typer app: its commands are made when they are first needed."""

    def __init__(self, app: Any, exceptions: ModuleType, flow: Flow) -> None:
        self.source = app
        self.made: Any = None
        super().__init__(None, exceptions, flow)

    @property
    def app(self) -> Any:
        """The Click command; commands may be added until it is made."""
        if self.made is None:
            from typer.main import get_command  # noqa: PLC0415 - the author has it

            self.made = get_command(self.source)
        return self.made

    @app.setter
    def app(self, app: Any) -> None:
        self.made = app


def is_vendored(core: ModuleType) -> bool:
    """Tell whether commands are made of Typer's own copy of Click (since 0.26)."""
    kinds = core.TyperCommand.__mro__
    return any(kind.__module__.startswith("typer._click") for kind in kinds)


def rich_of(app: Any, core: ModuleType) -> Any:
    """Return what shows errors in boxes, where the app uses it; None where not."""
    if not app.rich_markup_mode or not getattr(core, "HAS_RICH", True):
        return None
    try:
        from typer import rich_utils  # noqa: PLC0415 - 60 ms, only for an error
    except ImportError:
        return None
    return rich_utils
