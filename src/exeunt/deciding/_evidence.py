"""Reading, History and Policy → Evidence: all that a rule may look at.

What is not here cannot decide anything: no message, no suggestion, no text of a
warning, nothing that was printed beside an envelope.
"""

from __future__ import annotations

from ..dialects.dialect import dialect as dialect_named
from ..record import KW_ONLY, Record, final
from .decision import Decision

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..dialects.reading import Reading
    from ..model.actions import Action
    from ..model.anomaly import Anomaly
    from ..model.codes import Effects, Retryable
    from ..model.detail import Redirect
    from ..model.ending import Ending
    from ..model.entry import Code
    from ..model.received import ReceivedEnvelope
    from ..model.row import Answer, Certainty, Verdict
    from .policy import History, Policy


@final
class Evidence(Record):
    """What is known of an ending, of what came before it, and of what is allowed."""

    _reading: Reading
    history: History
    policy: Policy
    _: KW_ONLY
    waiting: bool  # for an answer, when it was ended

    @property
    def code(self) -> Code:
        """What the ending means."""
        return self._reading.code

    @property
    def anomalies(self) -> tuple[Anomaly, ...]:
        """What is odd about the ending."""
        return self._reading.anomalies

    @property
    def _said(self) -> ReceivedEnvelope | None:
        """The envelope that the command wrote."""
        return self._reading.envelope

    @property
    def verdict(self) -> Verdict:
        """What came of the command."""
        return self._reading.verdict

    @property
    def doubtful(self) -> bool:
        """Whether one of the endings that give the code is a failure."""
        return self._reading.doubtful

    @property
    def certainty(self) -> Certainty:
        """How it is known what the ending means."""
        return self._reading.certainty

    @property
    def ending(self) -> Ending:
        """What the operating system saw."""
        return self._reading.ending

    @property
    def retryable(self) -> Retryable | None:
        """As it was settled: hard rule, explicit no, entry, yes, table."""
        return self._reading.retryable

    @property
    def effects(self) -> Effects:
        """How far the command got, by the most specific promise."""
        return self._reading.effects

    @property
    def answer(self) -> Answer | None:
        """What the number answers, where it is no failure."""
        return self._reading.answer

    @property
    def action(self) -> Action:
        """What the table alone would do."""
        return self._reading.action

    @property
    def enveloped(self) -> bool:
        """Whether the command said anything that we know."""
        return self._said is not None

    @property
    def said_retryable(self) -> bool | None:
        """What the envelope alone says of a repetition."""
        return self._said.retryable if self._said is not None else None

    @property
    def ruled_out(self) -> bool:
        """Whether the envelope says no to every call, not only to the unchanged one."""
        if self.said_retryable is not False:
            return False
        return not dialect_named(self._reading.dialect).unchanged

    @property
    def error_code(self) -> str | None:
        """The stable name of the error."""
        return self._said.error_code if self._said is not None else None

    @property
    def delay(self) -> float | None:
        """The seconds that the other side asks for; of two fields, the longer."""
        return self._said.retry_after if self._said is not None else None

    @property
    def redirect(self) -> Redirect | None:
        """Where the command moved."""
        return self._said.redirect if self._said is not None else None

    @property
    def warned(self) -> bool:
        """Whether there are warnings, whatever they say."""
        return self._said is not None and bool(self._said.warnings)

    @property
    def truncated(self) -> bool:
        """Whether the data was cut."""
        return self._said is not None and self._said.meta.get("truncated") is True

    @property
    def cursor(self) -> str | None:
        """What leads to the next page."""
        cursor = self._said.meta.get("cursor") if self._said is not None else None
        return cursor if isinstance(cursor, str) and cursor else None

    @property
    def not_modified(self) -> bool:
        """Whether the data is what the caller has kept."""
        return self._said is not None and self._said.meta.get("not_modified") is True

    def decide_by(
        self, table: Mapping[Anomaly, tuple[Action, str, str]]
    ) -> Decision | None:
        """Decide by the first anomaly of a table that the ending has, if it has one."""
        for anomaly, found in table.items() if self.anomalies else ():
            if anomaly in self.anomalies:
                return self.decide(*found)
        return None

    def decide(  # noqa: PLR0913 - what is particular to a decision
        self,
        action: Action,
        rule: str,
        because: str,
        *,
        wait: float = 0,
        repeat: bool = False,
        command: tuple[str, ...] | None = None,
    ) -> Decision:
        """Make the decision that a rule has come to."""
        return Decision(
            action,
            rule,
            because,
            wait_seconds=wait,
            repeat_identical=repeat,
            command=command,
            certainty=self._reading.certainty,
            anomalies=self.anomalies,
        )
