"""A code as its command's manifest declares it → what may be believed of that."""

from __future__ import annotations

from ..model.codes import Effects, ExitCode, Retryable
from ..model.row import Row
from ..record import Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ..model.entry import Code


@final
class Declared(Record):
    """One code of one command, as its manifest declares it."""

    number: int
    code: Code
    model: ExitCode
    description: str
    retryable: bool | None
    effects: Effects | None
    broken: bool

    def __init__(self, number: int, code: Code, entry: Mapping[str, Any]) -> None:
        model = code if isinstance(code, ExitCode) else ExitCode.GENERAL_ERROR
        retryable: object = entry.get("retryable")
        effects = effects_of(entry)
        broken = (
            not isinstance(retryable, bool | None)
            or ("side_effects" in entry and effects is None)
            or (model is ExitCode.ARG_ERROR and effects not in {Effects.NONE, None})
            or (model is ExitCode.PARTIAL_FAILURE and retryable is True)
            or (effects is Effects.COMPLETE and model is not ExitCode.SUCCESS)
            or (retryable is True and effects not in {Effects.NONE, None})
        )
        self._fill(
            number,
            code,
            model,
            str(entry.get("description") or code.name),
            False if broken else retryable,  # a broken promise allows no repetition
            mend(model, effects) if broken else effects,
            broken,
        )

    def row(self, usual: Row | None) -> Row:
        """Return the declaration as a row; what it leaves unsaid is the table's."""
        source = "the command's manifest"
        if usual is not None:
            return usual.replace(
                meaning=self.description,
                effects=self.effects or usual.effects,
                source=source,
            )
        return Row(
            self.number,
            self.model,
            name=self.code.name,
            meaning=self.description,
            retryable=Retryable.NO,
            effects=self.effects,
            source=source,
        )


def effects_of(entry: Mapping[str, Any]) -> Effects | None:
    """Return the effects that an entry declares, if it says so in a known word."""
    said = entry.get("side_effects")
    return _EFFECTS.get(said) if isinstance(said, str) else None


def mend(model: ExitCode, effects: Effects | None) -> Effects | None:
    """Return what holds in place of a broken promise: the rule, or the worse case."""
    if model in {ExitCode.ARG_ERROR, ExitCode.SUCCESS}:
        return None  # the model's own
    if effects is Effects.COMPLETE:
        return Effects.PARTIAL
    return effects or Effects.UNKNOWN


_EFFECTS = {effects.value: effects for effects in Effects}
