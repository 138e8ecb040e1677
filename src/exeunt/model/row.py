"""One number of one table → the model's code, with where we know it from."""

from __future__ import annotations

from enum import Enum

from ..record import Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .actions import Action
    from .codes import Effects, ExitCode, Retryable


class Answer(Enum):
    """A non-zero ending that is no failure but the answer to a question."""

    NO = "no"  # grep found nothing, diff found a difference
    FINDINGS = "findings"  # the linter did its job and has something to say


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
        )
