"""An ArgumentParser → Host. The handler is what `set_defaults(func=...)` names."""

from __future__ import annotations

import sys
from argparse import ArgumentError

from ..leaving.handler import call_handler, contract_of, from_exit, from_return
from ._parsers import Parsers, options_of, path_of, walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from ..leaving.run import Run
    from ..manifest.info import CommandInfo
    from ..model.outcome import Failed, Outcome
    from ._rejection import Rejection


def host(app: Any, func: str) -> ArgparseHost:
    """Take a parser as it is, if it names what is to be called."""
    handlers = [parser.get_default(func) for _, parser in walk(app, ())]
    if not any(map(callable, handlers)):
        from ..errors import DeclarationError  # on the way to an error

        msg = f"no command of the parser {app.prog} names its handler as {func}"
        way = f"set_defaults({func}=…), or adopt the function that parses: adopt(main)"
        raise DeclarationError(msg, fix=way)
    return ArgparseHost(app, func)


class ArgparseHost:
    """A parser, its subparsers, and the handlers that they name."""

    def __init__(self, app: Any, func: str) -> None:
        self.app = app
        self.func = func

    def owns_option(self, name: str, words: Sequence[str]) -> bool:
        """Tell whether a command that words name has that option."""
        return any(
            name in options_of(parser)
            for path, parser in walk(self.app, ())
            if set(path.split()) <= set(words)
        )

    def invoke(
        self,
        program: str,  # noqa: ARG002 - a parser has its own name
        words: Sequence[str],
        run: Run,
    ) -> Outcome[Any] | None:
        """Parse the words and call the handler; None if all is said (--help)."""
        met = Parsers(run, self.func)
        met.start()
        try:
            return parse_and_call(self, met, words, run)
        finally:
            met.stop()

    def rejected(self, error: Rejection, run: Run) -> Failed:
        """Make an outcome of a usage error."""
        from ._reject_argparse import rejection  # on the way to an error

        return rejection(error, self.app, run)

    def bare(self) -> object:
        """Parse and call, as a main() would that does nothing else."""
        namespace = self.app.parse_args()
        handler = getattr(namespace, self.func, None)
        value = handler(namespace) if handler else self.app.print_help()
        return value if is_number(value) else None

    def complain(self, failed: Failed, run: Run) -> None:
        """Show a failure to a person, the way the framework does."""
        if run.shown is not None:
            return  # the parser has said it
        text = f"{self.app.prog}: error: {failed.error.message}"
        print(text, file=sys.stderr)  # noqa: T201 - as argparse does

    def commands(self, *, load: bool = True) -> Iterator[CommandInfo]:  # noqa: ARG002
        """Describe every command and group, or each that is loaded already: all are."""
        from ._describe_argparse import below  # when the app is described

        return below(self.app, self.func, (), (), self.app.description)


def parse_and_call(
    host: ArgparseHost, met: Parsers, words: Sequence[str], run: Run
) -> Outcome[Any] | None:
    """Parse, then call what the namespace names."""
    try:
        namespace = host.app.parse_args(list(words))
    except (SystemExit, ArgumentError) as end:  # the second with exit_on_error=False
        said = met.why(getattr(end, "code", 1), end)
        if said is not None:
            return host.rejected(said, run)
        if not isinstance(end, SystemExit):
            raise
        return from_exit(end.code, run) if end.code else None
    handler = getattr(namespace, host.func, None)
    if handler is None:
        from ._reject_argparse import incomplete  # on the way to an error

        return incomplete(met.chosen, run)
    path, declared = path_of(host.app, met.chosen), contract_of(handler)
    params, value = namespace.__dict__, None
    try:
        value = call_handler(handler, path, declared, run, (namespace,), params)
        said = met.why(value)
    except SystemExit as end:
        said = met.why(end.code, end)
        if said is None:
            raise
    if said is not None:
        return host.rejected(said, run)
    return from_exit(value, run) if is_number(value) else from_return(value, run)


def is_number(value: object) -> bool:
    """Tell whether a handler returned an exit number: an IntEnum is, a truth is not."""
    return isinstance(value, int) and value.__class__ is not bool
