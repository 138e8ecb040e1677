"""`exeunt run` → any command, run to its end; its output and number pass through.

A new switch is a row of OPTIONS, the option of a Request that it gives, and the line
that obeys it. With --json there is one record instead of output, whatever happens.
"""

from __future__ import annotations

import os

from ..argv import (
    all_words,
    duration,
    guess,
    refuse,
    size_in_bytes,
    sort,
    terminal_size,
    wants_record,
)
from ._end import (
    OUTWARDS,
    after,
    begin,
    complain,
    die_by,
    die_of_key,
    farewell,
    preserved,
    pressed,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ...process.request import Request
    from ..argv import Options

    Row = tuple[str, str, str | None, str, str, str]

FIRST, OUTPUT, LIMITS, INPUT = "", "output", "limits", "input"
TERMINAL, RETRY, RECORDS, TOLD = "terminal", "retry", "records", "telling others"
# Every option of `exeunt run`, `drive` and `session start`, in the order of their page:
# its name; the option of a Request that it gives, if it is one; a metavar, None for a
# switch; what it does; what happens without it; the group that it is shown in. A switch
# sets its option to what that usually is not.
OPTIONS: tuple[Row, ...] = (
    ("--json", "", None, "print one record of the run, and nothing else", "", FIRST),
    ("--timeout", "timeout", "TIME",
     "end the command and its tree after 30, 1.5, 5m or 2h", "never", FIRST),
    ("--shell", "shell", "LINE",
     "give a line to a shell instead of a command", "", FIRST),
    ("--cwd", "cwd", "DIR", "run the command there", "here", FIRST),
    ("--env", "env", "NAME=VALUE", "set a variable; may be repeated", "", FIRST),
    ("--secret-env", "secret_env", "NAME",
     "hide the value of this variable everywhere; may be repeated", "", FIRST),
    ("--pty", "", None, "give the command a terminal of its own",
     "ours if that is one, else pipes", FIRST),
    ("--input", "", "LINE",
     "type a line when the command waits for one; may be repeated", "", FIRST),
    ("--retry", "", None,
     "repeat what may be repeated, follow what moved, turn pages", "run once", FIRST),
    ("--help", "", None, "show this page", "", FIRST),
    ("--brief", "", None,
     "leave out of the record what is usual", "", OUTPUT),
    ("--envelope", "", None, "print the record in an envelope", "", OUTPUT),
    ("--output", "", "MODE",
     "print a record (json) or pass output through (text)", "text", OUTPUT),
    ("--merge", "merge", None,
     "make one stream of stdout and stderr, in their order", "two", OUTPUT),
    ("--explain", "", None,
     "say on stderr what a failure means", "at a terminal", OUTPUT),
    ("--for-agent", "", None,
     "say in one line what a model should know of the end, and bound the output",
     "", OUTPUT),
    ("--quiet", "", None,
     "say neither what a failure means nor that we ended the command", "", OUTPUT),
    ("--idle", "idle", "TIME",
     "end the command when it wrote nothing for so long", "never", LIMITS),
    ("--kill-after", "kill_after", "TIME",
     "wait so long from TERM to KILL", "2s", LIMITS),
    ("--signal", "signal", "NAME",
     "send this signal first at a limit, then KILL", "TERM", LIMITS),
    ("--preserve-signal", "", None,
     "die by the signal that the command died by, without a core file",
     "end with 128 and its number", LIMITS),
    ("--reap", "reap", None,
     "kill what the command left running when it ended", "leave it", LIMITS),
    ("--keep", "", "TIME",
     "keep a waiting command for TIME, then end it", "1h; 0: end it at once", LIMITS),
    ("--once", "", "KEY",
     "run the command once under this key; later calls tell how it ended", "", LIMITS),
    ("--stdin", "stdin", "FILE",
     "let the command read FILE, or our own stdin: -",
     "our own if that is a file or a terminal", INPUT),
    ("--max-input", "", "BYTES",
     "read so much for a command that runs --once, and no more", "64 MiB", INPUT),
    ("--shell-program", "shell_program", "NAME",
     "give the line of --shell to this shell", "bash, or sh where there is none",
     INPUT),
    ("--clear-env", "clear_env", None, "inherit no variables", "all", INPUT),
    ("--keep-env", "quiet_env", None,
     "leave pager, browser, language and the like as they are",
     "set so that nobody is asked, unless the command has our terminal", INPUT),
    ("--show-secrets", "show_secrets", None,
     "show what *_TOKEN, --password and the like hold", "hidden", INPUT),
    ("--secret-env-file", "secret_env_file", "FILE",
     "set the variables of this file, NAME=VALUE in each line, and hide them", "",
     INPUT),
    ("--secret-input", "", "LINE",
     "type a line where it is not echoed, and never show it; may be repeated",
     "", INPUT),
    ("--secret-input-env", "", "NAME",
     "type what this variable holds in the same way: no list of processes has it",
     "", INPUT),
    ("--secret-input-file", "", "FILE",
     "type what this file holds in the same way, without its last line's end",
     "", INPUT),
    ("--size", "size", "COLSxROWS",
     "give the terminal this size", "that of ours, else 80x24", TERMINAL),
    ("--patience", "", "TIME",
     "keep a command, too, that has been likely to wait for so long",
     "3s; 0: let it run on", TERMINAL),
    ("--split", "split", None,
     "give stderr a terminal of its own", "one for both", TERMINAL),
    ("--record", "record", "FILE",
     "write what the terminal shows, for asciinema to play", "", TERMINAL),
    ("--detach", "", None,
     "start the command, leave it to a session, and return", "", TERMINAL),
    ("--session", "", "NAME",
     "name the session of --detach, or of a question that is kept",
     "made up", TERMINAL),
    ("--attempts", "", "N", "run the command at most so often", "3", RETRY),
    ("--max-wait", "", "TIME", "pause no longer than this", "1h", RETRY),
    ("--idempotent", "", None,
     "promise that doing it twice is doing it once", "", RETRY),
    ("--retry-on", "", "LIST",
     "repeat these endings as they are: 1,64-78,signal,timeout,idle", "", RETRY),
    ("--follow", "", "WHOM",
     "follow no redirect, those that a manifest vouches for (adopted), or any",
     "adopted", RETRY),
    ("--attempt-output", "", "WHICH",
     "let stdout of all attempts leave as it comes, or of the last alone",
     "all at a terminal, else last", RETRY),
    ("--refresh", "", "LINE",
     "give /bin/sh this line, once, when a token has expired", "", RETRY),
    ("--no-store", "", None, "neither remember nor use what is remembered", "", RETRY),
    ("--progress", "", None,
     "say which attempt this is, with --json or --quiet too", "", RETRY),
    ("--name", "name", "NAME", "name the run's row in the journal", "", RECORDS),
    ("--no-journal", "journal", None,
     "leave no row in the journal", "one that exeunt journal lists", RECORDS),
    ("--raw", "raw", None, "leave escape sequences in the record", "removed", RECORDS),
    ("--unmask", "unmask", None,
     "show keys, tokens and random text in the record", "masked", RECORDS),
    ("--max-output", "max_output", "BYTES",
     "keep so much text in the record, per stream", "65536", RECORDS),
    ("--log", "log", "FILE",
     "write the exact bytes there", "a private file, with --json", RECORDS),
    ("--no-log", "log", None, "keep no log", "", RECORDS),
    ("--dialect", "dialect", "NAME",
     "read the number by this table", "the best known", RECORDS),
    ("--on-failure", "", "LINE",
     "give sh this line when it failed or may have, with the record on stdin",
     "", TOLD),
    ("--answers-fail", "", None,
     "do so after the answers no and findings, too", "", TOLD),
    ("--events", "", "FILE",
     "append a line of JSON there when it starts, ends and is repeated", "", TOLD),
    ("--metrics", "", "FILE",
     "count it in FILE, which Prometheus reads", "", TOLD),
    ("--otel", "", None,
     "send a span of it by OpenTelemetry (needs exeunt[otel])", "", TOLD),
)  # fmt: skip
KNOWN = {row[0]: row[2] for row in OPTIONS}
# What the value of an option is, by its metavar; others are a text.
VALUES: dict[str, Callable[[str, str], object]] = {
    "TIME": duration,
    "BYTES": size_in_bytes,
    "COLSxROWS": terminal_size,
}
HEEDED = frozenset(row[0] for row in OPTIONS if row[-1] == TOLD)
JSON = {"--json": [""]}  # goes with itself, and is what most programs say
HIDEABLE = 3  # characters: what is shorter cannot be hidden, only not echoed
DRIVEN = 30.0  # seconds that `exeunt drive` gives a program unless told otherwise


def main(words: Sequence[str], *, driven: bool = False) -> int:
    """Run what the words say and return the number to leave with."""
    verb = "drive" if driven else "run"
    fill_gaps()
    try:
        options, command = sort(words, KNOWN, verb, all_words)
    except Exception as error:  # noqa: BLE001 - told, not thrown
        return misused(error, guess(words), words)
    if "--help" in options:
        from .._screen import show_page  # for people
        from ..verbs import find

        return show_page(find(verb))
    try:
        return run_asked(*asked(command, options, verb), options)
    except Exception as error:  # noqa: BLE001 - as above
        return misused(error, options, words)


def misused(error: Exception, options: Options, words: Sequence[str]) -> int:
    """Say what is wrong with the call, in the form that was asked for."""
    from ._misuse import refuse_call  # on the way to an error

    return refuse_call(error, options, words)


def run_asked(request: Request, warnings: tuple[str, ...], options: Options) -> int:
    """Run in the way that the options ask for."""
    if not HEEDED.isdisjoint(options):
        from ._heeded import heed  # for who is to be told

        heed(request, options)
    if "--once" in options:
        from ._once import run_once  # it remembers

        return run_once(request, warnings, options)
    if "--retry" in options:
        from ._retry import run_retried  # it remembers

        return run_retried(request, warnings, options)
    if request.size is not None or "--detach" in options:
        from ._kept import run_kept  # it may outlive us

        return run_kept(request, warnings, options)
    if wants_record(options):
        from ._record import record  # it reads the ending

        return record(request, warnings, options)
    for warning in () if "--quiet" in options else warnings:
        complain(warning)
    return pass_through(request, options)


def fill_gaps() -> None:
    """Have something behind 0, 1 and 2, or a pipe of ours would be taken for them.

    A directory can neither be written nor read, like what is closed.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open("/", os.O_RDONLY | os.O_CLOEXEC)  # the lowest number that is free


def pass_through(request: Request, options: Options) -> int:
    """Run with our own streams; return the command's number."""
    from ...process.flow import Running  # after the words

    front = None
    if os.isatty(0) and os.isatty(1):
        from ...process.foreground import hand_over  # for a person

        front = hand_over(request)
    if front is None and request.log is True:  # a log of the caller's has two files
        from ...process.joined import are_joined  # where output passes through

        request.merge = request.merge or are_joined(1, 2)
    running = Running(request, shown=OUTWARDS, recorded="never")
    running.streams.foreground = front
    if "--for-agent" in options:
        from ._agent import bound  # for who asks

        bound(running)
    begin(running)
    if "--for-agent" in options:
        from ...process.bounded import finish  # as above

        finish(running)
    running.finish()
    code = farewell(running, options)
    after(running)
    number = running.report.signal or preserved(options, *running.report.verdict()[:2])
    if number:
        return die_by(number)
    key = pressed(running)
    return die_of_key(key) if key else code


# -- words → a request


def asked(
    command: list[str], options: Options, verb: str = "run"
) -> tuple[Request, tuple[str, ...]]:
    """Make a request of the options, and what is to be warned of."""
    from ...process.request import COLUMNS, ROWS, Request  # after the words
    from ...process.streams import choose_stdin

    driven = verb == "drive"
    if driven and "--" in command:
        end = command.index("--")
        options.setdefault("--input", []).extend(command[end + 1 :])
        command = command[:end]
    typed = driven or any(name in options for name in ("--input", "--pty", "--size"))
    check_command(command, options, verb)
    if options not in ({}, JSON):
        from ._together import check_together  # for who gives any

        check_together(options, verb, typed=typed)
    given: dict[str, Any] = {
        row[1]: value_of(row, options[row[0]])
        for row in (OPTIONS if options else ())
        if row[1] and row[0] in options
    }
    given["env"] = variables(options.get("--env", ()))
    if "--secret-env" in options:
        given["secret_env"] = secret_names(options["--secret-env"], given["env"])
    given["asks_json"] = wants_record(options) and "--detach" not in options
    if driven:
        given.setdefault("timeout", DRIVEN)
    if not typed:
        given["stdin"], warnings = choose_stdin(given.get("stdin"))
        return named(Request(command or None, **given), verb), warnings
    given.setdefault("size", (COLUMNS, ROWS))
    secret = options.get("--secret-input", ())
    given["secrets"] = [text for text in secret if len(text) > HIDEABLE]
    if driven or "--input" in options:
        given["inputs"] = options.get("--input", ())
    request = Request(command or None, **given)
    # A short secret cannot be hidden: it is only typed where it is not echoed.
    request.answers = tuple([(text, text in secret) for text in request.inputs or ()])
    return named(request, verb), ()


def named(request: Request, verb: str) -> Request:
    """Note by which verb a run was asked for."""
    request.kind = verb.partition(" ")[0]
    return request


def value_of(row: Row, texts: list[str]) -> object:
    """Read what was given to an option."""
    from ...process.request import Request  # loaded by then

    _, field, metavar, *_ = row
    if metavar is None:
        return not getattr(Request, field)
    read = VALUES.get(metavar)
    return texts[-1] if read is None else read(row[0], texts[-1])


def check_command(command: list[str], options: Options, verb: str) -> None:
    """Refuse a call without a command, and one with two."""
    if "--shell" in options:
        if command:
            what = f"a --shell line and a command, {command[0]!r}"
            refuse(what, "give one of the two")
    elif not command:
        fix = f"write exeunt {verb} [options] COMMAND [ARG...]"
        refuse("no command is given", fix)


def variables(given: Sequence[str]) -> dict[str, str]:
    """Read NAME=VALUE words."""
    found: dict[str, str] = {}
    for word in given:
        name, equals, value = word.partition("=")
        if not name or not equals:
            refuse(f"--env {word} sets nothing", "write --env NAME=VALUE")
        found[name] = value
    return found


def secret_names(given: Sequence[str], env: dict[str, str]) -> list[str]:
    """Read the names of secret variables; NAME=VALUE sets one as well."""
    names: list[str] = []
    for word in given:
        name, equals, value = word.partition("=")
        if equals:
            env[name] = value
        elif name not in env and name not in os.environ:
            refuse(f"--secret-env {name}: it is not set", "set the variable first")
        names.append(name)
    return names


def __getattr__(name: str) -> Any:
    """Make the verb's page when it is asked for: running needs none."""
    if name != "COMMAND":
        raise AttributeError(name)
    from ._page import make  # for people

    return make()
