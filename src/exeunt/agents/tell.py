"""The facts of an end → nothing, or the one line that an agent's model is told.

It is decided here when a word is worth its price: where the end is an answer that
cannot be misread, there is none.
"""

from __future__ import annotations

import sys

from ..record import KW_ONLY, Record, final
from .wrapped import unwrapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

PREFIX = "exeunt: "


@final
class End(Record):
    """How a command line of an agent ended."""

    text: str  # the person's own command, the agent's wrapper taken off
    code: int  # as `$?` says it
    _: KW_ONLY
    statuses: tuple[int, ...] = ()  # of the stages of its last pipeline
    # What failed on the way: its status and the command, as the shell has told it.
    failed: tuple[tuple[int, str], ...] = ()
    agent: str | None = None


def line_of(end: End) -> str | None:
    """Say what an end means and what is next; None where that would be noise."""
    from ..atlas.stages import stages_of, unheard
    from ..deciding.advice import advised
    from ..model.ending import from_shell
    from ..model.stage import Surroundings, teller
    from ..reading.read import read

    failed = [(status, 0, command) for status, command in end.failed]
    said = (failed, end.statuses or None)
    words = ("bash", "-c", end.text)
    stages = stages_of(words, end.code, None, said, Surroundings())
    reading = read(
        from_shell(end.code),
        line=end.text,
        hidden=unheard(stages),
        told_by=teller(stages, end.code),
    )
    hidden = [stage for stage in stages if stage.hidden]
    _, advice = advised(reading)
    if hidden:
        one = hidden[0]
        return f"{PREFIX}{one.words[0]} ended with {one.status}, unheard by the line"
    if not end.code:
        return None
    return f"{PREFIX}{reading.tool or 'code'} {end.code}: {reading.meaning}; {advice}"


def main() -> None:
    """Tell of an end that a start file has seen; whatever goes wrong, say nothing."""
    try:
        end = of_words(sys.argv[2:])
        line = None if end is None else line_of(end)
    except Exception:  # noqa: BLE001 - a word too few costs nothing
        return
    if line is not None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


def of_words(words: Sequence[str]) -> End | None:
    """Read what a start file gives; None where the text is not an agent's."""
    agent, _flags, _parent, text, *rest = words
    parts: list[list[str]] = [[]]
    for word in rest:
        if word == "+":
            parts.append([])
        else:
            parts[-1].append(word)
    code, *statuses = map(int, parts[1] or parts[0])
    failed = [word.partition(" ") for word in parts[2]]
    found = unwrapped(text, agent)
    if found is None:
        return None
    return End(
        found.command,
        code,
        statuses=tuple(statuses),
        failed=tuple((int(status), command) for status, _, command in failed),
        agent=found.agent,
    )
