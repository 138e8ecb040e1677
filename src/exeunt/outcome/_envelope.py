"""Outcome → ResponseEnvelope: the one factory, and the five keys that always stand.

`ok` cannot be set: it is read off the exit code. Handlers never build an envelope;
they return data or fail, and `respond()` makes the envelope after them.
"""

from __future__ import annotations

from .._record import Of, Record, T_co, final, rebuild
from ..errors import OutcomeError
from ._codes import ExitCode
from ._detail import TOKEN_CODES, ErrorDetail, ResponseMeta, expect, is_count
from ._entry import Code, check_code, default_entry
from ._json import dumps, plain
from ._outcome import Done, Failed, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeGuard

KEYS = ("ok", "data", "error", "warnings", "meta")
SCHEMA_VERSION = "1.0"


@final
class ResponseEnvelope(Record, Of[T_co]):
    """What a command says when it ends. Only respond() makes one."""

    __slots__ = ("code", "data", "error", "warnings", "meta")
    code: Code
    data: T_co | None
    error: ErrorDetail | None
    warnings: tuple[str, ...]
    meta: ResponseMeta

    def __init__(self) -> None:
        msg = "an envelope is not built by hand"
        raise OutcomeError(msg, fix="make an outcome and call exeunt.respond()")

    @property
    def ok(self) -> bool:
        """Whether the exit code is SUCCESS: derived, never set."""
        return self.code is ExitCode.SUCCESS

    def as_dict(self) -> dict[str, Any]:
        """Return the five keys, in their order, ready for JSON."""
        return {
            "ok": self.ok,
            "data": self.data,
            "error": self.error.as_dict() if self.error else None,
            "warnings": list(self.warnings),
            "meta": self.meta.as_dict(),
        }

    def to_json(self) -> str:
        """Write the envelope as one ASCII line."""
        return dumps(self.as_dict())


def respond(
    outcome: Outcome[T_co],
    *,
    duration_ms: int = 0,
    request_id: str | None = None,
    schema_version: str | None = SCHEMA_VERSION,
) -> ResponseEnvelope[T_co]:
    """Make the envelope for an outcome: the only way to get one."""
    expect("the outcome", outcome, Done | Failed, "an exeunt.Done or exeunt.Failed")
    meta = ResponseMeta(
        duration_ms=duration_ms,
        request_id=request_id,
        schema_version=schema_version,
        **outcome.meta(),
    )
    if isinstance(outcome, Done):
        data = None if outcome.not_modified else wrap(outcome.data)
        return build(ExitCode.SUCCESS, data, None, outcome.warnings, meta)
    return build(outcome.code, None, complete(outcome), warned(outcome), meta)


def complete(failed: Failed) -> ErrorDetail:
    """Fill what the author left unsaid from the entry, and refuse contradictions."""
    code, error = failed.code, failed.error
    declared = failed.entry or default_entry(code)
    if error.retryable and not declared.retryable:
        msg = f"{code.name} is declared as not retryable"
        raise OutcomeError(msg, fix="declare it retryable in the command's entry")
    retryable = declared.retryable if error.retryable is None else error.retryable
    if error.retry_after is not None and not retryable:
        msg = f"retry_after at {code.name}, which is not retryable"
        raise OutcomeError(msg, fix="leave retry_after out")
    if (error.redirect is not None) is not (code is ExitCode.REDIRECTED):
        msg = f"error.redirect belongs to REDIRECTED, and to it alone, not {code.name}"
        raise OutcomeError(msg, fix="give both or neither")
    if error.code in TOKEN_CODES and code is not ExitCode.AUTH_REQUIRED:
        msg = f"{error.code} belongs to AUTH_REQUIRED, not {code.name}"
        raise OutcomeError(msg, fix="use ExitCode.AUTH_REQUIRED")
    return error.replace(retryable=retryable)


def warned(failed: Failed) -> tuple[str, ...]:
    """Add the factory's own warning where an agent would be left without a cue."""
    if failed.code is ExitCode.AUTH_REQUIRED and failed.error.code not in TOKEN_CODES:
        cue = f"error.code {failed.error.code} is none of {', '.join(TOKEN_CODES)}"
        return (*failed.warnings, cue)
    return failed.warnings


def wrap(data: object) -> Any:
    """Make data an object or a list: None becomes {}, a scalar {"value": ...}."""
    if is_object(data) or is_array(data):
        return data
    if data is None:
        return {}
    reduced = plain(data)
    if is_object(reduced) or is_array(reduced):
        return reduced
    return {"value": reduced}


def build(
    code: Code,
    data: Any,
    error: ErrorDetail | None,
    warnings: tuple[str, ...],
    meta: ResponseMeta,
) -> ResponseEnvelope[Any]:
    """Put the parts together, past the refusing constructor."""
    parts = check_code(code), data, error, warnings, meta
    return rebuild(ResponseEnvelope, *parts)  # pyright: ignore[reportUnknownVariableType]


def problems(document: object, code: int) -> list[str]:
    """Say what is wrong with an envelope that came with a process's exit code."""
    if not is_object(document):
        return ["the envelope is not an object"]
    found = [f"the key {key!r} is missing" for key in KEYS if key not in document]
    extra = sorted(set(document) - set(KEYS))
    found += [f"{key!r} is not a key of an envelope" for key in extra]
    ok, data, error, warnings, meta = (document.get(key) for key in KEYS)
    succeeded = code == ExitCode.SUCCESS.value
    if ok is not succeeded:
        found.append(f"ok is {ok!r} but the exit code is {code}")
    if not isinstance(data, dict | list | None):
        found.append("data is neither object, array nor null")
    if data is not None and not succeeded:
        found.append("data is not null on failure")
    if (error is None) is not succeeded:
        found.append("error is null exactly when the exit code is 0")
    if error is not None and not has_texts(error, "code", "message"):
        found.append("error is not an object with the texts code and message")
    if not is_array(warnings) or not all(isinstance(w, str) for w in warnings):
        found.append("warnings is not an array of strings")
    if not is_object(meta) or not is_count(meta.get("duration_ms")):
        found.append("meta.duration_ms is not a whole number")
    elif data is None and error is None and not meta.get("not_modified"):
        found.append("data and error are both null without not_modified")
    return found


def has_texts(value: object, *names: str) -> bool:
    """Tell whether a value is an object in which each of the names is a text."""
    return is_object(value) and all(isinstance(value.get(n), str) for n in names)


def is_object(value: object) -> TypeGuard[dict[str, Any]]:
    """Tell whether a value is what JSON calls an object."""
    return isinstance(value, dict)


def is_array(value: object) -> TypeGuard[list[Any]]:
    """Tell whether a value is what JSON calls an array."""
    return isinstance(value, list)
