"""Why a command failed → ErrorDetail, and where to go instead."""

from __future__ import annotations

from enum import Enum

from ..errors import OutcomeError, expect, is_count
from ..record import Record, final
from .entry import is_constant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .reason import Reason

TOKEN_CODES = ("TOKEN_EXPIRED", "TOKEN_INVALID", "TOKEN_MISSING")


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
            from .reason import Reason  # few redirects, many exits

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
