"""An app of any framework → Host: the same verbs, in the same order.

What each module of `frameworks` offers, for type checkers: no program loads this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

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
