"""The words after `exeunt run` → Request, or what is wrong with them."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

    from ...process.request import Flags, Request

    Options = dict[str, list[str]]  # name → what was given, in order

FAR = 20  # digits that no size has

# name → metavar (None: a switch), what it does
OPTIONS: dict[str, tuple[str | None, str]] = {
    "--json": (None, "print one record of the run, and nothing else"),
    "--envelope": (None, "the same in an envelope"),
    "--output": ("MODE", "json is --json; text is how it is without"),
    "--timeout": ("TIME", "end the command and its whole tree after 30, 1.5, 5m or 2h"),
    "--idle": ("TIME", "the same when nothing was written for so long"),
    "--kill-after": ("TIME", "from TERM to KILL; 2 seconds"),
    "--reap": (None, "kill what the command left running when it ended"),
    "--shell": ("STRING", "a line for /bin/sh instead of a command"),
    "--stdin": ("FILE", "what the command reads; - is our own stdin"),
    "--cwd": ("DIR", "where the command runs"),
    "--env": ("NAME=VALUE", "set a variable; may be repeated"),
    "--clear-env": (None, "inherit no variables"),
    "--keep-env": (None, "leave pager, browser, language and the like as they are"),
    "--secret-env": ("NAME", "never show this variable's value; may be repeated"),
    "--show-secrets": (None, "do not hide what *_TOKEN, --password and the like hold"),
    "--pty": (None, "give the command a terminal"),
    "--size": ("COLSxROWS", "of that terminal; that of ours, else 80x24"),
    "--split": (None, "stderr has a terminal of its own, and stays apart"),
    "--record": ("FILE", "what the terminal shows, for asciinema to play"),
    "--input": ("LINE", "typed when the command waits for it; may be repeated"),
    "--secret-input": ("LINE", "the same, where it is not echoed, and never shown"),
    "--detach": (None, "start the command, leave it to a session, and return"),
    "--session": ("NAME", "of that session, or of the one that a question is kept in"),
    "--from": ("FILE", "of session start: the request as JSON; - is stdin"),
    "--keep": (
        "TIME",
        "that a question waits for its answer; 1h, and 0 ends the command",
    ),
    "--retry": (None, "repeat what may be repeated, follow what moved, turn pages"),
    "--attempts": ("N", "of --retry, in all; 3"),
    "--max-wait": ("TIME", "of --retry: the longest pause; 1h"),
    "--idempotent": (None, "of --retry: doing it twice is doing it once"),
    "--refresh": ("LINE", "of --retry: for /bin/sh, once, when a token has expired"),
    "--no-store": (None, "of --retry: neither remember nor use what is remembered"),
    "--progress": (None, "of --retry: say what it waits for, at a terminal or not"),
    "--once": ("KEY", "at most once under this key; then how it ended is told again"),
    "--merge": (None, "stdout and stderr as one stream, in their order"),
    "--raw": (None, "leave escape sequences in the record"),
    "--unmask": (None, "show keys, tokens and random text in the record"),
    "--max-output": ("BYTES", "text in the record, per stream; 65536"),
    "--log": ("FILE", "where the exact bytes go; --json has a log without it"),
    "--no-log": (None, "keep no log"),
    "--dialect": ("NAME", "the table that the command's numbers are from"),
    "--quiet": (None, "no line about what a failure means"),
    "--help": (None, "show this page"),
}
TEXT = "--output text"
MANY = ("--env", "--secret-env", "--input", "--secret-input")
APART = (
    ("--json", TEXT),
    ("--envelope", TEXT),
    ("--log", "--no-log"),
    ("--merge", "--split"),
    ("--retry", "--detach"),
    ("--retry", "--session"),
    ("--retry", "--keep"),
    ("--once", "--retry"),
    ("--once", "--detach"),
)
OF_RETRY = (
    *("--attempts", "--max-wait", "--idempotent", "--refresh"),
    *("--no-store", "--progress"),
)
# What only a terminal can do, and why one may not be needed.
TERMINAL_ONLY = (("--split", "; without it, stderr is apart already"), ("--record", ""))
FIONREAD = 0x541B  # how many bytes can be read; termios would be one more import
ANSWERS = "answers"  # what is typed, in its order, each with a letter before it
TYPED = {"--input": "i", "--secret-input": "s"}
HIDEABLE = 3  # characters: what is shorter cannot be hidden, only not echoed
DRIVEN = 30.0  # seconds that `exeunt drive` gives a program unless told otherwise
UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0}


class UsageError(Exception):
    """The call itself is wrong; `fix` says how it is right."""

    def __init__(self, message: str, fix: str) -> None:
        super().__init__(message)
        self.message = message
        self.fix = fix


def wrong(message: str, fix: str) -> NoReturn:
    """Refuse the call."""
    raise UsageError(message, fix)


def parse(words: list[str], options: Options, verb: str = "run") -> list[str]:
    """Take our options; from the first other word on, everything is the command's."""
    while words and words[0].startswith("-") and words[0] != "-":
        word = words.pop(0)
        if word == "--":
            break
        name, equals, value = word.partition("=")
        name = "--help" if name == "-h" else name
        if name not in OPTIONS:
            wrong(f"{name} is no option of exeunt {verb}", nearest(name, verb))
        given = take(name, value if equals else None, words)
        if name == "--output":
            if given not in {"json", "text"}:
                wrong(f"--output {given} is no mode", "write json or text")
            name, given = (TEXT if given == "text" else "--json"), ""
        if name in options and name not in MANY and given != options[name][0]:
            wrong(f"{name} is given twice", "once is enough")
        options.setdefault(name, []).append(given)
        if name in TYPED:
            options.setdefault(ANSWERS, []).append(TYPED[name] + given)
    check_together(options, verb)
    return words


def check_together(options: Options, verb: str) -> None:
    """Refuse options that exclude each other, and those that say nothing alone."""
    for one, other in APART:
        if one in options and other in options:
            wrong(f"{one} and {other} exclude each other", "give one of the two")
    if verb == "session start" and "--retry" in options:
        wrong("a session is one run, and is not repeated", "leave --retry out")
    if verb == "session start" and "--once" in options:
        wrong("a session is started each time", "leave --once out")
    for name in () if "--retry" in options else OF_RETRY:
        if name in options:
            wrong(f"{name} says nothing without --retry", "add --retry")


def wanted(words: Sequence[str]) -> Options:
    """Guess the form that a wrong call asks for: its options are half read."""
    from itertools import pairwise  # on the way to an error

    own = words[: words.index("--")] if "--" in words else words
    found: Options = {n: [""] for n in ("--json", "--envelope") if n in own}
    if "--output=json" in own or ("--output", "json") in pairwise(own):
        found["--json"] = [""]
    return found


def secrets_of(words: Sequence[str]) -> list[str]:
    """Return the secrets of a call that may be wrong, to keep them out of the answer.

    Where an option stands does not matter: it is better to hide too much.
    """
    from itertools import pairwise  # on the way to an error

    from ...secrets.redact import SHORTEST

    after = {
        name: [
            *(w.partition("=")[2] for w in words if w.startswith(f"{name}=")),
            *(value for word, value in pairwise(words) if word == name),
        ]
        for name in MANY
    }
    names = [word.partition("=")[0] for word in after["--secret-env"]]
    pairs = [word.partition("=") for words in after.values() for word in words]
    values = [value for name, _, value in pairs if name in names]
    values += [os.environ.get(name, "") for name in names]
    values += after["--secret-input"]
    return [value for value in values if len(value) >= SHORTEST]


def take(name: str, value: str | None, words: list[str]) -> str:
    """Return an option's value, from behind the = or from the next word."""
    metavar = OPTIONS[name][0]
    if metavar is None:
        if value is not None:
            wrong(f"{name} takes no value", f"write {name} alone")
        return ""
    if value is None:
        if not words or words[0] == "--" or words[0].partition("=")[0] in OPTIONS:
            wrong(f"{name} needs a value", f"write {name} {metavar}")
        return words.pop(0)
    return value


def nearest(name: str, verb: str) -> str:
    """Suggest the option that was probably meant."""
    from ...errors import closest  # on the way to an error

    near = closest(name, OPTIONS)
    return f"did you mean {near}?" if near else f"exeunt {verb} --help lists them"


def asked(
    command: list[str], options: Options, *, driven: bool = False
) -> tuple[Request, tuple[str, ...]]:
    """Make a request of the options; a driven command is typed at."""
    from ...process.request import (  # after the words
        MAX_OUTPUT,
        Request,
        shell_words,
    )

    def last(name: str) -> str | None:
        return options[name][-1] if name in options else None

    if driven and "--" in command:
        end = command.index("--")
        options.setdefault(ANSWERS, []).extend(f"i{w}" for w in command[end + 1 :])
        command = command[:end]
    answers = [(text[1:], text[0] == "s") for text in options.get(ANSWERS, ())]
    typed = driven or bool(answers) or "--pty" in options or "--size" in options
    line = last("--shell")
    if line is not None and command:
        wrong(f"a --shell line and a command, {command[0]!r}", "give one of the two")
    if not command and line is None:
        verb = "drive" if driven else "run"
        wrong("no command is given", f"write exeunt {verb} [options] COMMAND [ARG...]")
    env = variables(options.get("--env", ()))
    secrets = secret_values(options.get("--secret-env", ()), env)
    log = last("--log")
    most = last("--max-output")
    if most is not None and not (most.isascii() and most.isdigit() and len(most) < FAR):
        wrong(f"--max-output {most} is no size", "write a number of bytes")
    stdin, warnings = (None, ()) if typed else choose_stdin(last("--stdin"))
    check_streams(options, typed=typed)
    limit = duration("--timeout", last("--timeout"))
    secrets += [text for text, secret in answers if secret and len(text) > HIDEABLE]
    request = Request(
        shell_words(line) if line is not None else command,
        line=line,
        cwd=last("--cwd"),
        env=env,
        secrets=secrets,
        stdin=stdin,
        timeout=DRIVEN if driven and limit is None else limit,
        idle=duration("--idle", last("--idle")),
        kill_after=duration("--kill-after", last("--kill-after")),
        max_output=MAX_OUTPUT if most is None else int(most),
        log=log if log is not None else "--no-log" not in options,
        dialect=last("--dialect"),
        size=terminal_size(last("--size")) if typed else None,
        answers=answers,
        record=last("--record"),
        **switches(options, ends=driven or bool(answers)),
    )
    return request, warnings


def switches(options: Options, *, ends: bool) -> Flags:
    """Return what an option alone says."""
    recorded = "--json" in options or "--envelope" in options
    return {
        "clear_env": "--clear-env" in options,
        "quiet_env": "--keep-env" not in options,
        "asks_json": recorded and "--detach" not in options,
        "show_secrets": "--show-secrets" in options,
        "reap": "--reap" in options,
        "merge": "--merge" in options,
        "raw": "--raw" in options,
        "unmask": "--unmask" in options,
        "ends": ends,
        "split": "--split" in options,
    }


def check_streams(options: Options, *, typed: bool) -> None:
    """Refuse what a terminal cannot do, and what only one can."""
    if typed and "--stdin" in options:
        wrong("--stdin and a terminal exclude each other", "type it: --input LINE")
    if typed and "--once" in options:
        wrong("--once and a terminal exclude each other", "leave --once or --pty out")
    for name, pipes in () if typed else TERMINAL_ONLY:
        if name in options:
            wrong(f"{name} needs a terminal", f"add --pty{pipes}")


def terminal_size(text: str | None) -> tuple[int, int]:
    """Read 120x40."""
    from ...process.request import COLUMNS, LARGE, ROWS  # loaded

    if text is None:
        return COLUMNS, ROWS
    columns, _, rows = text.partition("x")
    for number in (columns, rows):
        plain = number.isascii() and number.isdigit() and len(number) < FAR
        if not plain or not 0 < int(number) < LARGE:
            wrong(f"--size {text} is no size", "write 80x24")
    return int(columns), int(rows)


def variables(given: Sequence[str]) -> dict[str, str]:
    """Read NAME=VALUE words."""
    found: dict[str, str] = {}
    for word in given:
        name, equals, value = word.partition("=")
        if not name or not equals:
            wrong(f"--env {word} sets nothing", "write --env NAME=VALUE")
        found[name] = value
    return found


def secret_values(names: Sequence[str], env: dict[str, str]) -> list[str]:
    """Return the values of secret variables; NAME=VALUE sets one as well."""
    values: list[str] = []
    for word in names:
        name, equals, value = word.partition("=")
        if equals:
            env[name] = value
        found = env.get(name, os.environ.get(name))
        if found is None:
            wrong(f"--secret-env {name}: it is not set", "set the variable first")
        if found:
            values.append(found)
    return values


def counted(name: str, text: str) -> int:
    """Read a number of things, one or more."""
    plain = text.isascii() and text.isdigit() and len(text) < FAR
    if not plain or not int(text):
        wrong(f"{name} {text} is no number of times", "write 3")
    return int(text)


def duration(name: str, text: str | None) -> float | None:
    """Read 30, 1.5, 250ms, 5m or 2h."""
    if text is None:
        return None
    digits = text.rstrip("abcdefghijklmnopqrstuvwxyz")
    unit = text[len(digits) :] or "s"
    try:
        return float(text) if unit not in UNITS else float(digits) * UNITS[unit]
    except ValueError:
        wrong(f"{name} {text} is no time", "write 30, 1.5, 5m or 2h")


def choose_stdin(given: str | None) -> tuple[int | str | None, tuple[str, ...]]:
    """Say what the command reads: a person, a file; never a pipe that nobody named.

    An agent's half-open pipe, which never ends, is the first cause of hangs.
    """
    import stat  # loaded by every start-up

    if given is not None and given != "-":
        return given, ()
    mode = os.fstat(0).st_mode
    if given is not None:
        if stat.S_ISDIR(mode):  # what stands where a closed stdin was
            wrong("--stdin -, but stdin is closed", "redirect something into it")
        return 0, ()
    if stat.S_ISREG(mode) or os.isatty(0):
        return 0, ()
    if (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)) and holds_data():
        return None, (
            "stdin holds data that the command does not get; --stdin - passes it on",
        )
    return None, ()


def holds_data() -> bool:
    """Tell whether something waits on our stdin."""
    import select  # the runner needs it as well

    poll = select.poll()
    poll.register(0, select.POLLIN)
    if not any(event & select.POLLIN for _, event in poll.poll(0)):
        return False
    import fcntl  # when there may be something

    # A socket whose other end was closed counts as readable, but holds nothing.
    count = fcntl.ioctl(0, FIONREAD, b"\0\0\0\0")
    return any(count)
