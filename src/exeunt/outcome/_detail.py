"""Why a command failed, and about the call → the records inside an envelope."""

from __future__ import annotations

from enum import Enum

from .._record import Record, final
from ..errors import OutcomeError
from ._entry import is_constant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ._reason import Reason

TOKEN_CODES = ("TOKEN_EXPIRED", "TOKEN_INVALID", "TOKEN_MISSING")

META_FIELDS = (
    "duration_ms",
    "request_id",
    "schema_version",
    "not_modified",
    "truncated",
    "cursor",
)


class Phase(Enum):
    """Where in its run a command failed; validation promises that nothing changed."""

    VALIDATION = "validation"
    EXECUTION = "execution"
    CLEANUP = "cleanup"


@final
class Redirect(Record):
    """Where a command moved: `command` is run as it stands."""

    __slots__ = ("command", "permanent", "reason")
    command: str
    permanent: bool
    reason: Reason | None

    def __init__(
        self, command: str, *, permanent: bool, reason: Reason | None = None
    ) -> None:
        if not isinstance(command, str) or not command.strip():
            msg = f"a redirect needs the command to run, not {command!r}"
            raise OutcomeError(msg, fix="give the whole replacement call")
        expect("permanent", permanent, bool, "True or False")
        if reason is not None:
            from ._reason import Reason  # noqa: PLC0415 - few redirects, many exits

            expect("reason", reason, Reason, "a member of exeunt.Reason")
        self._fill(command, permanent, reason)

    def as_dict(self) -> dict[str, Any]:
        """Return the fields that are said."""
        said: dict[str, Any] = {"command": self.command, "permanent": self.permanent}
        return said | ({"reason": self.reason.value} if self.reason else {})


@final
class ErrorDetail(Record):
    """Why a command failed. Callers branch on `code`; `message` is for people."""

    __slots__ = (
        "code",
        "message",
        "detail",
        "retryable",
        "retry_after",
        "phase",
        "suggestion",
        "redirect",
        "fix_command",
    )
    code: str
    message: str
    detail: str | None
    retryable: bool | None
    retry_after: int | None
    phase: Phase | None
    suggestion: str | None
    redirect: Redirect | None
    fix_command: str | None

    def __init__(  # noqa: PLR0913 - the fields of the schema
        self,
        code: str,
        message: str,
        *,
        detail: str | None = None,
        retryable: bool | None = None,
        retry_after: int | None = None,
        phase: Phase | None = None,
        suggestion: str | None = None,
        redirect: Redirect | None = None,
        fix_command: str | None = None,
    ) -> None:
        if not is_constant(code):
            msg = f"error code {code!r} is not a stable name"
            raise OutcomeError(msg, fix="use capitals, digits and _: RELEASE_NOT_FOUND")
        expect("message", message, str, "a text")
        expect("detail", detail, str | None, "a text")
        expect("suggestion", suggestion, str | None, "a text")
        expect("fix_command", fix_command, str | None, "a text")
        expect("retryable", retryable, bool | None, "True, False or left out")
        expect("phase", phase, Phase | None, "a member of exeunt.Phase")
        expect("redirect", redirect, Redirect | None, "an exeunt.Redirect")
        if retry_after is not None and (
            retryable is False or not is_count(retry_after)
        ):
            msg = f"retry_after={retry_after!r} with retryable={retryable}"
            raise OutcomeError(msg, fix="give whole seconds, and only when retryable")
        self._fill(
            code,
            message,
            detail,
            retryable,
            retry_after,
            phase,
            suggestion,
            redirect,
            fix_command,
        )

    def as_dict(self) -> dict[str, Any]:
        """Return the schema's fields that are said."""
        said = {
            "code": self.code,
            "message": self.message,
            "detail": self.detail,
            "retryable": self.retryable,
            "retry_after": self.retry_after,
            "phase": self.phase.value if self.phase else None,
            "suggestion": self.suggestion,
            "redirect": self.redirect.as_dict() if self.redirect else None,
        }
        return {name: value for name, value in said.items() if value is not None}


@final
class ResponseMeta(Record):
    """About the call: how long it took, and whether there is more."""

    __slots__ = (*META_FIELDS, "extra")
    duration_ms: int
    request_id: str | None
    schema_version: str | None
    not_modified: bool
    truncated: bool
    cursor: str | None
    extra: Mapping[str, object]

    def __init__(  # noqa: PLR0913 - the fields of the schema
        self,
        *,
        duration_ms: int,
        request_id: str | None = None,
        schema_version: str | None = None,
        not_modified: bool = False,
        truncated: bool = False,
        cursor: str | None = None,
        extra: Mapping[str, object] | None = None,
    ) -> None:
        if not is_count(duration_ms):
            msg = f"duration_ms is a whole number of milliseconds, not {duration_ms!r}"
            raise OutcomeError(msg, fix="round it down")
        if schema_version is not None and not is_version(schema_version):
            msg = f"schema_version {schema_version!r} is not like 1.0"
            raise OutcomeError(msg, fix="write major.minor")
        expect("request_id", request_id, str | None, "a text")
        check_page(not_modified, truncated, cursor)
        self._fill(
            duration_ms,
            request_id,
            schema_version,
            not_modified,
            truncated,
            cursor,
            extras(extra),
        )

    def as_dict(self) -> dict[str, Any]:
        """Return the required field and whatever else is said."""
        said = {
            "request_id": self.request_id,
            "schema_version": self.schema_version,
            "not_modified": self.not_modified or None,
            "truncated": self.truncated or None,
            "cursor": self.cursor,
        }
        return {
            "duration_ms": self.duration_ms,
            **{name: value for name, value in said.items() if value is not None},
            **self.extra,
        }


def expect(name: str, value: object, kind: Any, what: str) -> None:
    """Refuse a field that is not of its kind."""
    if not isinstance(value, kind):
        msg = f"{name} is {what}, not {value!r}"
        raise OutcomeError(msg, fix=f"pass {what}")


def check_page(not_modified: object, truncated: object, cursor: object) -> None:
    """Refuse what meta could not say about the data."""
    expect("not_modified", not_modified, bool, "True or False")
    expect("truncated", truncated, bool, "True or False")
    expect("cursor", cursor, str | None, "a text")


def extras(extra: Mapping[str, object] | None) -> dict[str, object]:
    """Copy what is said about a call beside the fields of the schema."""
    try:
        copied = {} if extra is None else {**extra}
    except TypeError:
        msg = f"extra is a mapping, not {extra!r}"
        raise OutcomeError(msg, fix="pass a dict") from None
    for name in copied:
        expect("a name in extra", name, str, "a text")
        if name in META_FIELDS:
            msg = f"meta.{name} is the schema's own field"
            raise OutcomeError(msg, fix=f"pass {name}=..., not as an extra")
    return copied


def is_count(value: object) -> bool:
    """Tell whether a value is a whole number that is not negative, and no bool."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def is_version(text: object) -> bool:
    """Tell whether a text is major.minor."""
    parts = text.split(".") if isinstance(text, str) and text.isascii() else ()
    return len(parts) == 2 and all(part.isdigit() for part in parts)  # noqa: PLR2004
