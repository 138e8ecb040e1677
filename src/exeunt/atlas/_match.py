"""A row that was found → Match: the tool whose code it is, and what the code means.

Here several matches that all could be true become one, which promises no more than the
worst of them.
"""

from __future__ import annotations

from ..model.actions import Action
from ..model.codes import Effects, ExitCode, Retryable
from ..model.row import Answer, Row, Verdict
from ..record import Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


@final
class Match(Record):
    """A code read by a table of the atlas.

    `tool` is the program and subcommand that the row speaks of, `through` the wrappers
    that were seen through to find it. Where several could be true, `candidates` are
    those: the row is then no better than the worst of them.
    """

    tool: str
    row: Row
    through: tuple[str, ...] = ()
    candidates: tuple[Match, ...] = ()

    @property
    def certain(self) -> bool:
        """Whether only one ending could have produced the code."""
        return not self.candidates


def either(matches: Sequence[Match]) -> Match:
    """Make one match of several that all could be true, no better than the worst.

    A success that could as well be a failure is neither: it is unknown (K28).
    """
    alone = [one for match in matches for one in (match.candidates or (match,))]
    first, *others = dict.fromkeys(alone)
    if not others:
        return first
    rows = [first.row, *(match.row for match in others)]
    agreed = len({(r.code, r.answer, r.retryable, r.effects) for r in rows}) == 1
    verdicts = {row.verdict for row in rows}
    good = Verdict.FAILED not in verdicts and Verdict.UNKNOWN not in verdicts
    code = first.row.code if agreed or good else ExitCode.GENERAL_ERROR
    meanings = ", or ".join(f"{m.tool}: {m.row.meaning}" for m in (first, *others))
    answer = max((row.answer for row in rows), key=ANSWERS.index) if good else None
    row = Row(
        first.row.number,
        code,
        source="; ".join(dict.fromkeys(row.source for row in rows)),
        meaning=f"either {meanings}",
        retryable=first.row.retryable if agreed else _retryable(rows),
        effects=max((row.effects for row in rows), key=_WORSE.index),
        answer=answer,
        action=first.row.action if agreed else Action.INSPECT_STATE,
        doubtful=not good and verdicts != {Verdict.FAILED},
    )
    tool = " | ".join(dict.fromkeys(match.tool for match in (first, *others)))
    through = _common([first.through, *(m.through for m in others)])
    return Match(tool, row, through, () if len(verdicts) == 1 else (first, *others))


ANSWERS = [None, Answer.NO, Answer.FINDINGS]


def as_condition(match: Match) -> Match:
    """Read an answer as a failure: the line was not to go on unless it is yes."""
    row = match.row.replace(
        name="",
        code=ExitCode.GENERAL_ERROR,
        meaning=f"{match.row.meaning}, and the line ends with that",
        retryable=Retryable.NO,
        answer=None,
        action=Action.INSPECT_STATE,
    )
    return match.replace(row=row)


def after_others(match: Match) -> Match:
    """Take back what a match promises, because other commands ran before it."""
    row = match.row
    done = row.code is ExitCode.SUCCESS and row.effects is Effects.COMPLETE
    effects = Effects.COMPLETE if done else Effects.UNKNOWN
    match = match.replace(candidates=tuple(map(after_others, match.candidates)))
    if row.code in _NO_PROMISE:
        return match.replace(row=row.replace(effects=effects))
    return match.replace(
        row=row.replace(
            name="",
            code=ExitCode.GENERAL_ERROR,
            meaning=f"{row.meaning}; what ran before it may have changed something",
            retryable=Retryable.DEPENDS
            if row.retryable is Retryable.YES
            else row.retryable,
            effects=effects,
            action=Action.INSPECT_STATE,
        )
    )


_WORSE = [Effects.NONE, Effects.COMPLETE, Effects.PARTIAL, Effects.UNKNOWN]
_NO_PROMISE = {
    ExitCode.SUCCESS,
    ExitCode.GENERAL_ERROR,
    ExitCode.PARTIAL_FAILURE,
    ExitCode.TIMEOUT,
}


def _retryable(rows: Sequence[Row]) -> Retryable:
    if all(row.retryable is Retryable.YES for row in rows):
        return Retryable.YES
    return Retryable.NO


def _common(paths: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    shared: list[str] = []
    for names in zip(*paths, strict=False):  # the shortest path ends the common one
        if len(set(names)) > 1:
            break
        shared.append(names[0])
    return tuple(shared)
