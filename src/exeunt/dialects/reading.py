"""Ending → Reading: what it means, how certain that is, and by which table."""

from __future__ import annotations

from ..model.codes import Effects, ExitCode, Retryable
from ..model.ending import Exited, Signaled
from ..model.row import Verdict, verdict_of, worst
from ..record import KW_ONLY, Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..model.actions import Action
    from ..model.anomaly import Anomaly
    from ..model.codes import GroupName
    from ..model.detail import Phase
    from ..model.ending import Ending
    from ..model.entry import Code
    from ..model.received import ReceivedEnvelope
    from ..model.row import Answer, Certainty


# Retryable, but never as they are: the call or the world must change first (K2).
NEEDS_CHANGE = (
    ExitCode.ARG_ERROR,
    ExitCode.PRECONDITION,
    ExitCode.AUTH_REQUIRED,
    ExitCode.PAYMENT_REQUIRED,
    ExitCode.REDIRECTED,
)


@final
class Reading(Record):
    """An ending read through a table."""

    _: KW_ONLY
    ending: Ending
    code: Code
    number: int
    meaning: str
    retryable: Retryable | None
    effects: Effects
    answer: Answer | None = None
    phase: Phase | None = None
    action: Action
    envelope: ReceivedEnvelope | None = None
    anomalies: tuple[Anomaly, ...] = ()
    certainty: Certainty
    dialect: str
    source: str
    tool: str | None = None
    doubtful: bool = False  # it may as well have ended in another way, and failed
    at_best: Verdict = Verdict.DONE  # by what else is known of the run

    @property
    def verdict(self) -> Verdict:
        """What came of the command: the worst of what is known (K28)."""
        return worst((verdict_by_ending(self), self.at_best))

    @property
    def name(self) -> str:
        """The model's name for the code, whatever the dialect's number."""
        return self.code.name

    @property
    def repeat_identical(self) -> bool:
        """Whether the unchanged call may be made again, after the code's own wait."""
        return (
            self.retryable is Retryable.YES
            and self.effects is Effects.NONE
            and self.code not in NEEDS_CHANGE
        )

    @property
    def group(self) -> GroupName | None:
        """The code's group; a command's own code has none."""
        return getattr(self.code, "group", None)

    def as_dict(self) -> dict[str, Any]:
        """Return the reading in its names on the wire."""
        return {
            "code": self.number,
            "name": self.name,
            "verdict": self.verdict.value,
            "meaning": self.meaning,
            "retryable": self.retryable.value if self.retryable else None,
            "side_effects": self.effects.value,
            "answer": self.answer.value if self.answer else None,
            "phase": self.phase.value if self.phase else None,
            "certainty": self.certainty.value,
            "dialect": self.dialect,
            "source": self.source,
            "anomalies": [anomaly.value for anomaly in self.anomalies],
        }


def sentence(reading: Reading, action: Action) -> str:
    """Say an action: in the model's own words where that is what they mean.

    Who has no envelope of five keys is not told to read one.
    """
    from ..model.actions import SENTENCES  # for who asks what to do
    from .dialect import has_five_keys

    code = reading.code
    if not isinstance(code, ExitCode) or action is not code.action:
        return SENTENCES[action]
    fits = "error." not in code.advice or has_five_keys(reading.dialect)
    return code.advice if fits and not reading.anomalies else SENTENCES[action]


def verdict_by_ending(reading: Reading) -> Verdict:
    """Say what came of a command by its ending and its code alone.

    What did not end by itself has failed. A 128+n that a shell passed on is read by
    its code; so is a success, unless what the command said contradicts it.
    """
    ending = reading.ending
    if reading.doubtful:
        return Verdict.UNKNOWN
    if isinstance(ending, Exited):
        success = not reading.number or reading.code is ExitCode.SUCCESS
        if success and reading.anomalies:
            from ..model.anomaly import is_contradicted  # loaded by whoever found one

            if is_contradicted(reading.anomalies):
                return Verdict.UNKNOWN
    elif not isinstance(ending, Signaled) or ending.certain:
        return Verdict.FAILED
    return verdict_of(reading.code, reading.answer)
