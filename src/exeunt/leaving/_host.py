"""An app of any framework → Host: the same verbs, in the same order.

What each module of `frameworks` offers, for type checkers: no program loads this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    from ..manifest.contract import Raises
    from ..manifest.info import CommandInfo
    from ..model.outcome import Failed, Outcome
    from .run import Run


class Adopted(Protocol):
    """An adopted program, as the modules that adopt() calls see it."""

    host: Host
    speak: str
    raises: Raises
    manifest: str | None
    schema: str | None
    version: str | None
    doctor: str | None
    checks: Mapping[str, Callable[[], object]] | None

    def conduct(self, run: Run) -> Outcome[Any] | None:
        """Run the framework and the handler."""
        ...

    def commands(self, *, load: bool = True) -> Iterator[CommandInfo]:
        """List every command, or each that is loaded already."""
        ...


class Host(Protocol):
    """An app of one framework, as the contract sees it."""

    def owns_option(self, name: str, words: Sequence[str]) -> bool:
        """Tell whether a command that words name has that option, or takes any."""
        ...

    def invoke(
        self, program: str, words: Sequence[str], run: Run
    ) -> Outcome[Any] | None:
        """Parse the words and call the handler; None if all is said (--help)."""
        ...

    def complain(self, failed: Failed, run: Run) -> None:
        """Show a failure to a person, the way the framework does."""
        ...

    def commands(self, *, load: bool = True) -> Iterator[CommandInfo]:
        """Describe every command and group, or each that is loaded already."""
        ...
