"""What to do next → Decision, with the rule that says so."""

from __future__ import annotations

from ..record import KW_ONLY, Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..model.actions import Action
    from ..model.anomaly import Anomaly
    from ..model.row import Certainty


@final
class Decision(Record):
    """What to do next, by which clause, and why."""

    action: Action
    rule: str  # the id of a clause
    because: str  # one sentence, never a message of the command
    _: KW_ONLY
    wait_seconds: float = 0  # before the next call
    repeat_identical: bool = False  # the very same call may be made again
    command: tuple[str, ...] | None = None  # to run instead, without a shell
    certainty: Certainty
    anomalies: tuple[Anomaly, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return the decision in its names on the wire."""
        return {
            **self.as_fields(),
            "action": self.action.value,
            "command": None if self.command is None else list(self.command),
            "certainty": self.certainty.value,
            "anomalies": [anomaly.value for anomaly in self.anomalies],
        }
