"""The parsers of argparse that a call meets → what they rejected and what they reached.

A parser does what it did. For the time of a call it is watched at parse_args() and
parse_known_args(), and at error(), whoever has overridden that; and it takes the
options of ours that it does not know itself, unless it hands strange words on.
"""

from __future__ import annotations

import sys
from argparse import SUPPRESS, Action, ArgumentError, ArgumentParser

from ..leaving.handler import contract_of
from ..leaving.mode import FIELDS, MODES, SHAPES, YES
from ..leaving.run import whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from ..leaving.run import Run
    from ._rejection import Rejection

    Reached = Callable[[Any, Any, Any], None]  # a parser, that below it, a namespace

WHOLE = ("parse_args", "parse_intermixed_args")  # these read every word of the call
HANDED_ON = "..."  # argparse.REMAINDER: the rest of the words is another parser's


class Parsers:
    """The parsers of one call, watched from its start to its end."""

    def __init__(self, run: Run, func: str, reached: Reached | None = None) -> None:
        self.run = run
        self.func = func
        self.reached = reached
        self.root: Any = None  # the last parser that was called by itself
        self.chosen: Any = None  # it, or the one below it that read the last words
        self.whole = False  # it reads every word, or says what is wrong with one
        self.parsing = False
        self.parsed = False  # a whole parse has succeeded
        self.rejection: Rejection | None = None
        self.patched: list[tuple[Any, str, Any]] = []
        self.heard: list[Any] = []  # what stands in the place of each error()
        self.lined: list[tuple[Any, Any]] = []  # who has a line more, and its own page

    def start(self) -> None:
        """Watch every parser from here on."""
        for name in (*WHOLE, "parse_known_args"):
            original = getattr(ArgumentParser, name)
            self.patch(ArgumentParser, name, self.watched(original, name in WHOLE))
        self.patch(ArgumentParser, "error", self.listening(ArgumentParser.error))

    def stop(self) -> None:
        """Give argparse its own methods back."""
        for kind, name, original in reversed(self.patched):
            setattr(kind, name, original)
        self.patched.clear()
        for parser, own in self.lined:
            del parser.format_help
            if own is not None:
                parser.format_help = own
        self.lined.clear()

    def patch(self, kind: Any, name: str, value: object) -> None:
        """Put a method in another's place, and remember that."""
        self.patched.append((kind, name, kind.__dict__[name]))
        setattr(kind, name, value)

    def watched(self, original: Callable[..., Any], whole: bool) -> Callable[..., Any]:
        """Watch a method that parses; one within another is that of a subparser."""

        def parse(parser: Any, *words: Any, **options: Any) -> Any:
            self.meet(parser)
            within, self.parsing = self.parsing, True
            self.chosen = parser
            if not within:
                self.root = parser
                self.line(parser)
                given = words[0] if words else options.get("args")
                is_asked = given not in ([], ())  # for the defaults alone
                self.whole = whole and is_asked and not hands_on(parser)
            theirs = self.lend(parser)
            try:
                found = original(parser, *words, **options)
            except ArgumentError as error:  # of a parser with exit_on_error=False
                self.note(parser, str(error)).end = error
                raise
            finally:
                self.parsing = within
                if theirs is not None:
                    theirs.update(parser._option_string_actions)  # noqa: SLF001 - see Lent
                    parser._option_string_actions = theirs  # noqa: SLF001
            if not within:
                self.rejection = None
                if self.whole:
                    self.parsed = True
                    self.run.settle()
                    if self.reached is not None:
                        self.reached(parser, self.chosen, found)
            return found

        return parse

    def meet(self, parser: Any) -> None:
        """Listen to the error() that a parser's class has instead of argparse's."""
        for base in parser.__class__.__mro__:
            own = base.__dict__.get("error")
            if own is not None:
                if own not in self.heard:
                    self.patch(base, "error", self.listening(own))
                return

    def line(self, parser: Any) -> None:
        """End a person's help with the line on how programs call it, if any."""
        if self.run.epilog is None or any(one is parser for one, _ in self.lined):
            return
        shown = parser.format_help
        self.lined.append((parser, parser.__dict__.get("format_help")))

        def format_help() -> str:
            more = "" if self.run.as_json else f"\n{self.run.epilog}\n"
            return f"{shown()}{more}"

        parser.format_help = format_help

    def listening(self, original: Callable[..., Any]) -> Callable[..., Any]:
        """Note what an error() is called with, then do what it did.

        argparse's own prints to stderr what a program reads in its envelope.
        """
        plain = original is ArgumentParser.error

        def error(parser: Any, message: str) -> None:
            said = self.note(parser, message)
            try:
                if plain and self.run.as_json:
                    from ._rejection import Rejected  # on the way to an error

                    raise Rejected(2)  # noqa: TRY301 - as argparse does
                original(parser, message)
            except BaseException as end:
                said.end = end
                raise

        self.heard.append(error)
        return error

    def note(self, parser: Any, message: str) -> Rejection:
        """Note what was rejected; words that nobody has read choose how it is said."""
        from ._rejection import Rejection  # on the way to an error

        said = Rejection(parser, message, sys.exception(), parsing=self.parsing)
        self.rejection = said
        if not self.run.settled:
            mine = [one for one in self.run.offered if not knows(self.chosen, one)]
            self.run.offered = mine
            self.run.settle(unreached=self.parsing)
        return said

    def why(self, code: object, error: BaseException | None = None) -> Rejection | None:
        """Return what was rejected, if a call ended as it did because of that.

        By what error() raised, or by a number: many a main() makes one of the other,
        or exits with a number of its own while it handles that.
        """
        said = self.rejection
        if said is None or not code:
            return None
        same = error is said.end or code == getattr(said.end, "code", None)
        if not (said.parsing or same or has_renumbered(error, said.end)):
            return None
        said.code = code if isinstance(code, int) else said.code
        return said

    def lend(self, parser: Any) -> dict[str, Any] | None:
        """Have a parser take our options, too; return what it had before."""
        theirs: dict[str, Any] = parser._option_string_actions  # noqa: SLF001 - as below
        if not self.run.offered or not self.whole or isinstance(theirs, Lent):
            return None
        ours = {
            option: taker(option, self.run)
            for option in self.run.offered
            if not knows(parser, option) and (option != YES or self.destroys(parser))
        }
        parser._option_string_actions = Lent(theirs, ours)  # noqa: SLF001 - no public way
        return theirs

    def destroys(self, parser: Any) -> bool:
        """Tell whether the command of a parser says that it destroys something."""
        contract = contract_of(parser.get_default(self.func)) or self.run.declared
        declared = whole(contract, self.run.defaults)
        return declared is not None and declared.danger == "destructive"


class Lent(dict[str, "Any"]):
    """The options of a parser, and ours: found by name, and in no list of them."""

    def __init__(self, theirs: Mapping[str, Any], ours: Mapping[str, Any]) -> None:
        super().__init__(theirs)
        self.ours = ours

    def __contains__(self, option: object) -> bool:
        return super().__contains__(option) or option in self.ours

    def __missing__(self, option: str) -> Any:
        return self.ours[option]


class Taken(Action):
    """An option of ours, which leaves nothing in the namespace."""

    run: Run

    def __call__(
        self,
        parser: Any,
        namespace: object,  # noqa: ARG002 - as argparse calls it
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Obey it; a mode that is none is as strange as the program would find it."""
        option = option_string or self.option_strings[0]
        if option in MODES and values not in SHAPES:
            parser.error(f"unrecognized arguments: {option} {values}")
        self.run.take(option, "" if self.nargs == 0 else values)


def taker(option: str, run: Run) -> Taken:
    """Make the action of an option of ours."""
    nargs: int | str | None = 0 if option == YES else None
    nargs = "?" if option == FIELDS else nargs  # what names no field is refused by us
    action = Taken([option], SUPPRESS, nargs=nargs, const="", default=SUPPRESS)
    action.run = run
    return action


def knows(parser: Any, option: str) -> bool:
    """Tell whether a parser has an option, or takes it for the start of one."""
    options: dict[str, Any] = parser._option_string_actions  # noqa: SLF001 - no public way
    if option in list(options):  # which names theirs alone
        return True
    return bool(parser.allow_abbrev and parser._get_option_tuples(option))  # noqa: SLF001


def has_renumbered(error: BaseException | None, end: BaseException | None) -> bool:
    """Tell whether an exit is what was made of a parser's own."""
    return isinstance(error, SystemExit) and error.__context__ is end is not None


def hands_on(parser: Any) -> bool:
    """Tell whether a parser leaves the rest of the words to another."""
    return any(action.nargs == HANDED_ON for action in parser._actions)  # noqa: SLF001


def subcommands(parser: Any) -> list[Any]:
    """Return the actions of a parser that choose a subcommand."""
    found = parser._actions  # noqa: SLF001 - argparse has no public list
    return [action for action in found if hasattr(action, "_parser_class")]


def path_of(root: Any, chosen: Any) -> str:
    """Return the path of the parser that was reached."""
    return next((path for path, parser in walk(root, ()) if parser is chosen), "")


def walk(parser: Any, path: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    """Visit a parser and all below it, each once; aliases are other names of one."""
    yield " ".join(path), parser
    seen: set[int] = set()
    for action in subcommands(parser):
        for name, below in action.choices.items():
            if id(below) not in seen:
                seen.add(id(below))
                yield from walk(below, (*path, name))


def options_of(parser: Any) -> list[str]:
    """Name the options of a parser."""
    found = parser._actions  # noqa: SLF001 - argparse has no public list
    return [name for action in found for name in action.option_strings]
