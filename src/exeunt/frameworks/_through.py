"""A copy of a Click app → its call, made as its author made it, and what became of it.

A person is shown what main() shows: the framework's own, rich-click's, or the app's. It
makes a number of everything, so the copy remembers what the number was made of. A
program is shown nothing, and the framework's own main() has nothing else to do for it.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ..leaving.run import Run


class Through:
    """The one call of an app."""

    def __init__(
        self,
        app: Any,
        shown: tuple[type[BaseException], ...],
        exits: type[BaseException],
    ) -> None:
        self.app = app
        self.shown = (*shown, EOFError, KeyboardInterrupt)  # what main() tells of
        taken = (*self.shown, exits, OSError)  # what it makes a number of
        self.taken: tuple[type[BaseException], ...] = taken
        self.raised: BaseException | None = None
        self.value: Any = None
        self.returned: bool = False
        app.make_context = self.watched(app.make_context)
        app.invoke = self.watched(app.invoke, returns=True)

    def watched(
        self, part: Callable[..., Any], *, returns: bool = False
    ) -> Callable[..., Any]:
        """Wrap a part of main()'s work: what it raised or returned is remembered."""

        def work(*words: Any, **options: Any) -> Any:
            try:
                value = part(*words, **options)
            except BaseException as error:
                self.raised = error
                raise
            if returns:
                self.value, self.returned = value, True
            return value

        return work

    def call(self, entry: Any, words: Sequence[str], run: Run) -> Any:
        """Return what the app returned, or raise what it raised.

        `entry` is what the author would have called, with no word but those of ours.
        """
        streams = sys.stdout, sys.stderr
        ended: BaseException | None = None
        alone = not run.as_json
        value: Any = None
        options = dict(run.extra)
        if list(words) != sys.argv[1:]:
            options["args"] = list(words)
        if run.name is not None:
            options["prog_name"] = run.name
        if not alone:
            options["standalone_mode"] = False
        try:
            value = entry(**options)
        except BaseException as error:  # noqa: BLE001 - it is raised again, or its cause
            ended = error
        raised = self.raised
        if isinstance(raised, self.taken):
            if isinstance(ended, SystemExit):
                sys.stdout, sys.stderr = streams  # which it makes silent for a pipe
                run.seen = alone and isinstance(raised, self.shown)
            raise raised
        if ended is not None and not (self.returned and is_success(ended)):
            raise ended
        return self.value if self.returned else value


def is_success(error: BaseException) -> bool:
    """Tell whether an exit says that all went well."""
    return isinstance(error, SystemExit) and not error.code
