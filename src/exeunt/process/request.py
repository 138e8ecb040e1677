"""What a caller asks for → Request, or an error before anything is started."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike
    from typing import Any, NoReturn, TypedDict, Unpack

    class Flags(TypedDict, total=False):
        """What is so, or not."""

        clear_env: bool
        quiet_env: bool
        asks_json: bool
        show_secrets: bool
        reap: bool
        merge: bool
        raw: bool
        unmask: bool
        ends: bool
        split: bool


MAX_OUTPUT = 65_536  # bytes of text in a record, per stream: a page or two for a reader
MAX_LOG = 1 << 27  # bytes of a log
SHELL = "/bin/sh"
COLUMNS, ROWS = 80, 24  # of a terminal, unless the caller asks otherwise
LARGE = 65_536  # columns or rows, which the kernel keeps in two bytes
FLAGS = {  # and how each usually is
    "clear_env": False,  # nothing is inherited
    "quiet_env": True,  # nobody is asked anything
    "asks_json": False,  # the command is told that a program reads it
    "show_secrets": False,  # also those that only their names betray
    "reap": False,  # what the command left running is killed
    "merge": False,  # both streams are one
    "raw": False,  # with escape sequences
    "unmask": False,  # with keys and random text
    "ends": False,  # what is typed ends with the key for the end of input
    "split": False,  # stderr has a terminal of its own
}
LONGEST = 10 * 365 * 86_400.0  # seconds: what is longer is as good as no limit


class Request:
    """One run, checked."""

    __slots__ = (
        "words",
        "line",
        "cwd",
        "env",
        "clear_env",
        "quiet_env",
        "asks_json",
        "secrets",
        "show_secrets",
        "stdin",
        "timeout",
        "idle",
        "kill_after",
        "reap",
        "merge",
        "raw",
        "unmask",
        "max_output",
        "log",
        "max_log",
        "dialect",
        "manifest",
        "size",
        "answers",
        "ends",
        "split",
        "record",
    )

    clear_env: bool
    quiet_env: bool
    asks_json: bool
    show_secrets: bool
    reap: bool
    merge: bool
    raw: bool
    unmask: bool
    ends: bool
    split: bool

    def __init__(  # noqa: PLR0913 - as many as a run has circumstances
        self,
        words: Sequence[str | PathLike[str]],
        *,
        line: str | None = None,
        cwd: str | None = None,
        env: Mapping[str, str] | None = None,
        secrets: Sequence[str] = (),
        stdin: int | str | bytes | None = None,
        timeout: float | None = None,
        idle: float | None = None,
        kill_after: float | None = None,
        max_output: int | None = MAX_OUTPUT,
        log: str | PathLike[str] | bool = True,
        max_log: int = MAX_LOG,
        dialect: str | None = None,
        manifest: Mapping[str, object] | None = None,
        size: tuple[int, int] | None = None,
        answers: Sequence[tuple[str, bool]] = (),
        record: str | PathLike[str] | None = None,
        **flags: Unpack[Flags],
    ) -> None:
        self.words: tuple[str, ...] = tuple(check_words(words))
        self.line: str | None = line  # what was given as one string, for a shell
        self.cwd: str | None = None if cwd is None else check_text("cwd", cwd)
        self.env: dict[str, str] = check_env(env)
        self.secrets: tuple[str, ...] = check_secrets(secrets)
        self.stdin: int | str | bytes | None = stdin
        self.timeout: float | None = seconds("timeout", timeout)
        self.idle: float | None = seconds("idle", idle)
        self.kill_after: float | None = seconds("kill-after", kill_after, zero=True)
        self.max_output: int | None = (
            None if max_output is None else whole("max-output", max_output)
        )
        self.log: str | bool = log if isinstance(log, bool) else check_path("log", log)
        self.max_log: int = whole("max-log", max_log)
        self.dialect: str | None = check_dialect(dialect)
        self.manifest: Mapping[str, object] | None = check_manifest(manifest)
        # A terminal of so many columns and rows; what is typed at it, and which of it
        # is secret; where what it shows is recorded.
        self.size: tuple[int, int] | None = None if size is None else check_size(size)
        self.answers: tuple[tuple[str, bool], ...] = tuple(answers)
        self.record: str | None = (
            None if record is None else check_path("record", record)
        )
        for name, given in {**FLAGS, **flags}.items():
            setattr(self, name, flag(name, given))  # one that is none has no slot
        check_streams(self)


def changed(request: Request, **changes: Any) -> Request:
    """Copy a request with some of it changed; the changes are checked already."""
    other = Request.__new__(Request)
    for name in Request.__slots__:
        setattr(other, name, changes.get(name, getattr(request, name)))
    return other


def shell_words(line: str) -> list[str]:
    """Give a line to a shell; one that looks like an option is still a line."""
    check_text("a shell's line", line)
    return [SHELL, "-c", *(["--"] if line.startswith(("-", "+")) else []), line]


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


def check_secrets(secrets: Sequence[str]) -> tuple[str, ...]:
    """Refuse secrets that cannot be hidden; which they are is not said."""
    if not secrets:
        return ()
    if isinstance(secrets, (str, bytes)):
        refuse("secrets are a list of texts, not one", "pass [secret]")
    found = tuple(secrets)
    if not all(isinstance(secret, str) for secret in found):
        refuse("a secret is a text", "decode it first")
    from ..secrets.redact import SHORTEST  # few runs have secrets

    if any(0 < len(secret) < SHORTEST for secret in found):
        refuse(
            f"a secret of fewer than {SHORTEST} characters cannot be hidden",
            "give a longer one, or do not name it a secret",
        )
    return found


def check_size(size: tuple[int, int]) -> tuple[int, int]:
    """Refuse a terminal that no kernel has."""
    try:
        columns, rows = size
    except (TypeError, ValueError):
        refuse(f"a size is columns and rows, not {size!r}", "write (80, 24)")
    for number in (whole("size", columns), whole("size", rows)):
        if not 0 < number < LARGE:
            refuse(f"no terminal has the size {size!r}", "write (80, 24)")
    return columns, rows


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


def check_dialect(name: str | None) -> str | None:
    """Refuse a table that does not exist before anything runs."""
    if name is not None:
        from ..dialects.dialect import dialect  # few name one

        dialect(check_text("dialect", name))
    return name


def check_manifest(given: Mapping[str, object] | None) -> Mapping[str, object] | None:
    """Refuse a manifest that is still a text."""
    if given is not None and not hasattr(given, "keys"):
        refuse(f"manifest is a mapping, not {type(given).__name__}", "parse it first")
    return given


def flag(what: str, given: object) -> bool:
    """Refuse what is neither true nor false: "no" would be a yes."""
    if not isinstance(given, bool):
        refuse(f"{what} is True or False, not {given!r}", "pass a bool")
    return given


def seconds(what: str, given: float | None, *, zero: bool = False) -> float | None:
    """Refuse times that nobody can keep; a limit of many years is no limit."""
    if given is None:
        return None
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
    if isinstance(given, bool) or not isinstance(given, int):
        refuse(f"{what} is a whole number, not {given!r}", "pass an int")
    if given < 0:
        refuse(f"{what} of {given} is less than nothing", "give 0 or more")
    return given


def refuse(message: str, fix: str) -> NoReturn:
    """Raise the error that names the fix."""
    from ..errors import InputError  # on the way to an error

    raise InputError(message, fix=fix)
