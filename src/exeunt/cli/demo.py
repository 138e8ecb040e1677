"""A tour → one number in every table, real endings, one outcome in three tongues."""

from __future__ import annotations

from ..dialects._decode import decode
from ..dialects._dialect import dialect, dialect_names, encode
from ..dialects._read import read
from ..ending import (
    Ending,
    Exited,
    Signaled,
    TimedOut,
    Unstarted,
    from_returncode,
)
from ..outcome._codes import ExitCode
from ..outcome._detail import ErrorDetail
from ..outcome._outcome import Done, Failed
from ._advice import advised
from ._command import Call, Command
from ._paint import wrap
from .explain import sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..outcome._outcome import Outcome
    from ._paint import Paint

NUMBER = 2  # no number is read in more ways
SPOKEN = ("agent-spec", "murli", "holon")
PATIENCE = 1.0  # seconds; what the one slow command of the tour is given
COMMANDS = (
    ("grep -q needle /dev/null", ["grep", "-q", "needle", "/dev/null"]),
    ("diff /dev/null /etc/passwd", ["diff", "/dev/null", "/etc/passwd"]),
    ("sh -c 'exit 75'", ["sh", "-c", "exit 75"]),
    ("sh -c 'kill -TERM $$'", ["sh", "-c", "kill -TERM $$"]),
    ("sleep 60, watched for 1 s", ["sleep", "60"]),
    ("exeunt-no-such-tool", ["exeunt-no-such-tool"]),
)


def run(call: Call) -> Outcome[dict[str, Any]]:  # noqa: ARG001 - takes no options
    """Collect the three parts of the tour."""
    return Done(
        {
            "number": NUMBER,
            "tables": [one_table(name) for name in dialect_names()],
            "endings": [one_ending(shown, argv) for shown, argv in COMMANDS],
            "outcome": [one_tongue(name) for name in SPOKEN],
        }
    )


def one_table(name: str) -> dict[str, Any]:
    """Read the number of the tour in one dialect."""
    reading = decode(dialect(name), Exited(NUMBER))
    return {"dialect": name, "name": reading.name, "meaning": reading.meaning}


def one_ending(shown: str, argv: list[str]) -> dict[str, Any]:
    """Run a command and read how it ended."""
    ending, stdout, stderr = watch(argv)
    reading = read(ending, stdout, stderr, argv=argv)
    action, advice = advised(reading)
    return {
        "command": shown,
        "ending": in_words(ending),
        "reading": reading.as_dict(),
        "action": action.value,
        "advice": advice,
    }


def in_words(ending: Ending) -> str:
    """Say what the operating system saw."""
    match ending:
        case Exited(code):
            return f"exited with {code}"
        case Signaled():
            return f"killed by {ending.name}"
        case TimedOut(after):
            return f"still running after {after:g} s"
        case Unstarted(why):
            return f"never ran: {why.replace('_', ' ')}"


def watch(argv: list[str]) -> tuple[Ending, bytes, bytes]:
    """Run a short command to its end."""
    import subprocess  # noqa: PLC0415 - 11 ms, only here

    try:
        done = subprocess.run(  # noqa: S603 - the tour's own fixed commands
            argv,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE if argv[0] == "sleep" else 10,
            check=False,
        )
    except FileNotFoundError as error:
        return Unstarted("not_found", str(error)), b"", b""
    except subprocess.TimeoutExpired as error:
        return TimedOut(error.timeout), b"", b""
    return from_returncode(done.returncode), done.stdout, done.stderr


def one_tongue(name: str) -> dict[str, Any]:
    """Say one outcome in a dialect."""
    error = ErrorDetail("QUOTA_EXCEEDED", "30 calls a minute", retry_after=30)
    encoded = encode(dialect(name), Failed(ExitCode.RATE_LIMITED, error))
    return {
        "dialect": name,
        "code": encoded.code,
        "stdout": encoded.stdout.decode(),
        "stderr": encoded.stderr.decode(),
        "lost": list(encoded.lost),
    }


def show(data: dict[str, Any], paint: Paint) -> str:
    """Show the tour to a person."""
    parts = [
        paint(f"1  A number means nothing without its table: {data['number']}", "bold"),
        paint.fields(
            (t["dialect"], f"{t['name']}: {sentence(t['meaning'])}")
            for t in data["tables"]
        ),
        paint("2  Real commands: how they ended, what it means, what is next", "bold"),
        *(show_ending(item, paint) for item in data["endings"]),
        paint("3  One outcome, three tongues: rate limited, wait 30 s", "bold"),
        *(show_tongue(item, paint) for item in data["outcome"]),
        paint("Try: ", "cyan") + "exeunt explain 11 · exeunt explain 1 grep -q x file "
        "· exeunt dialects\n",
    ]
    return "\n".join(parts)


def show_ending(item: dict[str, Any], paint: Paint) -> str:
    """Show one command of the tour."""
    reading = item["reading"]
    answer = f", answer: {reading['answer']}" if reading["answer"] else ""
    return f"  {paint('$ ' + item['command'], 'cyan')}\n" + paint.fields(
        (
            ("  ending", item["ending"]),
            ("  reading", f"{reading['name']}{answer}: {reading['meaning']}"),
            ("  next", f"{item['action']}: {item['advice']}"),
        )
    )


def show_tongue(item: dict[str, Any], paint: Paint) -> str:
    """Show one dialect's way to say it."""
    lines = [f"  {paint(item['dialect'], 'cyan')} exits {item['code']}"]
    for stream in ("stdout", "stderr"):
        text = wrap(item[stream], 68)
        lines += [f"    {paint(stream, 'dim')}  {line}" for line in text if line]
    return "\n".join(lines) + "\n"


COMMAND = Command(
    "demo",
    summary="Take a tour: tables, real endings, one outcome in three dialects.",
    usage=("exeunt demo",),
    examples=(("exeunt demo --json", "the same as data"),),
    run=run,
    show=show,
)
