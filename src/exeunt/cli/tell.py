"""How an agent's command ended → the one line that its model is told, or none."""

from __future__ import annotations

from ..agents.end import End
from ..agents.tell import line_of
from ..model.ending import HIGHEST_STATUS
from ..model.outcome import Done, Outcome
from .argv import is_number, refuse
from .verbs import Call, Command, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._paint import Paint


def run(call: Call) -> Outcome[dict[str, Any]]:
    """Say what an end means, where a word is worth its price."""
    code, line = call.words
    failed = tuple(failure(one) for one in call.texts("--failed"))
    statuses = tuple(status(one) for one in (call.text("--statuses") or "").split())
    end = End(line, status(code), statuses=statuses, failed=failed)
    return Done({"line": line_of(end)})


def failure(text: str) -> tuple[int, str]:
    """Read a command that failed on the way: its status, and its words."""
    code, _, command = text.partition(" ")
    return status(code), command


def status(word: str) -> int:
    """Read a status as `$?` shows it."""
    if not is_number(word) or not 0 <= int(word[:4]) <= HIGHEST_STATUS:
        refuse(f"{word[:12]!r} is no status of a shell", "give a number from 0 to 255")
    return int(word)


def show(data: dict[str, Any], paint: Paint) -> str:
    """Show the line as it stands."""
    del paint  # who reads it has no colours
    return f"{data['line']}\n" if data["line"] else ""


COMMAND = Command(
    "tell",
    summary="Say in one line what an agent's model should know about an end.",
    usage=("exeunt tell [--statuses 'N N…'] [--failed 'N COMMAND'] CODE LINE",),
    options=(
        Option(
            "--statuses",
            "STATUSES",
            help="name how each stage of the last pipeline ended",
        ),
        Option(
            "--failed",
            "FAILED",
            help="name a command that failed on the way, after its status",
            many=True,
        ),
    ),
    examples=(
        ("exeunt tell 7 'curl http://127.0.0.1:1'", "what to do about it"),
        ("exeunt tell --failed '1 make' 0 'make; date'", "what the code hides"),
        ("exeunt tell 1 'grep -q x file'", "nothing: the answer is no"),
    ),
    run=run,
    show=show,
    least=2,
    most=2,
)
