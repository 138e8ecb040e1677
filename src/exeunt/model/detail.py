"""Why a command failed → ErrorDetail, and where to go instead."""

from __future__ import annotations

from enum import Enum

from ..record import KW_ONLY, Record, final
from .done import expect, refuse
from .entry import is_constant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

TOKEN_CODES = ("TOKEN_EXPIRED", "TOKEN_INVALID", "TOKEN_MISSING")


class Phase(Enum):
    """Where in its run a command failed; validation promises that nothing changed."""

    VALIDATION = "validation"
    EXECUTION = "execution"
    CLEANUP = "cleanup"


class Reason(Enum):
    """Why a command moved."""

    RENAMED = "renamed"
    RESTRUCTURED = "restructured"
    DEPRECATED = "deprecated"
    TYPO_CORRECTED = "typo_corrected"


@final
class Redirect(Record):
    """Where a command moved: `command` is run as it stands."""

    command: str
    _: KW_ONLY
    permanent: bool
    reason: Reason | None = None

    def _check(self) -> None:
        if not isinstance(self.command, str) or not self.command.strip():
            msg = f"a redirect needs the command to run, not {self.command!r}"
            refuse(msg, "give the whole replacement call")
        expect("permanent", self.permanent, bool, "True or False")
        if self.reason is not None:
            expect("reason", self.reason, Reason, "a member of exeunt.Reason")

    def as_dict(self) -> dict[str, Any]:
        """Return the fields that are said."""
        said: dict[str, Any] = {"command": self.command, "permanent": self.permanent}
        return said | ({"reason": self.reason.value} if self.reason else {})


@final
class ErrorDetail(Record):
    """Why a command failed. Callers branch on `code`; `message` is for people."""

    code: str
    message: str
    _: KW_ONLY
    detail: str | None = None
    retryable: bool | None = None
    retry_after: int | None = None
    phase: Phase | None = None
    suggestion: str | None = None
    redirect: Redirect | None = None
    fix_command: str | None = None

    def _check(self) -> None:
        if not is_constant(self.code):
            msg = f"error code {self.code!r} is not a stable name"
            refuse(msg, "use capitals, digits and _: RELEASE_NOT_FOUND")
        expect("message", self.message, str, "a text")
        expect("detail", self.detail, str | None, "a text")
        expect("suggestion", self.suggestion, str | None, "a text")
        expect("fix_command", self.fix_command, str | None, "a text")
        expect("retryable", self.retryable, bool | None, "True, False or left out")
        expect("phase", self.phase, Phase | None, "a member of exeunt.Phase")
        expect("redirect", self.redirect, Redirect | None, "an exeunt.Redirect")
        from ..errors import is_count  # an error is never hot

        if self.retry_after is not None and (
            self.retryable is False or not is_count(self.retry_after)
        ):
            msg = f"retry_after={self.retry_after!r} with retryable={self.retryable}"
            refuse(msg, "give whole seconds, and only when retryable")

    def as_dict(self) -> dict[str, Any]:
        """Return the schema's fields that are said."""
        said = self.as_fields()
        del said["fix_command"]
        said["phase"] = self.phase and self.phase.value
        said["redirect"] = self.redirect and self.redirect.as_dict()
        return {name: value for name, value in said.items() if value is not None}
