"""A command of a shell's line → how it ended, and whether the line told of it.

Where is it decided whether a line hides a failure? `hidden_in` says it of its stages,
which the atlas marks one by one.
"""

from __future__ import annotations

from ..record import Record, final, made

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Literal

    Hidden = Literal["none", "failed", "findings", "doubted", "unknown"]


@final
class Stage(Record):
    """A command of a line; `hidden` is None where nobody saw whether it failed.

    The status is the one that `$?` would show: None for a command that did not run,
    still runs or was not seen.
    """

    words: tuple[str, ...]
    status: int | None
    hidden: bool | None

    def as_dict(self) -> dict[str, Any]:
        """Return the fields in their names on the wire."""
        return {**self.as_fields(), "words": list(self.words)}


@final
class Surroundings(Record):
    """What a shell finds before its line: functions, and a file that it begins with.

    Without `line`, no shell was given one: what was started may start some. `scripts`
    are the texts of files, each by the word that names it; None where it has two.
    """

    functions: tuple[str, ...] = ()
    begins: bool = False
    line: bool = True
    scripts: Mapping[str, str | None] = made(default_factory=dict)


def hidden_in(stages: Sequence[Stage]) -> Hidden:
    """Say whether a command of a line has failed, and the line went on.

    `doubted` is a failure that was seen, where nobody knows what the line made of it.
    """
    marks = [stage.hidden for stage in stages]
    if True in marks:
        return "failed"
    if any(stage.hidden is None and stage.status for stage in stages):
        return "doubted"
    return "unknown" if None in marks else "none"


def told_by(stages: Sequence[Stage], code: int) -> tuple[str, ...]:
    """Return the words of the one command whose failure is the line's own status.

    None are returned where the line succeeded, where it may have been another, and
    where some of the line was not seen.
    """
    found = [
        one.words
        for one in stages
        if one.status == code and not one.hidden and not is_group(one.words)
    ]
    seen = all(one.hidden is not None for one in stages)
    return found[0] if code and seen and len(found) == 1 else ()


def teller(stages: Sequence[Stage], code: int) -> Sequence[str] | Stage:
    """Return what tells the meaning of a line's code: a command, or a call of xargs."""
    return gathered_by(stages, code) or told_by(stages, code)


def gathered_by(stages: Sequence[Stage], code: int) -> Stage | None:
    """Return the invocation of xargs whose failure made the line's own status.

    It stands last, and has kept its own status; so xargs has to be the only one to have
    ended with that of the line.
    """
    words, last = told_by(stages, code), stages[-1]
    gathers = code == GATHERED and words[:1] != () and words[0].endswith("xargs")
    return last if gathers and last.status not in (0, None, code) else None


GATHERED = 123  # xargs: at least one invocation has failed


def is_group(words: Sequence[str]) -> bool:
    """Tell whether words are not a command's: of what holds some, or an assignment."""
    return words[:1] != () and (words[0].startswith(OPENINGS) or "=$(" in words[0])


OPENINGS = ("( ", "{ ", "if ", "for ", "while ", "until ")
