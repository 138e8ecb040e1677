"""An app of any framework → Host: the same verbs, in the same order."""

from __future__ import annotations

from ..errors import DeclarationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, Protocol

    from ..manifest.info import CommandInfo
    from ..model.outcome import Failed, Outcome
    from .run import Run

    class Host(Protocol):
        """An app of one framework, as the contract sees it."""

        def owns_option(self, name: str, words: Sequence[str] | None = None) -> bool:
            """Tell whether the app, or the command that words name, has that option."""
            ...

        def invoke(
            self, program: str, words: Sequence[str], run: Run
        ) -> Outcome[Any] | None:
            """Parse the words and call the handler; None if all is said (--help)."""
            ...

        def complain(self, failed: Failed, run: Run) -> None:
            """Show a failure to a person, the way the framework does."""
            ...

        def commands(self) -> Iterator[CommandInfo]:
            """Describe every command and group, for the manifest."""
            ...


FRAMEWORKS = {  # the package that an app's class comes from → the module for it
    "argparse": "argparse",
    "click": "click",
    "typer": "typer",
    "cyclopts": "cyclopts",
}


def find_host(app: Any, func: str) -> Host:
    """Choose the module for an app's framework, by where its class comes from."""
    for kind in type(app).__mro__:
        module = FRAMEWORKS.get(kind.__module__.partition(".")[0])
        if module is not None:
            package = __import__(f"exeunt.frameworks.{module}", fromlist=["host"])
            host: Host = package.host(app, func)
            return host
    msg = f"{type(app).__name__} is no app of a framework that exeunt knows"
    raise DeclarationError(
        msg, fix="pass a Click command, a Typer or Cyclopts app, or an ArgumentParser"
    )
