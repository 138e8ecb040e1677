"""The data of a session's verb → what a person sees of it."""

from __future__ import annotations

from .._paint import Paint, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Data = dict[str, Any]

LONG = 40  # characters of a command in a list


def show(data: Data, paint: Paint) -> str:
    """Lay it out for a person."""
    if "sessions" in data:
        return table(data["sessions"], paint)
    if "screen" in data:
        return visible(data["screen"], lines=True) + "\n"
    line = summary(data, paint)
    if "text" not in data:
        return line
    text = visible(data["text"], lines=True)
    gap = "" if text.endswith("\n") or not text else "\n"
    return f"{text}{gap}{line}"


def show_nothing(_: Data, __: Paint) -> str:
    """Add nothing to what was shown."""
    return ""


def summary(data: Data, paint: Paint) -> str:
    """Say in a line how a session is."""
    status = data["status"].replace("_", " ")
    code = data["exit_code"]
    if code is not None:
        status += f" {code}" if data["status"] == "exited" else f" · exit code {code}"
    if data["status"] == "signaled":
        status += f" by {data['signal']}"
    waiting = data["waiting"]
    asks = f" · {visible(waiting['prompt']).strip()}" if waiting else ""
    return f"{paint(data['session'], 'bold')} {paint(status, 'dim')}{asks}\n"


def table(found: list[Data], paint: Paint) -> str:
    """List sessions."""
    if not found:
        return "no sessions; exeunt session start COMMAND begins one\n"
    rows = [
        (
            one["session"],
            one["status"].replace("_", " "),
            "" if one["exit_code"] is None else str(one["exit_code"]),
            visible(" ".join([one["command"], *one["args"]]))[:LONG],
        )
        for one in found
    ]
    return paint.table(("session", "status", "code", "command"), rows)
