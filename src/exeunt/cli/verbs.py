"""Words of a command line → Call: options and arguments of one verb.

argparse would cost 8 ms before it has done anything, as much as the interpreter; this
does what exeunt's verbs need, and says what is wrong with the fix.
"""

from __future__ import annotations

from ..errors import InputError, unknown
from ..model.codes import ExitCode
from ..record import KW_ONLY, Record, final, made

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, Literal

    from ..model.entry import Code, ExitCodeEntry
    from ..model.outcome import Outcome
    from ._paint import Paint

    Given = str | bool | tuple[str, ...]
    Run = Callable[["Call"], "Outcome[Any]"]
    Show = Callable[[Any, "Paint"], str]
    Danger = Literal["safe", "mutating"]
    Exits = Mapping[Code, str | ExitCodeEntry]
    Sort = Callable[["Command", Sequence[str]], "Call"]


VERBS = {
    "run": "run any command and know how it ended",
    "drive": "type at an interactive program",
    "session": "commands that go on by themselves, and wait to be answered",
    "decide": "what to do about an ending, and by which rule",
    "explain": "what an exit code means, and what to do next",
    "translate": "the same meaning in another dialect's number",
    "dialects": "the tables, side by side",
    "check": "whether a program keeps what it declares",
    "diff": "what changed between two contracts, and whom it breaks",
    "snapshot": "a program's contract, to be committed and compared",
    "journal": "what was run, and how it ended, as far as it was to be remembered",
    "schema": "JSON Schemas of what exeunt prints",
    "manifest": "a program's contract, or exeunt's own, and pages from it",
    "demo": "eight commands end, and a loop brings one to success",
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
    help: str
    choices: tuple[str, ...] = ()
    many: bool = False  # may be repeated


COMMON = (
    Option("--json", help="print one envelope; the default when piped"),
    Option(
        "--output",
        "MODE",
        help="json or text, whatever stdout is",
        choices=("json", "text"),
    ),
    Option("--help", help="show this page"),
)


@final
class Call(Record):
    """What the user asked a verb to do."""

    options: Mapping[str, Given]
    words: tuple[str, ...]

    def text(self, name: str) -> str | None:
        """Return an option's value, if it was given."""
        value = self.options.get(name)
        return value if isinstance(value, str) else None

    def texts(self, name: str) -> tuple[str, ...]:
        """Return every value of an option that may be repeated."""
        value = self.options.get(name)
        return value if isinstance(value, tuple) else ()


class Page(Record):
    """How one verb is called, for whoever asks for help."""

    name: str
    _: KW_ONLY
    summary: str
    usage: tuple[str, ...]
    options: tuple[Option, ...] = ()
    examples: tuple[tuple[str, str], ...] = ()
    least: int = 0  # arguments
    most: int | None = 0
    danger: Danger = "safe"
    exits: Exits = made(default_factory=dict)  # besides 0, 1 and 3


@final
class Command(Page):
    """One verb: its page, what it does, how its data looks to people."""

    _: KW_ONLY
    run: Run
    show: Show
    greedy: bool = False
    sort: Sort | None = None  # its own way to sort its words


def find(name: str) -> Page:
    """Return a verb by its name; its file is imported when it is asked for."""
    if not name:
        msg = "no command is given"
        raise InputError(msg, fix="write exeunt COMMAND; exeunt --help lists them")
    if name not in VERBS:
        known = (*VERBS, "help")
        if name.startswith("-"):
            known = (*(option.name for option in COMMON), "--version")
        raise unknown(name, "option" if name.startswith("-") else "command", known)
    module = __import__(f"{__package__}.{name}", fromlist=["COMMAND"])
    verb: Page = module.COMMAND
    return verb


def parse(command: Command, words: Sequence[str]) -> Call:
    """Sort a verb's words into options and arguments.

    A greedy verb takes the words of another command: from the first one that is
    neither an option nor a number. If its code came first, all the rest is theirs;
    otherwise the options after a closing number are ours.
    """
    known = {option.name: option for option in (*COMMON, *command.options)}
    options: dict[str, Given] = {}
    rest = list(words)
    found: list[str] = []
    while rest:
        word = rest.pop(0)
        if word == "--":
            found += rest
            break
        if not word.startswith("-") or word == "-" or is_number(word):
            found.append(word)
            if command.greedy and not is_number(word):
                code_first = len(found) > 1
                theirs = len(rest) if code_first else length_of_theirs(rest, known)
                found += rest[:theirs]
                del rest[:theirs]
            continue
        name, equals, value = word.partition("=")
        option = known.get(name)
        if option is None:
            raise unknown(name, "option", known)
        taken = take(option, value if equals else None, rest)
        if option.many and isinstance(taken, str):
            before = options.get(name)
            options[name] = (*(before if isinstance(before, tuple) else ()), taken)
        else:
            options[name] = taken
    if "--help" not in options:
        check_count(command, found)
    return Call(options, tuple(found))


def length_of_theirs(words: list[str], known: Mapping[str, Option]) -> int:
    """Count the words that belong to the other command and the code after it."""
    numbers = [index for index, word in enumerate(words) if is_number(word)]
    end = numbers[-1] + 1 if numbers else 0
    ours = end < len(words) and words[end].partition("=")[0] in known
    return end if ours else len(words)


def take(option: Option, value: str | None, rest: list[str]) -> str | bool:
    """Return an option's value, from behind the = or from the next word."""
    if option.metavar is None:
        if value is not None:
            msg = f"{option.name} takes no value"
            raise InputError(msg, fix=f"write {option.name} alone")
        return True
    if value is None:
        if not rest:
            msg = f"{option.name} needs a value"
            raise InputError(msg, fix=f"write {option.name} {option.metavar}")
        value = rest.pop(0)
    if option.choices and value not in option.choices:
        error = unknown(value, f"value for {option.name}", option.choices)
        error.error_code = "UNKNOWN_VALUE"
        raise error
    return value


def check_count(command: Command, words: list[str]) -> None:
    """Refuse too few or too many arguments."""
    if len(words) < command.least:
        msg = f"exeunt {command.name} needs more arguments"
        raise InputError(msg, fix=f"write {command.usage[0]}")
    if command.most is not None and len(words) > command.most:
        msg = f"{words[command.most]!r} is one argument too many"
        raise InputError(msg, fix=f"write {command.usage[0]}")


def is_number(word: str) -> bool:
    """Tell whether a word is a whole number; -9 is one, and no option."""
    return word.isascii() and word.removeprefix("-").isdigit()
