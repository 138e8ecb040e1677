"""A Click command or group → Host; `typer` adds what differs in its copy of Click.

The app itself is never changed: each command is copied as it is reached, so that its
own runner, completion and --help find it as the author left it.
"""

from __future__ import annotations

from ..errors import did_you_mean
from ..leaving.boundary import raiser
from ..leaving.handler import call_handler, contract_of, from_exit, from_return

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import ModuleType
    from typing import Any

    from ..leaving.run import Run
    from ..manifest.info import CommandInfo, ParamInfo
    from ..model.outcome import Failed, Origin, Outcome

CLICK_ERROR = "CLICK_ERROR"  # a ClickException that means no code
USAGE_CODES = {  # the framework's own class → a stable name
    "NoSuchOption": "UNKNOWN_OPTION",
    "NoSuchCommand": "UNKNOWN_COMMAND",
    "MissingParameter": "MISSING_ARGUMENT",
    "NoArgsIsHelpError": "MISSING_COMMAND",
    "BadParameter": "INVALID_ARGUMENT",
    "BadOptionUsage": "INVALID_OPTION",
    "BadArgumentUsage": "INVALID_ARGUMENT",
}
NEAR = "__exeunt_near__"  # where an unknown command's error has what was meant, or None
COMPLETION = {"--install-completion", "--show-completion"}  # that Typer adds


def host(app: Any, func: str) -> ClickHost:  # noqa: ARG001 - the verb of every module
    """Take a Click command or group as it is."""
    from click import exceptions  # the author has imported it

    return ClickHost(app, exceptions, exceptions.Exit, exceptions.Abort)


class ClickHost:
    """An app of Click, or of a framework that carries a Click of its own."""

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

    def owns_option(self, name: str, words: Sequence[str] | None = None) -> bool:
        """Tell whether the app, or the command that words name, has that option."""
        found = walk(self.app, ()) if words is None else named(self.app, words)
        return any(name in options_of(command) for _, command in found)

    def invoke(
        self, program: str, words: Sequence[str], run: Run
    ) -> Outcome[Any] | None:
        """Parse the words and call the handler; None if all is said (--help)."""
        watched = Watched(self.exceptions, run)
        app = watched.copy(self.app, "")
        if hasattr(app, "_main_shell_completion"):
            app._main_shell_completion({}, program)  # noqa: SLF001 - as its main() does
        try:
            with app.make_context(program, list(words)) as context:
                value = app.invoke(context)
        except self.exits as error:
            code = getattr(error, "exit_code", 0)
            answered = not run.begun and not code
            return None if answered else from_exit(code, run)
        except self.aborts as error:
            return aborted(error, run)
        except self.exceptions.ClickException as error:
            return self.rejected(error, run)
        if watched.chained and is_empty(value):
            value = None
        return from_return(value, run)

    def rejected(self, error: Any, run: Run) -> Failed:
        """Make an outcome of a usage error, or of an error that a handler raised."""
        from ..leaving.classify import (  # on the way to an error
            failed,
            from_rejection,
            from_tables,
            truthful,
        )
        from ..model.codes import ExitCode
        from ..model.detail import ErrorDetail

        run.shown = error
        if isinstance(error, self.exceptions.UsageError):
            fix, origin = suggestion(error), origin_of(error)
            return from_rejection(
                usage_code(error), message_of(error), run, origin, fix
            )
        found = from_tables(error, run)
        if found is None:
            meant = run.contract.code_for(error.exit_code)
            name = meant.name if meant else CLICK_ERROR
            detail = ErrorDetail(name, message_of(error))
            found = failed(meant or ExitCode.GENERAL_ERROR, detail, run)
        return truthful(found, run)

    def bare(self) -> object:
        """Run the program as it was before."""
        return self.app()

    def complain(self, failed: Failed, run: Run) -> None:
        """Show a failure to a person, the way the framework does."""
        if isinstance(run.shown, self.aborts):
            self.show_abort()
            return
        self.show(run.shown or self.exceptions.ClickException(failed.error.message))

    def commands(self) -> Iterator[CommandInfo]:
        """Describe every command and group, for the manifest."""
        return below(self.app, (), (), None)

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

    def copy(self, command: Any, path: str) -> Any:
        """Copy a command so that its handler, or its subcommands, report to the run."""
        seen = twin(command)
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
                known = group.list_commands(context)
                setattr(error, NEAR, did_you_mean(words[0], known))
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

    def context(self) -> Any:
        """Return the framework's current context."""
        package = __import__(
            f"{self.exceptions.__package__}.globals", fromlist=["get_current_context"]
        )
        return package.get_current_context(silent=True)


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


def aborted(error: BaseException, run: Run) -> Failed:
    """Make an outcome of Abort: input that nobody gave, or a person's no."""
    from ..leaving.classify import failed, truthful  # on the way to an error
    from ..model.codes import ExitCode
    from ..model.detail import ErrorDetail

    run.shown = error
    detail = ErrorDetail(
        "INPUT_REQUIRED",
        "the command asked for input and got none",
        suggestion="pass the value as an option, or --yes",
    )
    return truthful(failed(ExitCode.PRECONDITION, detail, run), run)


def walk(command: Any, path: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    """Visit a command and all below it."""
    yield " ".join(path), command
    if hasattr(command, "list_commands"):
        for name in command.list_commands(None):
            child = command.get_command(None, name)
            if child is not None:
                yield from walk(child, (*path, name))


def named(command: Any, words: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """Visit the commands that words name, and load no other."""
    path = ""
    yield path, command
    for word in words:
        if not hasattr(command, "list_commands"):
            return
        child = command.get_command(command.context_class(command), word)
        if child is not None:
            command, path = child, f"{path} {word}".strip()
            yield path, command


def options_of(command: Any) -> set[str]:
    """Name every option of a command."""
    return {
        name
        for param in getattr(command, "params", ())
        for name in (*param.opts, *param.secondary_opts)
    }


def usage_code(error: Any) -> str:
    """Name a usage error in a stable way, by the framework's own class."""
    for kind in type(error).__mro__:
        if kind.__name__ in USAGE_CODES:
            return USAGE_CODES[kind.__name__]
    if error.message.startswith("Got unexpected extra argument"):
        return "UNEXPECTED_ARGUMENT"
    return "UNKNOWN_COMMAND" if hasattr(error, NEAR) else "USAGE"


def message_of(error: Any) -> str:
    """Return an error's message; not the whole help page that one of them is."""
    if type(error).__name__ == "NoArgsIsHelpError":
        return "a command is missing"
    return str(error.format_message()) or type(error).__name__


def suggestion(error: Any) -> str | None:
    """Return the option or command that was probably meant."""
    possible = getattr(error, "possibilities", None)
    if possible:
        return f"did you mean {', '.join(sorted(possible))}?"
    unknown = usage_code(error) == "UNKNOWN_COMMAND"
    return getattr(error, NEAR, None) if unknown else None


def origin_of(error: BaseException) -> Origin:
    """Tell an author's check of a value from the framework's own, by who raised it."""
    framework = raiser(error).partition(".")[0] in {"click", "typer"}
    return "parser" if framework else "validator"


def below(
    command: Any, path: tuple[str, ...], aliases: tuple[str, ...], parent: Any
) -> Iterator[CommandInfo]:
    """Describe a command, then its subcommands; other names of one are aliases."""
    from ._describe import each_once, unloaded  # when the app is described

    name = path[-1] if path else command.name
    context = command.context_class(command, info_name=name, parent=parent)
    yield info(command, path, aliases, context)
    if not hasattr(command, "list_commands"):
        return
    found: list[tuple[str, Any]] = []
    for name in command.list_commands(context):
        try:
            child = command.get_command(context, name)
        except Exception as error:  # noqa: BLE001 - a lazy command; it may be broken
            yield unloaded((*path, name), error)
            continue
        if child is not None:
            found.append((name, child))
    for child, names in each_once(found):
        main = child.name if child.name in names else names[0]
        others = tuple(name for name in names if name != main)
        yield from below(child, (*path, main), others, context)


def info(
    command: Any, path: tuple[str, ...], aliases: tuple[str, ...], context: Any
) -> CommandInfo:
    """Describe one command."""
    from ..manifest.contract import Contract  # when the app is described
    from ..manifest.info import CommandInfo, first_sentence

    params = [p for p in command.params if is_input(p)]
    options = [p for p in params if p.param_type_name == "option"]
    group = hasattr(command, "list_commands")
    runs = not group or getattr(command, "invoke_without_command", False)
    return CommandInfo(
        " ".join(path),
        contract_of(command, command.callback) or Contract(),
        description=first_sentence(command.short_help or command.help),
        aliases=aliases,
        hidden=bool(command.hidden),
        flags=[param(p, context) for p in options],
        arguments=[param(p, context) for p in params if p not in options],
        handler=command.callback if runs else None,
        group=group,
    )


def is_input(param: Any) -> bool:
    """Tell what a command reads from what replaces it: --version, completion."""
    is_switch = getattr(param, "is_flag", False)
    replaces = param.is_eager and not param.expose_value and is_switch
    return not replaces and not COMPLETION & set(param.opts)


def param(found: Any, context: Any) -> ParamInfo:
    """Describe an option or an argument; what takes no value is boolean to a caller."""
    from ..manifest.info import ParamInfo, long_name  # when it is described
    from ._describe import variables

    shape: dict[str, Any] = values(found)
    default = default_of(found, shape["enum_values"])
    common: dict[str, Any] = {
        "computed": callable(found.default),
        "description": getattr(found, "help", None) or "",
        "env": variables(found, context),
        "hidden": bool(getattr(found, "hidden", False)),
    }
    if found.param_type_name != "option":
        if found.nargs < 0:
            shape["nargs"] = "+" if found.required else "*"
        elif not found.required:
            shape["nargs"] = "?"
        common |= {"required": bool(found.required), "default": default}
        return ParamInfo(found.name or "", **common, **shape)
    if found.is_flag or found.count:
        shape = {"type": "boolean"}
    # Nobody answers where there is no terminal, whatever the default is.
    prompted = bool(found.prompt) and found.prompt_required
    return ParamInfo(
        long_name(found.opts),
        found.opts,
        required=bool(found.required or prompted),
        default=default,
        multiple=bool(found.multiple or found.count),
        negatives=found.secondary_opts,
        sensitive=bool(found.hide_input),
        **common,
        **shape,
    )


def values(found: Any) -> dict[str, Any]:
    """Describe which values a parameter takes, and how many of them."""
    from ._describe import annotated, typed  # when the app is described

    return typed(found) if hasattr(found, "type") else annotated(found)


def default_of(found: Any, words: Sequence[str]) -> Any:
    """Return a default that is known before the call; None is how Click says none."""
    from ._describe import known_default  # when the app is described

    return known_default(found, words)
