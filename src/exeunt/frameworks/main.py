"""A function that parses its words by itself → Host: whatever it parses them with.

The function runs as it always did. Parsers of argparse that it meets name its usage
errors, its commands and their contracts; of any other it is known how it ended.
"""

from __future__ import annotations

import sys

from ..leaving.handler import called, contract_of, from_exit, from_return
from ..leaving.mode import YES
from ..leaving.run import whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import ModuleType
    from typing import Any

    from ..leaving.run import Run
    from ..manifest.info import CommandInfo
    from ..model.outcome import Failed, Outcome
    from ._parsers import Parsers
    from ._rejection import Rejection

PARSER = "argparse"  # the module; a program may import it late, or never


def host(app: Any, func: str) -> MainHost:
    """Take a function that can be called without an argument."""
    if not callable(app):
        from ..errors import DeclarationError  # on the way to an error

        msg = f"{type(app).__name__} is no app of a framework that exeunt knows"
        way = "a Click command, a Typer or Cyclopts app, an ArgumentParser, or main"
        raise DeclarationError(msg, fix=f"pass {way}")
    needed = needs(app)
    if needed:
        from ..errors import DeclarationError

        name = getattr(app, "__name__", "main")
        msg = f"{name} needs {', '.join(needed)}, and is called with nothing"
        raise DeclarationError(msg, fix=f"exeunt.adopt(lambda: {name}(sys.argv))")
    return MainHost(app, func)


class MainHost:
    """A function, and the parsers that it meets while it runs."""

    def __init__(self, app: Any, func: str) -> None:
        self.app = app
        self.func = func
        self.met: Parsers | None = None  # in the call that runs, or has run
        self.tried: bool = False
        self.found: list[CommandInfo] | None = None  # by a trial; None if it was none

    def owns_option(self, name: str, words: Sequence[str]) -> bool:
        """Tell whether a command that words name has an option: any, if none tells."""
        if self.found is None:
            return True
        return any(
            name in flag.spellings
            for one in self.found
            if set(one.path.split()) <= set(words)
            for flag in one.flags
        )

    def invoke(
        self,
        program: str,  # noqa: ARG002 - a function knows its own name
        words: Sequence[str],
        run: Run,
    ) -> Outcome[Any] | None:
        """Call the function, and note what its parsers say."""
        given = sys.argv
        if given[1:] != list(words):
            sys.argv = [*given[:1], *words]
        watching = Watching(self, run)
        try:
            with watching:
                run.declared = whole(contract_of(self.app), run.defaults)
                run.confirmed = YES in words
                run.begin()
                value = called(self.app)
        except SystemExit as end:
            said = self.met.why(end.code, end) if self.met is not None else None
            if said is None:
                raise
            return self.rejected(said, run)
        finally:
            run.make_room()
            sys.argv = given
        said = self.met.why(value) if self.met is not None else None
        if said is not None:
            return self.rejected(said, run)
        is_end = isinstance(value, int | str)  # which sys.exit(main()) would be given
        return from_exit(value, run) if is_end else from_return(value, run)

    def rejected(self, error: Rejection, run: Run) -> Failed:
        """Make an outcome of a usage error; before a parse, the call has not begun."""
        from ._reject_argparse import rejection  # a parser was met

        if self.met is not None and not self.met.parsed and not run.effects:
            run.begun = False
        return rejection(error, error.parser, run)

    def bare(self) -> object:
        """Run the program as it was before."""
        return self.app()

    def complain(self, failed: Failed, run: Run) -> None:
        """Show a failure to a person, if the program has not."""
        if run.shown is None:
            text = f"{run.program}: error: {failed.error.message}"
            print(text, file=sys.stderr)  # noqa: T201 - as the program would

    def commands(self, *, load: bool = True) -> Iterator[CommandInfo]:
        """Describe every command of the parser that was met, or would be."""
        if self.met is not None and self.met.root is not None:
            from ._describe_argparse import below  # a parser was met

            root = self.met.root
            return below(root, self.func, (), (), root.description)
        if load and not self.tried:
            from ._trial import commands_of  # the program is asked what it can do

            self.tried = True
            self.found = commands_of(self.app, self.func)
        return iter(self.found if self.found is not None else (untold(),))


class Watching:
    """The parsers of a call, watched as soon as argparse is there to be watched.

    Until then nobody can read our options, and what is printed is not held.
    """

    def __init__(self, host: MainHost, run: Run) -> None:
        self.host = host
        self.run = run
        self.held: Any = None  # the streams that a parser may want to be held again
        host.met = None

    def __enter__(self) -> None:
        if PARSER in sys.modules:
            self.watch()
        else:
            sys.meta_path.insert(0, self)
            if not self.run.settled:
                self.held = self.run.streams
                self.run.settle()

    def __exit__(self, *_raised: object) -> None:
        if self in sys.meta_path:
            sys.meta_path.remove(self)
        if self.host.met is not None:
            self.host.met.stop()

    def watch(self) -> None:
        """Watch every parser from here on."""
        from ._parsers import Parsers  # loads argparse

        if self.held is not None and not self.run.as_json:
            self.run.streams, self.run.settled = self.held, False
            self.held.hold()
        self.host.met = Parsers(self.run, self.host.func, self.reached)
        self.host.met.start()

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:  # noqa: ARG002 - the importers' protocol
        """Find nothing, but see argparse come."""
        if name != PARSER:
            return None
        sys.meta_path.remove(self)
        from importlib.util import find_spec  # once, for who imports it late

        spec = find_spec(name)
        loader: Any = spec.loader if spec else None
        load = loader.exec_module

        def exec_module(module: ModuleType) -> None:
            load(module)
            self.watch()

        loader.exec_module = exec_module
        return spec

    def reached(self, root: Any, chosen: Any, namespace: Any) -> None:
        """Note which command the parser has chosen, before main() calls it."""
        from ._parsers import path_of  # a parser was met

        handler = chosen.get_default(self.host.func)
        declared = contract_of(handler, self.host.app)
        self.run.reach(path_of(root, chosen), declared, namespace.__dict__)
        self.run.begin()


def untold() -> CommandInfo:
    """Describe a program that does not tell what it takes: any word is its own."""
    from ..manifest.contract import Contract  # when the app is described
    from ..manifest.info import CommandInfo, ParamInfo

    words = ParamInfo("words", nargs="*")
    return CommandInfo("", Contract(), arguments=[words], partial=True)


def needs(app: Any) -> list[str]:
    """Name the arguments that a function cannot be called without."""
    code = getattr(app, "__code__", None)
    if code is None:  # a class, or an object of one: Python will say
        return []
    taken = code.co_argcount - len(app.__defaults__ or ())
    return list(code.co_varnames[: max(taken, 0)])
