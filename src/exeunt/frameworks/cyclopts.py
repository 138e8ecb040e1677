"""A Cyclopts App → Host."""

from __future__ import annotations

import os
import sys
from inspect import iscoroutinefunction  # the framework has loaded it

from cyclopts import CycloptsError

from ..leaving.handler import (
    call_handler,
    contract_of,
    enter,
    from_exit,
    from_return,
)
from ..leaving.mode import is_terminal
from ..model.done import NotModified, Page
from ._tokens import taken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from ..leaving.run import Run
    from ..manifest.info import CommandInfo
    from ..model.outcome import Failed, Outcome

DEFAULT_ACTION = "print_non_int_sys_exit"  # the framework's own


def host(app: Any, func: str) -> CycloptsHost:  # noqa: ARG001 - the verb of every module
    """Take an App as it is."""
    return CycloptsHost(app)


class Uncoloured:
    """Errors in plain text where stderr is no terminal, though stdout is one.

    The framework chooses the colours of both by stdout alone.
    """

    def __enter__(self) -> None:
        self.term: str | None = os.environ.get("TERM")
        self.needed: bool = is_terminal(1) and not is_terminal(2)
        if self.needed:
            os.environ["TERM"] = "dumb"

    def __exit__(self, *_: object) -> None:
        if self.needed and self.term is None:
            del os.environ["TERM"]
        elif self.needed and self.term is not None:
            os.environ["TERM"] = self.term


class CycloptsHost:
    """An App and its commands."""

    def __init__(self, app: Any) -> None:
        self.app = app

    def owns_option(self, name: str, words: Sequence[str]) -> bool:
        """Tell whether a command that words name has that option, or takes any."""
        from ._describe_cyclopts import owns  # for a call that is answered by us

        return owns(self.app, name, words)

    def invoke(
        self,
        program: str,  # noqa: ARG002 - an App has its own name
        words: Sequence[str],
        run: Run,
    ) -> Outcome[Any] | None:
        """Parse the words and call the handler; None if all is said (--help)."""
        own = getattr(self.app, "help_epilogue", None)
        if run.epilog:
            self.app.help_epilogue = "\n\n".join(filter(None, (own, run.epilog)))
        try:
            return self.called(words, run)
        except CycloptsError as error:
            return self.rejected(error, run)
        except (BrokenPipeError, SystemExit) as error:
            untold = None if run.begun else behind(error, CycloptsError)
            if untold is None:
                raise
            return self.rejected(untold, run)
        finally:
            if run.epilog:
                self.app.help_epilogue = own

    def called(self, words: Sequence[str], run: Run) -> Outcome[Any] | None:
        """Call an app as its author did, or the way its __call__() does for JSON."""
        parent = getattr(self.app, "_meta_parent", None)
        offered = run.offered
        if offered and parent is None:  # a meta app passes them on
            words = taken(self.app, words, offered, run)
            offered = ()
            run.settle()
        if not run.as_json:
            return Watched(parent or self.app, offered, run).call(self.app, words)
        silent = {"exit_on_error": False, "print_error": False}
        with self.app.app_stack(list(words), overrides=silent):
            command, bound, _ = self.app.parse_args(list(words))
            if is_own(command, self.app):
                command(*bound.args, **bound.kwargs)
                return None
            if parent is not None:
                with Watched(parent, offered, run):
                    return ended(self.app, command(*bound.args, **bound.kwargs), run)
            path = " ".join(self.app.parse_commands(list(words))[0])
            return ended(self.app, watch(command, path, run, bound)(), run)

    def rejected(self, error: Any, run: Run) -> Failed:
        """Make an outcome of a usage error."""
        from ._reject_cyclopts import rejection  # on the way to an error

        return rejection(error, run)

    def bare(self) -> object:
        """Run the program as it was before."""
        return self.app()

    def complain(self, failed: Failed, run: Run) -> None:
        """Show a failure to a person, the way the framework does."""
        if run.shown:
            return
        print(f"Error: {failed.error.message}", file=sys.stderr)  # noqa: T201

    def commands(self, *, load: bool = True) -> Iterator[CommandInfo]:
        """Describe every command and group, or each that is loaded already."""
        from ._describe_cyclopts import below  # when the app is described

        return below(self.app, (), (), load)


class Watched:
    """An app, or one behind a meta app: what it parses reports to the run, once."""

    def __init__(self, app: Any, offered: Sequence[str], run: Run) -> None:
        self.app = app
        self.offered = offered
        self.run = run
        self.parse: Any = None
        self.is_said = False  # by a command of the framework's own
        self.returned: list[Any] = []  # what a command did

    def __enter__(self) -> None:
        kind = self.app.__class__
        parse = self.parse = kind.parse_args

        def parse_args(app: Any, words: Any = None, **options: Any) -> Any:
            if app is self.app and self.offered and words.__class__ is list:
                words = taken(app, words, self.offered, self.run)
            with Uncoloured():
                command, bound, ignored = parse(app, words, **options)
            if is_own(command, app):
                self.is_said = True
                return command, bound, ignored
            if app is not self.app or self.run.begun:  # a handler may call its own app
                return command, bound, ignored
            path = " ".join(app.parse_commands(words)[0])
            seen = watch(command, path, self.run, None, self.returned)
            return seen, bound, ignored

        kind.parse_args = parse_args  # an App takes no attributes

    def __exit__(self, *_: object) -> None:
        self.app.__class__.parse_args = self.parse

    def call(self, app: Any, words: Sequence[str]) -> Outcome[Any] | None:
        """Call an app for a person; what it does with a result is its own affair."""
        try:
            with self:
                app(list(words), exit_on_error=False, print_error=True)
        except SystemExit as error:
            if error.code or not (self.returned or self.is_said):
                raise
        if self.is_said and not self.returned:
            return None
        return from_return(self.returned[-1] if self.returned else None, self.run)


def watch(
    command: Any, path: str, run: Run, bound: Any = None, returned: Any = None
) -> Any:
    """Wrap a command: execution begins with it, and an async one is awaited.

    `returned` takes what it returns; the framework is given what it can print of that.
    """
    declared = contract_of(command)

    def call(*words: Any, **options: Any) -> Any:
        if bound is not None:
            words, options = bound.args, bound.kwargs
        params = bound.arguments if bound is not None else options
        value = call_handler(command, path, declared, run, words, params, options)
        return value if returned is None else kept(value, returned)

    async def wait(*words: Any, **options: Any) -> Any:
        enter(path, declared, run, options)
        try:
            return kept(await command(*words, **options), returned)
        finally:
            run.make_room()

    is_async = returned is not None and iscoroutinefunction(command)
    return wait if is_async else call


def kept(value: Any, returned: list[Any]) -> Any:
    """Keep what a command returned; return what the framework is to print of it."""
    returned.append(value)
    if isinstance(value, Page):
        return value.items
    return None if isinstance(value, NotModified) else value


def ended(app: Any, value: Any, run: Run) -> Outcome[Any]:
    """Make an outcome of what a command returned, by the app's own rule."""
    action = app.app_stack.resolve("result_action", fallback=DEFAULT_ACTION)
    steps = [action] if isinstance(action, str) or callable(action) else action
    exits = any(callable(step) or "exit" in step for step in steps or ())
    if isinstance(value, int) and exits and value is not True:
        return from_exit(int(not value) if value is False else value, run)
    return from_return(value, run)


def behind(error: BaseException, kind: type[BaseException]) -> BaseException | None:
    """Return the error that was to be shown when nobody was left to see it."""
    seen: BaseException | None = error
    while seen is not None and not isinstance(seen, kind):
        seen = seen.__context__
    return seen


def is_own(command: Any, app: Any) -> bool:
    """Tell the framework's own commands (help, version) from an author's."""
    owner = getattr(command, "__self__", None)
    return isinstance(owner, type(app)) and command.__name__ in {
        "help_print",
        "version_print",
        "_version_print_async",
        "_run_complete",
    }
