"""A result → no more than may leave: cut to a size, and without the secrets."""

from __future__ import annotations

from ..errors import DeclarationError, OutcomeError
from ..outcome._codes import ExitCode
from ..outcome._detail import ErrorDetail, Phase
from ..outcome._envelope import is_array, is_object, wrap
from ..outcome._json import dumps, plain
from ..outcome._outcome import Done

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any, TypeVar

    from ..dialects._encode import Encoded
    from ..outcome._outcome import Outcome

    Said = TypeVar("Said", bound=Outcome[Any])
    Say = Callable[[Outcome[Any]], Encoded]

HIDDEN = "***"
SMALLEST = 1024  # bytes; an error has room in it
TOO_LARGE = "RESPONSE_TOO_LARGE"
# The texts of an error; its code and its redirect are the author's own words.
TEXTS = ("message", "detail", "suggestion", "fix_command")


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


def fitting(outcome: Outcome[Any], limit: int, say: Say) -> Encoded:
    """Say as many items of a list as fit; refuse any other result that is too large."""
    if not isinstance(outcome, Done):
        return say(outcome)  # why a command failed is never kept back
    items = wrap(outcome.data)
    if not is_array(items):
        raise too_large(limit)
    count = len(items)
    sizes = [len(dumps(item)) + len(", ") for item in items]
    said = say(cut(outcome, items, count))
    while len(said.stdout) > limit:
        if not count:
            raise too_large(limit)
        excess = len(said.stdout) - limit
        while excess > 0 and count:
            count -= 1
            excess -= sizes[count]
        said = say(cut(outcome, items, count))
    while count < len(items):  # a smaller count has fewer digits: one more may fit
        more = say(cut(outcome, items, count + 1))
        if len(more.stdout) > limit:
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


def secrets_in(params: Mapping[str, Any], names: Iterable[str]) -> tuple[str, ...]:
    """Return the values of secret parameters, the longest first."""
    found: set[str] = set()
    for name in names:
        value: Any = params.get(name)
        many = hasattr(value, "__iter__") and not isinstance(value, (str, bytes))
        for one in value if many else (value,):
            reveal = getattr(one, "get_secret_value", None)  # pydantic's SecretStr
            text = str(reveal() if reveal else one)
            if one is not None and not isinstance(one, bool) and text:
                found.add(text)
    return tuple(sorted(found, key=len, reverse=True))


def secrets_among(words: Sequence[str], names: Iterable[str]) -> tuple[str, ...]:
    """Return what follows the options of secret parameters, in an unparsed call."""
    options = {f"--{name.replace('_', '-')}" for name in names}
    options |= {f"--{name}" for name in names}
    found: set[str] = set()
    for place, word in enumerate(words):
        option, equals, value = word.partition("=")
        if option in options:
            found.add(value if equals else "".join(words[place + 1 :][:1]))
    return tuple(sorted(found - {""}, key=len, reverse=True))


def hide(outcome: Said, secrets: Sequence[str]) -> Said:
    """Replace secrets in everything that an outcome says."""
    if not secrets:
        return outcome
    warnings = [hide_in(text, secrets) for text in outcome.warnings]
    extra = hidden(plain(dict(outcome.extra)), secrets)
    if isinstance(outcome, Done):
        data = hidden(plain(outcome.data), secrets)
        return outcome.replace(data=data, warnings=warnings, extra=extra)
    texts = {
        name: hide_in(text, secrets)
        for name in TEXTS
        if (text := getattr(outcome.error, name)) is not None
    }
    return outcome.replace(
        error=outcome.error.replace(**texts),
        warnings=warnings,
        extra=extra,
        partial=hidden(plain(outcome.partial), secrets),
    )


def hidden(value: Any, secrets: Sequence[str]) -> Any:
    """Replace secrets in every text of a plain value, keys included."""
    if is_object(value):
        return {
            hide_in(key, secrets): hidden(item, secrets) for key, item in value.items()
        }
    if is_array(value):
        return [hidden(item, secrets) for item in value]
    if isinstance(value, str):
        return hide_in(value, secrets)
    if value is None or isinstance(value, bool):
        return value
    return HIDDEN if str(value) in secrets else value


def hide_in(text: str, secrets: Sequence[str]) -> str:
    """Replace secrets in a text, as they are and as a program would quote them."""
    for secret in secrets:
        for form in (secret, repr(secret)[1:-1], dumps(secret)[1:-1]):
            text = text.replace(form, HIDDEN)
    return text
