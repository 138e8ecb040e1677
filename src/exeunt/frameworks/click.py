"""A Click command or group → Host; `typer` adds what differs in its copy of Click.

The app itself is never changed: each command is copied as it is reached, so that its
own runner, completion and --help find it as the author left it.
"""

from __future__ import annotations

from ..leaving.handler import call_handler, contract_of, from_exit, from_return

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import ModuleType
    from typing import Any

    from ..leaving.run import Run
    from ..manifest.info import CommandInfo
    from ..model.outcome import Failed, Outcome

FRAMEWORKS = ("click", "typer")
OF_MAIN = ("complete_var", "windows_expand_args")  # what no context knows


def host(app: Any, func: str) -> ClickHost:  # noqa: ARG001 - the verb of every module
    """Take a Click command or group as it is."""
    from click import exceptions  # the author has imported it

    return ClickHost(app, exceptions, exceptions.Exit, exceptions.Abort)


class ClickHost:
    """An app of Click, or of a framework that carries a Click of its own."""

    has_main = True  # which takes more than words

    def __init__(
        self,
        app: Any,
        exceptions: ModuleType,
        exits: type[BaseException],
        aborts: type[BaseException],
    ) -> None:
        self.app = app
        self.exceptions = exceptions
        self.exits = exits  # the classes that the framework ends a command with
        self.aborts = aborts

    def owns_option(self, name: str, words: Sequence[str]) -> bool:
        """Tell whether a command that words name has that option, or takes any."""
        from ._describe_click import owns  # for a call that is answered by us

        return owns(self.app, name, words)

    def invoke(
        self, program: str, words: Sequence[str], run: Run
    ) -> Outcome[Any] | None:
        """Parse the words and call the handler; None if all is said (--help)."""
        watched = Watched(self.exceptions, run)
        run.option_for = watched.option_for
        app = watched.copy(self.app, "")
        if run.epilog:
            app.epilog = (
                run.epilog if not app.epilog else with_line(app.epilog, run.epilog)
            )
        try:
            value = self.called(app, program, words, run)
        except self.exits as error:
            code = getattr(error, "exit_code", 0)
            answered = not run.begun and not code
            return None if answered else from_exit(code, run)
        except self.aborts as error:
            if isinstance(error.__context__, KeyboardInterrupt):
                raise error.__context__ from None  # Ctrl-C at a question
            from ._reject_click import abort  # on the way to an error

            return abort(error, run)
        except self.exceptions.ClickException as error:
            return self.rejected(error, run)
        if watched.chained and is_empty(value):
            value = None
        return from_return(value, run)

    def called(self, app: Any, program: str, words: Sequence[str], run: Run) -> Any:
        """Call an app as its author did, or the way its own main() does for JSON."""
        if not run.as_json or has_own_main(app):
            from ._through import Through  # not for a program that reads JSON

            shown = (self.aborts, self.exceptions.ClickException)
            return Through(app, shown, self.exits).call(self.entry(app), words, run)
        if hasattr(app, "_main_shell_completion"):
            app._main_shell_completion({}, program)  # noqa: SLF001 - as its main() does
        settings = {k: v for k, v in run.extra.items() if k not in OF_MAIN}
        with app.make_context(program, list(words), **settings) as context:
            return app.invoke(context)

    def entry(self, app: Any) -> Any:
        """Return what calls an app as its author does."""
        return app

    def rejected(self, error: Any, run: Run) -> Failed:
        """Make an outcome of a usage error, or of an error that a handler raised."""
        from ._reject_click import rejection  # on the way to an error

        usage = isinstance(error, self.exceptions.UsageError)
        return rejection(error, run, usage=usage)

    def bare(self) -> object:
        """Run the program as it was before."""
        return self.app()

    def complain(self, failed: Failed, run: Run) -> None:
        """Show a failure to a person, the way the framework does."""
        if isinstance(run.shown, self.aborts):
            self.show_abort()
            return
        self.show(run.shown or self.exceptions.ClickException(failed.error.message))

    def commands(self, *, load: bool = True) -> Iterator[CommandInfo]:
        """Describe every command and group, or each that is loaded already."""
        from ._describe_click import below  # when the app is described

        return below(self.app, (), (), None, load)

    def show(self, error: Any) -> None:
        """Show an error to a person."""
        error.show()

    def show_abort(self) -> None:
        """Show a person that the command was aborted."""
        from click import echo  # the author has imported it

        echo("Aborted!", err=True)


class Watched:
    """Copies of an app's commands that report to the run, for one call."""

    def __init__(self, exceptions: ModuleType, run: Run) -> None:
        self.exceptions = exceptions
        self.run = run
        self.chained: bool = False
        self.offering: Any = None
        if run.offered:
            from ._offered import Offering  # few calls in text have any

            self.offering = Offering(exceptions, run)

    def copy(self, command: Any, path: str) -> Any:
        """Copy a command so that its handler, or its subcommands, report to the run."""
        seen = twin(command)
        if self.offering is not None:
            self.offering.to(seen)
        if hasattr(command, "resolve_command"):
            seen.resolve_command = self.resolver(command, path)
            if getattr(command, "invoke_without_command", False):
                seen.callback = self.of_group(command, path)
            return seen
        seen.callback = handler(command, path, self.run)
        return seen

    def resolver(self, group: Any, path: str) -> Callable[..., tuple[Any, Any, Any]]:
        """Wrap a group's way to find its subcommands: each comes back watched."""

        def resolve(context: Any, words: Any) -> tuple[Any, Any, Any]:
            try:
                name, command, rest = group.resolve_command(context, words)
            except self.exceptions.UsageError as error:
                from ._reject_click import note_near  # on the way to an error

                note_near(error, group, context, words[0])
                raise
            self.chained = self.chained or bool(getattr(group, "chain", False))
            if command is None:
                return name, command, rest
            return name, self.copy(command, f"{path} {name}".strip()), rest

        return resolve

    def of_group(self, group: Any, path: str) -> Callable[..., Any] | None:
        """Wrap a group's callback: it is the command where no subcommand follows."""
        wrapped = handler(group, path, self.run)
        if wrapped is None:
            return None

        def call(*words: Any, **options: Any) -> Any:
            context = self.context()
            leaf = context is not None and context.invoked_subcommand is None
            return (wrapped if leaf else group.callback)(*words, **options)

        return call

    def option_for(self, question: str) -> str | None:
        """Name the option that answers a question, as the command asks it."""
        from ._asking import option_for  # on the way to an error

        return option_for(self.context(), question)

    def context(self) -> Any:
        """Return the framework's current context."""
        package = __import__(
            f"{self.exceptions.__package__}.globals", fromlist=["get_current_context"]
        )
        return package.get_current_context(silent=True)


def with_line(epilog: str, line: str) -> str:
    """Put a line below an author's epilog, as a paragraph of its own."""
    from inspect import cleandoc  # the framework has loaded it

    return f"{cleandoc(epilog)}\n\n{line}"


def has_own_main(app: Any) -> bool:
    """Tell whether an app's main() is another one than its framework's."""
    kind: Any = app.__class__
    return kind.main.__module__.partition(".")[0] not in FRAMEWORKS


def twin(command: Any) -> Any:
    """Copy a command, as copy() would, whose module costs a third of a millisecond."""
    seen = command.__class__.__new__(command.__class__)
    seen.__dict__.update(command.__dict__)
    return seen


def handler(command: Any, path: str, run: Run) -> Callable[..., Any] | None:
    """Wrap a handler: execution begins with it, and an async one is awaited."""
    callback = command.callback
    if callback is None:
        return None

    def call(*words: Any, **options: Any) -> Any:
        declared = contract_of(command, callback)
        return call_handler(callback, path, declared, run, words, options, options)

    return call


def is_empty(results: Any) -> bool:
    """Tell whether no command of a chain returned anything."""
    return results.__class__ is list and results.count(None) == len(results)
