"""What a caller asks for → Request, or an error before anything is started.

`exeunt.Request(...)`, `run()`, `call()` and `exeunt session start --from` take the same
options by the same names: those of `Options`.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from os import PathLike
    from typing import Any, NoReturn, TypedDict, Unpack

    from ..secrets.redact import Known

    class Options(TypedDict, total=False):
        """What a request takes besides the words of the command."""

        shell: str | None
        shell_program: str | None
        cwd: str | PathLike[str] | None
        env: Mapping[str, str] | None
        clear_env: bool
        quiet_env: bool
        asks_json: bool
        secrets: Iterable[str]
        secret_env: Iterable[str]
        secret_env_file: str | PathLike[str] | None
        secret_input_env: Iterable[str]
        secret_input_file: Iterable[str | PathLike[str]]
        show_secrets: bool
        input: bytes | str | None
        stdin: int | str | PathLike[str] | None
        timeout: float | None
        idle: float | None
        kill_after: float | None
        signal: str
        reap: bool
        merge: bool
        raw: bool
        unmask: bool
        max_output: int | None
        log: str | PathLike[str] | bool
        max_log: int
        dialect: str | None
        manifest: Mapping[str, object] | None
        pty: bool
        size: tuple[int, int] | None
        inputs: Iterable[str] | None
        split: bool
        record: str | PathLike[str] | None
        name: str | None
        journal: bool
        tag: object


MAX_OUTPUT = 65_536  # bytes of text in a record, per stream: a page or two for a reader
MAX_LOG = 1 << 27  # bytes of a log
COLUMNS, ROWS = 80, 24  # of a terminal, unless the caller asks otherwise
LONGEST = 10 * 365 * 86_400.0  # seconds: what is longer is as good as no limit


class Request:
    """The words of a command, or a line for a shell, and the options of its run.

    `size` gives it a terminal, and so does `inputs`: lines that are typed when they are
    wanted, those among the `secrets` only where they are not echoed; after them, what
    `secret_input_env` and `secret_input_file` name. With `asks_json` a program that was
    adopted answers with its envelope.
    """

    words: tuple[str, ...]
    env: dict[str, str]
    shell: str | None = None  # the line, if the words are those of a shell
    shell_program: str | None = None  # its name or path; bash, or sh without one
    cwd: str | None = None
    clear_env = False  # nothing is inherited
    quiet_env = True  # nobody is asked anything
    asks_json = False  # the command is told that a program reads it
    secrets: tuple[str, ...] = ()
    show_secrets = False  # also those that only their names betray
    stdin: int | str | bytes | None = None  # a descriptor, a file's name, or all of it
    timeout: float | None = None
    idle: float | None = None
    kill_after: float | None = None
    signal: int = 15  # the first one at a limit, given by its name
    reap = False  # what the command left running is killed
    merge = False  # both streams are one
    raw = False  # with escape sequences
    unmask = False  # with keys and random text
    max_output: int | None = MAX_OUTPUT
    log: str | bool = True
    max_log: int = MAX_LOG
    dialect: str | None = None
    manifest: Mapping[str, object] | None = None
    pty = False  # it has a terminal, of the usual size unless `size` says more
    size: tuple[int, int] | None = None  # columns and rows of a terminal
    inputs: tuple[str, ...] | None = None  # lines that are typed, and then the end
    answers: tuple[tuple[str, bool], ...] = ()  # each of them, and whether it is secret
    split = False  # stderr has a terminal of its own
    record: str | None = None  # the file that shows what the terminal showed
    name: str | None = None  # of its row in the journal
    journal = True  # it leaves a row there
    tag: object = None  # the caller's own, for its record
    kind = "library"  # who asked for it, in that row
    is_heard = True  # the commands of a line are listened to, if it is one
    exactly = False  # the directory has no links: one that has become one is refused
    left_log: str | None = None  # "kept": one of what it leaves, without one of its own
    lease: str | None = None  # a file by which others know that it is under way
    cell: Mapping[str, Any] | None = None  # where nothing that it does lands
    unset: tuple[str, ...] = ()  # variables that it does not inherit

    def __init__(
        self,
        words: Sequence[str | PathLike[str]] | None = None,
        **options: Unpack[Options],
    ) -> None:
        if "line" in options or "answers" in options:
            from ._former import renamed  # few still write so

            words, options = renamed(words, options)
        for name, given in options.items():
            if name not in TOGETHER:
                setattr(self, name, checker(name)(name, given))
        self.known: dict[bool, Known | None] = {}
        self.env = check_env(options.get("env"))
        typed: list[str] = []
        if not SECRET.isdisjoint(options):
            from ._secrets import Given  # few requests have any

            given = {name: list_of(name, options.get(name)) for name in SECRET}
            found = Given(given, self.env, self.timeout)
            self.env, self.secrets, typed = found.env, found.secrets, found.typed
        self.shell = options.get("shell")
        self.words = chosen(words, self)
        inputs = options.get("inputs")
        if inputs is not None or typed:
            self.inputs = (*check_inputs(inputs or ()), *typed)
            secret = {*self.secrets, *typed}
            self.answers = tuple([(one, one in secret) for one in self.inputs])
        if self.inputs is not None or self.pty:
            self.size = self.size or (COLUMNS, ROWS)
        given, stdin = options.get("input"), options.get("stdin")
        self.stdin = source(given, stdin, at_terminal=self.size is not None)
        check_streams(self)

    @property
    def ends(self) -> bool:
        """Whether the key for the end of input is typed after the lines."""
        return self.inputs is not None

    @property
    def is_noted(self) -> bool:
        """Whether its run leaves a row in the journal."""
        return self.journal and os.environ.get("EXEUNT_JOURNAL") != "0"


def changed(request: Request, **changes: Any) -> Request:
    """Copy a request with some of it changed; the changes are checked already."""
    other = Request.__new__(Request)
    vars(other).update(vars(request), known={}, **changes)
    return other


def chosen(
    words: Sequence[str | PathLike[str]] | None, request: Request
) -> tuple[str, ...]:
    """Return the words of a command, or those of a shell that gets a line."""
    if (words is None) is (request.shell is None):
        refuse("give the words of a command, or shell=", "one of the two")
    if request.shell is not None:
        from .shells import shell_words  # for a line alone

        line = check_text("a shell's line", request.shell)
        return shell_words(line, request.shell_program, request.env)
    return tuple(check_words(words or ()))


def check_words(words: Sequence[str | PathLike[str]]) -> list[str]:
    """Refuse a command that no kernel would take."""
    if isinstance(words, (str, bytes)):
        refuse(
            "a command is a list of words, not one text",
            'pass ["git", "status"], or shell="git status"',
        )
    try:
        found: list[Any] = list(words)
    except TypeError:
        refuse(f"{words!r} is no list of words", 'pass ["git", "status"]')
    if not found:
        refuse("no command is given", "write exeunt run [options] COMMAND [ARG...]")
    return [check_path("an argument", word) for word in found]


def check_path(what: str, given: str | PathLike[str]) -> str:
    """Refuse what is neither a text nor a path."""
    try:
        text = os.fspath(given)
    except TypeError:
        refuse(f"{what} is a text, not {given!r}", "pass a str or a path")
    return check_text(what, text)


def check_text(what: str, text: str) -> str:
    """Refuse what is no text, or none that a kernel takes."""
    if not isinstance(text, str):
        refuse(f"{what} is a text, not {text!r}", "pass a str")
    if "\0" in text:
        refuse(f"{what} holds a NUL character", "no command can be given one")
    try:
        os.fsencode(text)
    except UnicodeEncodeError:
        refuse(f"{what} holds half a character", "decode it with os.fsdecode()")
    return text


def check_env(env: Mapping[str, str] | None) -> dict[str, str]:
    """Refuse names and values that an environment cannot hold."""
    try:
        found = dict(env or {})
    except (TypeError, ValueError):
        refuse(f"{env!r} is no environment", 'pass {"NAME": "value"}')
    for name, value in found.items():
        check_text("a variable's name", name)
        if not name or "=" in name:
            refuse(f"{name!r} is no name of a variable", "write NAME=VALUE")
        if not isinstance(value, str):
            refuse(f"the value of {name} is no text", "pass a str")
        check_text(f"the value of {name}", value)
    return found


def check_inputs(inputs: Iterable[str]) -> tuple[str, ...]:
    """Refuse what cannot be typed."""
    return tuple([check_text("an input", one) for one in listed("inputs", inputs)])


def list_of(name: str, given: Any) -> list[Any]:
    """Return what is given to an option that names secrets; one file may be one."""
    if name == "secret_env_file":
        return [] if given is None else [given]
    return listed(name, given or ())


def listed(what: str, given: Iterable[str]) -> list[str]:
    """Refuse one text where a list of them is meant: its letters would be taken."""
    if isinstance(given, (str, bytes)):
        refuse(f"{what} is a list of texts, not one", f"pass [{what}]")
    return list(given)


def source(
    given: bytes | str | None,
    stdin: int | str | PathLike[str] | None,
    *,
    at_terminal: bool,
) -> int | str | bytes | None:
    """Return what the command reads: bytes, or a descriptor, or a file's name."""
    if given is None and stdin is None:
        return None
    if at_terminal:
        refuse("a terminal is typed at, and reads nothing else", "pass inputs=[...]")
    if given is None:
        if isinstance(stdin, bool):
            refuse("stdin is a file or a descriptor", "leave it out for nothing")
        return (
            stdin
            if stdin is None or isinstance(stdin, int)
            else check_path("stdin", stdin)
        )
    if stdin is not None:
        refuse("input= and stdin= are both given", "one of the two")
    if isinstance(given, str):
        try:
            return given.encode()
        except UnicodeEncodeError:
            refuse("input holds half a character", "pass bytes")
    if not isinstance(given, (bytes, bytearray, memoryview)):
        refuse(f"input is bytes or a text, not {given!r}", "stdin= takes a file")
    return bytes(given)


def check_streams(request: Request) -> None:
    """Refuse what only a terminal can do; one terminal is one stream."""
    given = (("split", request.split), ("record", request.record))
    for name, wanted in given if request.size is None else ():
        if wanted:
            refuse(f"{name} needs a terminal", "pass size=(80, 24), or leave it out")
    if request.size is not None:
        request.merge = not request.split
    if request.record is not None and request.record == request.log:
        refuse("the log and the recording are one file", "give them two names")


def rare(name: str, given: Any) -> Any:
    """Check an option that few give."""
    from . import _checks

    return getattr(_checks, name)(name, given)


def rare_text(name: str, given: str | None) -> Any:
    """Check an option that few give, and that is a text."""
    return rare(name, given if given is None else check_text(name, given))


def check_log(name: str, given: str | PathLike[str] | bool) -> str | bool:
    """Refuse what is neither a file nor a word on whether there is one."""
    return given if isinstance(given, bool) else check_path(name, given)


def optional_path(name: str, given: str | PathLike[str] | None) -> str | None:
    """Refuse what is neither a text nor a path, nor nothing."""
    return None if given is None else check_path(name, given)


def optional_size(name: str, given: int | None) -> int | None:
    """Refuse what is no number of things; None is no limit."""
    return None if given is None else whole(name, given)


def flag(what: str, given: object) -> bool:
    """Refuse what is neither true nor false: "no" would be a yes."""
    if not isinstance(given, bool):
        refuse(f"{what} is True or False, not {given!r}", "pass a bool")
    return given


def seconds(what: str, given: float | None) -> float | None:
    """Refuse times that nobody can keep; a limit of many years is no limit."""
    if given is None:
        return None
    what, zero = what.replace("_", "-"), what == "kill_after"
    if isinstance(given, bool) or not isinstance(given, (int, float)):
        refuse(f"{what} is a number of seconds, not {given!r}", "write 30 or 1.5")
    if given != given or given < 0 or (given == 0 and not zero):  # noqa: PLR0124 - NaN
        refuse(
            f"{what} of {given:g} seconds cannot be kept",
            "give a positive number, or leave it out for no limit",
        )
    if given > LONGEST:
        return LONGEST if zero else None
    return float(given)


def whole(what: str, given: int) -> int:
    """Refuse what is no number of things."""
    what = what.replace("max_", "max-")  # as on the command line
    if isinstance(given, bool) or not isinstance(given, int):
        refuse(f"{what} is a whole number, not {given!r}", "pass an int")
    if given < 0:
        refuse(f"{what} of {given} is less than nothing", "give 0 or more")
    return given


def refuse(message: str, fix: str) -> NoReturn:
    """Raise the error that names the fix."""
    from ..errors import InputError  # on the way to an error

    raise InputError(message, fix=fix)


# Options that are made of others, and what a value must be; all others are switches.
SECRET = {
    *("secrets", "secret_env", "secret_env_file"),
    *("secret_input_env", "secret_input_file"),
}
TOGETHER = {"shell", "env", "input", "stdin", "inputs", *SECRET}
CHECKS: dict[str, Callable[[str, Any], object]] = {
    "cwd": optional_path,
    "shell_program": optional_path,
    "timeout": seconds,
    "idle": seconds,
    "kill_after": seconds,
    "max_output": optional_size,
    "log": check_log,
    "max_log": whole,
    "dialect": rare_text,
    "manifest": rare,
    "name": rare_text,
    "size": rare,
    "signal": rare,
    "record": optional_path,
    "tag": lambda _, given: given,
}


def checker(name: str) -> Callable[[str, Any], object]:
    """Return the check of an option; TypeError for a name that is none."""
    if name in CHECKS:
        return CHECKS[name]
    if not isinstance(getattr(Request, name, None), bool):
        msg = f"request() got an unexpected keyword argument {name!r}"
        raise TypeError(msg)
    return flag
