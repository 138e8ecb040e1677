"""One number of one table → the model's code, with where we know it from."""

from __future__ import annotations

from enum import Enum

from ..record import Record, final
from .codes import ExitCode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .actions import Action
    from .codes import Effects, Retryable
    from .entry import Code


class Answer(Enum):
    """A non-zero ending that is no failure but the answer to a question."""

    NO = "no"  # grep found nothing, diff found a difference
    FINDINGS = "findings"  # the linter did its job and has something to say


class Verdict(Enum):
    """What came of a command, best first: what its caller may build on."""

    DONE = "done"  # it did its job
    NO = "no"  # it did its job, and the answer is no
    FINDINGS = "findings"  # it did its job, and found something to look at
    UNKNOWN = "unknown"  # one of the ways in which it may have ended is a failure
    FAILED = "failed"  # it did not do its job


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """Return the verdict that promises least."""
    return max(verdicts, key=[*Verdict].index)


class Certainty(Enum):
    """How we know what an ending means, best first."""

    DECLARED = "declared"  # its manifest, the caller, or the kernel says so
    ENVELOPE = "envelope"  # what it printed says so
    ATLAS = "atlas"  # the tool's manual says so
    CONVENTION = "convention"  # shells and most programs do so
    GUESS = "guess"  # nobody says so


@final
class Row(Record):
    """What a number means in a table; unsaid columns are the model's own."""

    number: int
    name: str
    code: ExitCode
    meaning: str
    retryable: Retryable | None
    effects: Effects
    answer: Answer | None
    action: Action
    source: str
    doubtful: bool

    def __init__(  # noqa: PLR0913 - a row has its columns
        self,
        number: int,
        code: ExitCode,
        *,
        source: str,
        name: str = "",
        meaning: str = "",
        retryable: Retryable | None = None,
        effects: Effects | None = None,
        answer: Answer | None = None,
        action: Action | None = None,
        doubtful: bool = False,
    ) -> None:
        self._fill(
            number,
            name or code.name,
            code,
            meaning or code.meaning,
            retryable or code.retryable,
            effects or code.effects,
            answer,
            action or code.action,
            source,
            doubtful,
        )

    @property
    def verdict(self) -> Verdict:
        """What comes of a command that ends so: a doubt is no success."""
        if self.doubtful:
            return Verdict.UNKNOWN
        return verdict_of(self.code, self.answer)


def verdict_of(code: Code, answer: Answer | None) -> Verdict:
    """Say what comes of a command whose code and answer are known."""
    if code is not ExitCode.SUCCESS:
        return Verdict.FAILED
    return Verdict.DONE if answer is None else Verdict(answer.value)
