"""Outcome → ResponseEnvelope: the one factory, and the five keys that always stand.

`ok` cannot be set: it is read off the exit code. Handlers never build an envelope;
they return data or fail, and `respond()` makes the envelope after them.
"""

from __future__ import annotations

from ..errors import OutcomeError, is_count
from ..record import KW_ONLY, Of, Record, T_co, final, made, rebuild
from .done import check_page, extras
from .json import calm
from .said import KEYS, SCHEMA_VERSION, check_call, keys, parts_of, written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, TypeGuard

    from .detail import ErrorDetail
    from .entry import Code
    from .outcome import Outcome


@final
class ResponseMeta(Record):
    """About the call: how long it took, and whether there is more."""

    _: KW_ONLY
    duration_ms: int
    request_id: str | None = None
    schema_version: str | None = None
    not_modified: bool = False
    truncated: bool = False
    cursor: str | None = None
    extra: Mapping[str, object] = made(default_factory=dict)

    def _check(self) -> None:
        check_call(self.duration_ms, self.request_id)
        if self.schema_version is not None and not is_version(self.schema_version):
            msg = f"schema_version {self.schema_version!r} is not like 1.0"
            raise OutcomeError(msg, fix="write major.minor")
        check_page(self.not_modified, self.truncated, self.cursor)
        self._put(extra=extras(self.extra))

    def as_dict(self) -> dict[str, Any]:
        """Return the required field and whatever else is said."""
        return written(self.as_fields())


@final
class ResponseEnvelope(Record, Of[T_co]):
    """What a command says when it ends. Only respond() makes one."""

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
        """Whether the exit code is SUCCESS, which has no error: derived, never set."""
        return self.error is None

    def as_dict(self) -> dict[str, Any]:
        """Return the five keys, in their order, ready for JSON."""
        return keys(self.data, self.error, self.warnings, self.meta.as_dict())

    def to_json(self) -> str:
        """Write the envelope as one ASCII line."""
        return calm(self.as_dict())


def respond(
    outcome: Outcome[T_co],
    *,
    duration_ms: int = 0,
    request_id: str | None = None,
    schema_version: str | None = SCHEMA_VERSION,
) -> ResponseEnvelope[T_co]:
    """Make the envelope for an outcome: the only way to get one."""
    parts = parts_of(outcome)
    meta = ResponseMeta(
        duration_ms=duration_ms,
        request_id=request_id,
        schema_version=schema_version,
        **outcome.meta(),
    )
    return rebuild(ResponseEnvelope, outcome.code, *parts, meta)  # pyright: ignore[reportUnknownVariableType]


def problems(document: object, code: int) -> list[str]:
    """Say what is wrong with an envelope that came with a process's exit code."""
    from .codes import ExitCode  # for who reads an envelope

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


def is_version(text: object) -> bool:
    """Tell whether a text is major.minor."""
    parts = text.split(".") if isinstance(text, str) and text.isascii() else ()
    return len(parts) == 2 and all(part.isdigit() for part in parts)  # noqa: PLR2004
