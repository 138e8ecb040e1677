"""A result → no more than may leave: cut to a size."""

from __future__ import annotations

from ..errors import DeclarationError, OutcomeError
from ..model.codes import ExitCode
from ..model.detail import ErrorDetail, Phase
from ..model.envelope import is_array
from ..model.json import dumps
from ..model.outcome import Done, Outcome
from ..model.said import wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    Said = tuple[int, bytes, bytes]  # as leave() says it: stdout is in the middle
    Say = Callable[[Outcome[Any]], Said]

SMALLEST = 1024  # bytes; an error has room in it
TOO_LARGE = "RESPONSE_TOO_LARGE"


class TooLarge(OutcomeError):
    """A result that cannot be cut; whoever called has to ask for less."""

    error_code = TOO_LARGE


def check_size(limit: int | None) -> int | None:
    """Refuse a cap that no answer could keep."""
    number = isinstance(limit, int) and not isinstance(limit, bool)
    if limit is None or (number and limit >= SMALLEST):
        return limit
    msg = f"max_bytes={limit!r} is no size for an answer"
    raise DeclarationError(msg, fix=f"give {SMALLEST} or more, or None for no cap")


def fitting(outcome: Outcome[Any], limit: int, say: Say) -> Said:
    """Say as many items of a list as fit; refuse any other result that is too large."""
    if not isinstance(outcome, Done):
        return say(outcome)  # why a command failed is never kept back
    items = wrap(outcome.data)
    if not is_array(items):
        raise too_large(limit)
    count = len(items)
    sizes = [len(dumps(item)) + len(", ") for item in items]
    said = say(cut(outcome, items, count))
    while len(said[1]) > limit:
        if not count:
            raise too_large(limit)
        excess = len(said[1]) - limit
        while excess > 0 and count:
            count -= 1
            excess -= sizes[count]
        said = say(cut(outcome, items, count))
    while count < len(items):  # a smaller count has fewer digits: one more may fit
        more = say(cut(outcome, items, count + 1))
        if len(more[1]) > limit:
            break
        said, count = more, count + 1
    return said


def cut(outcome: Done[Any], items: Sequence[Any], count: int) -> Done[Any]:
    """Keep the first items, and say how many there are and how to get the others."""
    text = (
        f"only {count} of {len(items)} items fit into the answer: narrow the query, "
        "or ask for smaller pages"
    )
    return outcome.replace(
        data=items[:count],
        truncated=True,
        cursor=None,  # it would skip what was cut
        warnings=(*outcome.warnings, text),
        extra={**outcome.extra, "total": len(items), "returned": count},
    )


def too_large(limit: int) -> TooLarge:
    """Refuse a result that cannot be cut."""
    msg = f"the result is larger than the {limit} bytes that an answer may have"
    return TooLarge(
        msg, fix="ask for less: narrow the query, or for one part at a time"
    )


def refusal(error: TooLarge, *, wrote: bool) -> tuple[ExitCode, ErrorDetail]:
    """Say what a refused result means: nothing happened, unless the command writes."""
    code = ExitCode.PARTIAL_FAILURE if wrote else ExitCode.PRECONDITION
    detail = ErrorDetail(
        TOO_LARGE, error.message, phase=Phase.EXECUTION, suggestion=error.fix
    )
    return code, detail
