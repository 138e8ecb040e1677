"""A name → the verb of the command line: its page, its promises, its words, sorted.

It is decided here which verbs there are. A verb is one file with a COMMAND, and its
name in VERBS.
"""

from __future__ import annotations

from ..model.codes import ExitCode
from ..record import KW_ONLY, Record, final, made
from .argv import BEHIND, all_words, refuse, sort, wants_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, Literal, TypeVar

    from ..model.entry import Code, ExitCodeEntry
    from ..model.outcome import Outcome
    from ._paint import Paint
    from .argv import Options, Theirs

    T = TypeVar("T")
    Run = Callable[["Call"], "Outcome[Any]"]
    Show = Callable[[Any, "Paint"], str]
    Danger = Literal["safe", "mutating"]
    Exits = Mapping[Code, str | ExitCodeEntry]

VERBS = {
    "run": "run any command and know how it ended",
    "drive": "type at an interactive program",
    "session": "commands that go on by themselves, and wait to be answered",
    "decide": "what to do about an ending, and by which rule",
    "tell": "what an agent's model is told of an end, in one line or none",
    "explain": "what an exit code means, and what to do next",
    "translate": "the same meaning in another dialect's number",
    "dialects": "the tables, side by side",
    "adopt": "run a Python program as if its author had adopted it",
    "check": "whether a program keeps what it declares",
    "diff": "what changed between two contracts, and whom it breaks",
    "snapshot": "a program's contract, to be committed and compared",
    "install": "what an ending means, told in your coding agent's own shell",
    "uninstall": "your coding agent's configuration, as it was",
    "ps": "what runs now, whoever started it",
    "batch": "many commands: queued, run side by side, and resumed",
    "journal": "what was run, how it ended, and what failed",
    "failures": "what failed, each failure once, and what to run again",
    "schema": "JSON Schemas of what exeunt prints",
    "manifest": "a program's contract, or exeunt's own, and pages from it",
    "mcp": "exeunt's tools for agents, by the Model Context Protocol",
    "demo": "eight commands end, a loop succeeds, and a batch is killed",
}
# What several verbs may end with.
GONE: Exits = {ExitCode.NOT_FOUND: "What the call names does not exist"}
UNFIT: Exits = {ExitCode.PRECONDITION: "It exists, and is not in that state"}
LATE: Exits = {ExitCode.TIMEOUT: "It did not happen in time"}
BUSY: Exits = {ExitCode.UNAVAILABLE: "Somebody else holds it for the moment"}


@final
class Option(Record):
    """One option: with a metavar it takes a value, without one it is a switch."""

    name: str
    metavar: str | None = None
    _: KW_ONLY
    help: str  # a verb first: what happens
    choices: tuple[str, ...] = ()
    many: bool = False  # may be repeated
    usual: str = ""  # what happens without it
    group: str = ""  # the part of the page that it stands in
    shown: bool = True  # on the page; else it is so unasked, or is refused with the why

    @property
    def label(self) -> str:
        """How it is written."""
        return f"{self.name} {self.metavar}" if self.metavar else self.name

    @property
    def text(self) -> str:
        """What it does, and what happens without it."""
        return f"{self.help} [{self.usual}]" if self.usual else self.help


COMMON = (
    Option("--json", help="print one envelope", usual="when piped"),
    Option(
        "--output",
        "MODE",
        help="print json or text, whatever stdout is",
        choices=("json", "text"),
    ),
    Option("--help", help="show this page"),
)


@final
class Call(Record):
    """What the user asked a verb to do."""

    options: Options
    words: tuple[str, ...]

    def text(self, name: str) -> str | None:
        """Return an option's value, if it was given."""
        return self.options[name][-1] if name in self.options else None

    def value(self, name: str, read: Callable[[str, str], T]) -> T | None:
        """Read an option's value by one of argv's readers, if it was given."""
        text = self.text(name)
        return None if text is None else read(name, text)

    def parted(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the words before `--` and behind it, of a verb that parts them."""
        place = int(self.text(BEHIND) or len(self.words))
        return self.words[:place], self.words[place:]

    def texts(self, name: str) -> tuple[str, ...]:
        """Return every value of an option that may be repeated."""
        return tuple(self.options.get(name, ()))


class Page(Record):
    """How one verb is called and may end, for whoever asks for help or a manifest."""

    name: str
    _: KW_ONLY
    summary: str
    usage: tuple[str, ...]
    options: tuple[Option, ...] = ()
    examples: tuple[tuple[str, str], ...] = ()
    least: int = 0  # arguments
    most: int | None = 0
    danger: Danger = "safe"
    raw: bool = False  # what it prints is another's, and no envelope
    exits: Exits = made(
        default_factory=dict["Code", "str | ExitCodeEntry"]
    )  # and 0, 1, 3


def leaves(page: Page) -> list[tuple[str, str]]:
    """Return with which numbers a verb of a verb leaves, and when."""
    exits = {ExitCode.ARG_ERROR: "The call is wrong: nothing was done", **page.exits}
    found = [(code.value, str(text)) for code, text in exits.items()]
    return [(str(code), text) for code, text in sorted(found)]


@final
class Command(Page):
    """One verb: its page, what it does, how its data looks to people."""

    _: KW_ONLY
    run: Run
    show: Show
    theirs: Theirs | None = None  # which words are those of another command
    form: Callable[[Options], bool] = wants_json  # whether JSON is printed
    parted: bool = False  # what stands behind `--` means something else
    alone: bool = False  # it does something without a verb of its own, too
    # The number to leave with, if that is not the outcome's.
    number: Callable[[Call, Outcome[Any]], int | None] | None = None
    # Verbs of its own, each with a page.
    commands: Mapping[str, Command] = made(default_factory=dict[str, "Command"])


def find(name: str) -> Page:
    """Return a verb by its name; its file is imported when it is asked for."""
    if not name:
        refuse("no command is given", "write exeunt COMMAND; exeunt --help lists them")
    if name not in VERBS:
        known = (*VERBS, "help")
        if name.startswith("-"):
            known = (*(option.name for option in COMMON), "--version")
        from ..errors import unknown  # on the way to an error

        raise unknown(name, "option" if name.startswith("-") else "command", known)
    module = __import__(f"{__package__}.{name}", fromlist=["COMMAND"])
    verb: Page = module.COMMAND
    return verb


def reach(verb: Page, words: Sequence[str]) -> tuple[Page, Sequence[str]]:
    """Follow the words to a verb of a verb: `session send`; return the other words."""
    if not isinstance(verb, Command) or not verb.commands:
        return verb, words
    known: dict[str, str | None] = {}
    for one in (*verb.commands.values(), verb):
        known |= metavars(one)
    before = words[: words.index("--")] if verb.alone and "--" in words else words
    options, named = sort(before, known, verb.name, all_words)
    if not named or (
        named[0] not in verb.commands and (verb.alone or "--help" in options)
    ):
        return verb, words
    if named[0] not in verb.commands:
        from ..errors import unknown  # on the way to an error

        raise unknown(named[0], "command", verb.commands)
    place = len(before) - len(named)
    front = [word for word in words[:place] if word != "--"]
    return verb.commands[named[0]], [*front, *words[place + 1 :]]


def parse(command: Command, words: Sequence[str]) -> Call:
    """Sort a verb's words into options and arguments, and check what can be."""
    options, found = sort(
        words, metavars(command), command.name, command.theirs, parted=command.parted
    )
    for option in (*COMMON, *command.options):
        for value in options.get(option.name, ()) if option.choices else ():
            if value not in option.choices:
                from ..errors import unknown  # on the way to an error

                error = unknown(value, f"value for {option.name}", option.choices)
                error.error_code = "UNKNOWN_VALUE"
                raise error
    if "--help" not in options:
        check_count(command, found)
    return Call(options, tuple(found))


def split_words(text: str, what: str, fix: str) -> list[str]:
    """Split a call as a shell would; an open quote is refused as `what`."""
    import shlex  # 10 ms, when a call is named

    try:
        return shlex.split(text)
    except ValueError as error:
        refuse(f"{what}: {error}", fix)


def metavars(command: Page) -> dict[str, str | None]:
    """Return the options that a verb has, with the metavar of each."""
    return {option.name: option.metavar for option in (*COMMON, *command.options)}


def check_count(command: Command, words: list[str]) -> None:
    """Refuse too few or too many arguments."""
    if len(words) < command.least:
        refuse(
            f"exeunt {command.name} needs more arguments", f"write {command.usage[0]}"
        )
    if command.most is not None and len(words) > command.most:
        msg = f"{words[command.most]!r} is one argument too many"
        refuse(msg, f"write {command.usage[0]}")
