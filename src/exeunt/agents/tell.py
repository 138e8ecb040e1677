"""The facts of an end → nothing, or the one line that an agent's model is told.

What is said of which end is decided in `_worth.py`, how it is put in `_wording.py`, and
whether it is the third time in `_again.py`. A start file calls `main`.
"""

from __future__ import annotations

import os
import sys

from .end import End
from .wrapped import unwrapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_signal: Any = __import__("_signal")  # the C module: `signal` would build its enums
PREFIX = "exeunt: "
LIMIT = 4  # seconds, after which nobody waits for what is said
JOURNAL = "journal"
APART = "+"  # between the groups of statuses that a start file gives


def line_of(end: End) -> str | None:
    """Say what an end means and what is next; None where that would be noise."""
    if not end.text.strip():
        return None
    from ._worth import judged  # when something ended badly

    found = judged(end)
    times = 0
    if end.session is not None and found.counts:
        from ._again import times_seen  # where somebody remembers

        times = times_seen(end)
    from ._wording import worded

    said = worded(found, times)
    return None if said is None else f"{PREFIX}{said}"


def main() -> None:
    """Tell of an end that a start file has seen; whatever goes wrong, say nothing."""
    try:
        limit()
        end, journal = of_words(sys.argv[2:])
        if end is None:
            return
        run = named(sys.argv[4]) if journal else None
        line = line_of(end)
        if line is not None:
            os.write(1, f"{line}\n".encode("ascii", "replace"))
        if journal:
            from ._noted import note  # for who agreed

            note(end, run)
    except Exception:  # noqa: BLE001 - a word too few costs nothing
        return


def named(parent: str) -> str | None:
    """Name the run of a kept shell, which is gone as soon as it has read the line."""
    from ._above import run_of  # for who agreed

    return run_of(parent)


def limit() -> None:
    """End this process when its time is up."""
    _signal.alarm(LIMIT)


def is_shell_of(agent: str, parent: str) -> bool:
    """Tell whether an agent has started a shell; Codex is known by its name."""
    if agent != "codex":
        return agent != "-"
    from ._above import agent_of  # behind a keeper, too

    try:
        with open(f"/proc/{int(agent_of(parent))}/comm", "rb") as file:  # noqa: PTH123 - pathlib is dear
            return file.read().startswith(b"codex")
    except OSError:
        return False


def of_words(words: Sequence[str]) -> tuple[End | None, bool]:
    """Read what a start file gives; no end where the text is not an agent's."""
    agent, flags, parent, text, *rest = words
    found = unwrapped(text, agent if is_shell_of(agent, parent) else None)
    if found is None:
        return None, False
    groups: list[list[str]] = [[]]
    for word in rest:
        if word == APART:
            groups.append([])
        else:
            groups[-1].append(word)
    own, kept, failed = groups
    code, *statuses = map(int, kept or own)
    pairs = [word.partition(" ") for word in failed]
    from ._again import session_of

    end = End(
        found.command,
        code,
        statuses=tuple(statuses),
        failed=tuple((int(status), command) for status, _, command in pairs),
        agent=found.agent,
        session=session_of(parent),
    )
    return end, JOURNAL in flags.split(",")
