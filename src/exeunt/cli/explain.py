"""A code, or a command and its code → what it means and what to do next."""

from __future__ import annotations

from ..deciding.advice import RETRY_WORDS, explained, oddities
from ..dialects.decode import decode
from ..dialects.dialect import DEFAULT, Dialect, dialect, dialect_names
from ..model.codes import ExitCode, Retryable
from ..model.ending import (
    HIGHEST_STATUS,
    LAST_SIGNAL,
    Ending,
    Exited,
    Signaled,
    from_shell,
)
from ..model.outcome import Done, Outcome
from ..model.row import Certainty
from .argv import is_number, refuse
from .verbs import GONE, Call, Command, Option, metavars

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..dialects.reading import Reading
    from ..errors import InputError, UnknownName
    from ._paint import Paint

UNIVERSAL = (0, 126, 127)  # the shell's own, whatever the tool


def run(call: Call) -> Outcome[dict[str, Any]]:
    """Explain a code in a dialect, or the code of a command."""
    line, named = call.text("--shell"), call.text("--dialect")
    code, argv = split(call.words)
    if line is not None and (argv or not line.strip()):
        msg = "--shell takes the whole command line as one word"
        refuse(msg, "quote it: --shell 'a && b' 1")
    envelope = call.text("--envelope")
    if envelope is not None:
        return Done(explained(of_envelope(from_word(code), argv, named, envelope)))
    if argv or line:
        if named is not None:
            msg = "a tool has its own table, so --dialect says nothing here"
            refuse(msg, "leave out --dialect, or the command")
        return Done(explained(of_command(from_word(code), argv, line)))
    table = dialect(named or DEFAULT)
    reading = of_code(code, table)
    return Done(explained(reading), warnings=blurred(code, reading, table))


def greedy(found: list[str], rest: list[str]) -> int:
    """Count the words that are the tool's: from the first that is no number.

    If its code came first, all the rest is the tool's; otherwise the options after a
    closing number are ours.
    """
    if is_number(found[-1]) or len(found) > 1:
        return 0 if is_number(found[-1]) else len(rest)
    numbers = [index for index, word in enumerate(rest) if is_number(word)]
    end = numbers[-1] + 1 if numbers else 0
    ours = end < len(rest) and rest[end].partition("=")[0] in metavars(COMMAND)
    return end if ours else len(rest)


def split(words: Sequence[str]) -> tuple[str, list[str]]:
    """Find the code: the first word if it is a number, otherwise the last."""
    first, *rest = words
    if not rest or is_number(first):
        return first, rest
    *argv, last = words
    return last, argv


def of_code(word: str, table: Dialect) -> Reading:
    """Read a number or a name in a dialect."""
    if not is_number(word):
        return decode(table, named(word, table))
    ending = from_word(word)
    in_table = isinstance(ending, Signaled) and ending.shell_code in table.rows
    return decode(table, Exited(ending.shell_code) if in_table else ending)


def blurred(word: str, reading: Reading, table: Dialect) -> list[str]:
    """Warn that a dialect has no number for the asked name alone."""
    name = word.upper()
    if name not in ExitCode.__members__ or name == reading.name:
        return []
    return [f"{table.name} says {name} by {reading.number}, and reads it as this"]


def of_envelope(
    ending: Ending, argv: Sequence[str], table: str | None, path: str
) -> Reading:
    """Read a code together with the envelope that came with it."""
    from ..dialects.outcome_of import no_envelope  # only with --envelope
    from ..reading.read import read
    from ._files import read_bytes

    document = read_bytes(path)
    on_stderr = table is not None and dialect(table).fails_on == "stderr"
    streams = (b"", document) if on_stderr and ending.shell_code else (document, b"")
    reading = read(ending, *streams, argv=argv, dialect=table)
    if reading.envelope is None:
        raise no_envelope(reading.anomalies)
    return reading


def of_command(ending: Ending, argv: Sequence[str], line: str | None) -> Reading:
    """Read the ending of a real command by its own table."""
    from ..reading.read import read  # the atlas, when a tool is named

    reading = read(ending, argv=argv, line=line)
    if reading.dialect == "atlas" or not isinstance(ending, Exited):
        return reading
    if ending.code in UNIVERSAL:
        return reading
    from .. import atlas

    if line is not None:
        return reading
    if not atlas.knows(argv):
        raise unknown_tool(argv[0], ending.code)
    if reading.certainty is not Certainty.GUESS:
        return reading
    return reading.replace(
        tool=argv[0], meaning=f"the manual of {argv[0]} gives {ending.code} no meaning"
    )


def unknown_tool(name: str, code: int) -> UnknownName:
    """Make the error for a tool that no table describes."""
    from .. import atlas
    from ..errors import UnknownName, did_you_mean  # on the way to an error

    near = did_you_mean(name, atlas.tools())
    fix = f"{near} Otherwise " if near else ""
    return UnknownName(
        f"no table describes {name!r}",
        fix=f"{fix}exeunt explain --dialect shell {code} tells the convention, and a "
        "TOML table of your own teaches exeunt the tool",
        error_code="UNKNOWN_TOOL",
    )


def from_word(word: str) -> Ending:
    """Read a typed number: -9 is signal 9, 137 probably is, 300 is nothing."""
    if not is_number(word):
        raise not_a_code(word)
    too_long = len(word) > len("-255") + 1  # int() of a novel is slow, then refused
    if too_long or not -LAST_SIGNAL <= int(word) <= HIGHEST_STATUS:
        msg = f"{word[:12]} is not an exit code: a process reports 0 to 255"
        refuse(msg, "give a number in that range, or -9 for signal 9")
    return from_shell(int(word))


def named(word: str, table: Dialect) -> Ending:
    """Find a code by name: RATE_LIMITED, EX_TEMPFAIL, SIGTERM."""
    name = word.upper()
    if name in ExitCode.__members__:
        return Exited(table.numbers[ExitCode[name]])
    for row in table.rows.values():
        if row.name.upper() == name:
            return Exited(row.number)
    if name.startswith("SIG"):
        import signal  # builds enums; only when one is named

        if name in signal.Signals.__members__:
            return Signaled(signal.Signals[name].value)
    raise not_a_code(word)


def not_a_code(word: str) -> InputError:
    """Make the error for a word that is no code."""
    from .. import atlas  # on the way to an error
    from ..errors import InputError, did_you_mean

    near = did_you_mean(word, ExitCode.__members__)
    fix = near or "give 0-255, -N for signal N, or a name"
    if word and atlas.knows([word]):
        fix = f"add the code that it ended with: exeunt explain {word} 1"
    return InputError(f"{word!r} is not an exit code", fix=fix)


COLOURS = {
    "success": "green",
    "execution": "red",
    "auth": "red",
    "resource": "yellow",
    "input": "yellow",
    "infrastructure": "yellow",
    "routing": "cyan",
}


def show(data: dict[str, Any], paint: Paint) -> str:
    """Show an explanation to a person."""
    from ._paint import visible  # for people alone

    group = data["group"]
    colour = COLOURS.get(group, "yellow")
    verdict = data["verdict"]
    told = f", verdict: {verdict}" if verdict not in {"done", "failed"} else ""
    where = data.get("tool") or data["dialect"]
    retry = data["retryable"] and RETRY_WORDS[Retryable(data["retryable"])]
    if data["repeat_identical"]:
        retry = f"{retry}, the same call"
    name = paint(visible(data["name"]), colour, "bold")
    head = f"{paint(visible(where), 'dim')} {data['code']}  {name}"
    rows = paint.fields(
        (
            ("means", sentence(data["meaning"], where)),
            ("retry", retry or ""),
            ("effects", data["side_effects"]),
            ("next", f"{data['action']}: {data['advice']}"),
            ("known by", f"{data['certainty']}: {data['source']}"),
            ("but", oddities(data["anomalies"])),
        )
    )
    return f"{head}{told}\n{rows}"


def sentence(text: str, tool: str = "") -> str:
    """Write a table's phrase as a sentence; a tool keeps its small letter."""
    ended = text if text.endswith((".", "!", "?")) else f"{text}."
    named = bool(tool) and ended.startswith(tool.split(maxsplit=1)[0])
    return ended if named else ended[:1].upper() + ended[1:]


COMMAND = Command(
    "explain",
    summary="Say what an exit code means and what to do next.",
    usage=(
        "exeunt explain [--dialect NAME] CODE",
        "exeunt explain CODE TOOL ARG…      (or: exeunt explain -- TOOL ARG… CODE)",
        "exeunt explain --shell 'LINE' CODE",
    ),
    options=(
        Option(
            "--dialect",
            "NAME",
            help="read by this table: " + ", ".join(dialect_names()),
            usual="agent-spec",
        ),
        Option("--shell", "LINE", help="name the line that ended: 'a && b | c'"),
        Option(
            "--envelope",
            "FILE",
            help="read what it printed, - for stdin; the dialect is detected",
        ),
    ),
    examples=(
        ("exeunt explain 11", "a code of the default dialect"),
        ("exeunt explain --dialect murli 6", "the same number means something else"),
        ("exeunt explain 1 grep -q x file", "a real tool; the code first …"),
        ("exeunt explain -- grep -q x file 1", "… or last"),
        ("exeunt explain -9", "killed by signal 9"),
    ),
    exits=GONE,
    run=run,
    show=show,
    least=1,
    most=None,
    theirs=greedy,
)
