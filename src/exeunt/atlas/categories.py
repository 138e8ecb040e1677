"""A row of a table → a Row of the model, by the category that the row names.

Every code of the model but SUCCESS, GENERAL_ERROR, PARTIAL_FAILURE and TIMEOUT promises
that nothing was changed, so what a category means depends on the effects as well.
"""

from __future__ import annotations

from ..model.actions import Action
from ..model.codes import Effects, ExitCode, Retryable
from ..model.row import Answer, Row
from ..record import KW_ONLY, Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def row_of(row: Mapping[str, Any], number: int) -> Row:
    """Read one row of a sound table for the number that a tool really ended with."""
    category = CATEGORIES[row["category"]]
    effects = Effects(row["effects"]) if "effects" in row else category.effects
    retryable = Retryable(row["retryable"]) if "retryable" in row else None
    # A manual that calls repeating safe outweighs what was already transferred.
    resumable = category.resumable and retryable is Retryable.YES
    code = category.codes[Effects.NONE if resumable else effects]
    if code is ExitCode.PARTIAL_FAILURE:
        retryable = Retryable.NO  # never repeat what stopped halfway
    return Row(
        number,
        code,
        source=row["source"],
        meaning=row["meaning"],
        retryable=retryable,
        effects=effects,
        answer=category.answer,
        action=Action(row["action"]) if "action" in row else category.action,
    )


@final
class Category(Record):
    """What a category says: the usual effects, and the code for each of them."""

    effects: Effects
    codes: Mapping[Effects, ExitCode]
    answer: Answer | None = None
    action: Action | None = None  # unless it is that of the code
    _: KW_ONLY
    resumable: bool = False


def always(code: ExitCode) -> Mapping[Effects, ExitCode]:
    """Give the same code whatever the effects."""
    return dict.fromkeys(Effects, code)


def unless_changed(
    code: ExitCode, partial: ExitCode = ExitCode.PARTIAL_FAILURE
) -> Mapping[Effects, ExitCode]:
    """Give a code that promises no effects, and an honest one where there were some."""
    return {
        Effects.NONE: code,
        Effects.PARTIAL: partial,
        Effects.COMPLETE: ExitCode.GENERAL_ERROR,
        Effects.UNKNOWN: ExitCode.GENERAL_ERROR,
    }


_SUCCESS = always(ExitCode.SUCCESS)
_BAD_CALL = unless_changed(ExitCode.ARG_ERROR, partial=ExitCode.GENERAL_ERROR)
_REFUSED = unless_changed(ExitCode.PERMISSION_DENIED)
_FAILED = Category(Effects.UNKNOWN, always(ExitCode.GENERAL_ERROR))
_AWAY = Category(
    Effects.UNKNOWN,
    unless_changed(ExitCode.UNAVAILABLE, partial=ExitCode.GENERAL_ERROR),
    resumable=True,
)

CATEGORIES: Mapping[str, Category] = {
    "ok": Category(Effects.COMPLETE, _SUCCESS),
    "negative": Category(Effects.NONE, _SUCCESS, Answer.NO),
    "findings": Category(
        Effects.NONE, _SUCCESS, Answer.FINDINGS, Action.REVIEW_FINDINGS
    ),
    "warning": Category(Effects.COMPLETE, _SUCCESS),
    "usage": Category(Effects.NONE, _BAD_CALL),
    "input": Category(Effects.NONE, _BAD_CALL),
    "not_found": Category(Effects.NONE, unless_changed(ExitCode.NOT_FOUND)),
    "conflict": Category(Effects.NONE, unless_changed(ExitCode.CONFLICT)),
    "permission": Category(Effects.NONE, _REFUSED),
    "security": Category(Effects.NONE, _REFUSED),
    "auth": Category(Effects.NONE, unless_changed(ExitCode.AUTH_REQUIRED)),
    "precondition": Category(Effects.NONE, unless_changed(ExitCode.PRECONDITION)),
    "environment": Category(Effects.UNKNOWN, unless_changed(ExitCode.PRECONDITION)),
    "network": _AWAY,
    "unavailable": _AWAY,
    "rate_limit": Category(
        Effects.UNKNOWN, unless_changed(ExitCode.RATE_LIMITED), resumable=True
    ),
    "timeout": Category(Effects.PARTIAL, always(ExitCode.TIMEOUT)),
    "partial": Category(Effects.PARTIAL, always(ExitCode.PARTIAL_FAILURE)),
    "interrupted": _FAILED,
    "killed": _FAILED,
    "crash": _FAILED,
    "signal": _FAILED,
    "internal": _FAILED,
    "ambiguous": _FAILED,
}
PASSTHROUGH = "passthrough"  # the code is the inner command's, and has no meaning here
