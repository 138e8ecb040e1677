"""The fourteen codes → what each promises and what to do next.

The table below is the model: nothing in exeunt branches on a number, everything looks
it up here. Numbers, names, retryability and effects are those of the ExitCode schema.
"""

from __future__ import annotations

from enum import Enum

from .._record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from ._actions import Action

    GroupName = Literal[
        "success",
        "execution",
        "input",
        "resource",
        "auth",
        "infrastructure",
        "routing",
    ]


class Retryable(Enum):
    """May the call be made again? The table's word, before any entry or envelope."""

    YES = "yes"
    NO = "no"
    DEPENDS = "depends"
    AFTER_FIX = "after_fix"  # the star of codes 8 and 9: once the cause is resolved


class Effects(Enum):
    """How far the command got in changing the world."""

    NONE = "none"
    PARTIAL = "partial"
    COMPLETE = "complete"
    UNKNOWN = "unknown"


class ExitCode(Enum):
    """What a command means by ending. A plain Enum: `5` is never equal to a member."""

    SUCCESS = 0
    GENERAL_ERROR = 1
    PARTIAL_FAILURE = 2
    ARG_ERROR = 3
    PRECONDITION = 4
    NOT_FOUND = 5
    CONFLICT = 6
    PERMISSION_DENIED = 7
    AUTH_REQUIRED = 8
    PAYMENT_REQUIRED = 9
    TIMEOUT = 10
    RATE_LIMITED = 11
    UNAVAILABLE = 12
    REDIRECTED = 13

    @property
    def group(self) -> GroupName:
        """What the code is about."""
        return TABLE[self].group

    @property
    def retryable(self) -> Retryable | None:
        """May the call be made again? None at SUCCESS, where the question is moot."""
        return TABLE[self].retryable

    @property
    def effects(self) -> Effects:
        """How far the command got."""
        return TABLE[self].effects

    @property
    def action(self) -> Action:
        """What a caller does next when nothing but the code is known."""
        from ._actions import NEXT  # noqa: PLC0415 - the caller's side, when asked for

        return NEXT[self.name][0]

    @property
    def repeat_identical(self) -> bool:
        """Whether the unchanged call may be made again, after the code's own wait."""
        return TABLE[self].repeat_identical

    @property
    def meaning(self) -> str:
        """One sentence on what happened."""
        return TABLE[self].meaning

    @property
    def advice(self) -> str:
        """One sentence on what to do about it."""
        from ._actions import NEXT  # noqa: PLC0415 - as above

        return NEXT[self.name][1]

    def is_success(self) -> bool:
        """Tell whether the code is in the success group."""
        return self.group == "success"

    def is_execution(self) -> bool:
        """Tell whether the code is in the execution group."""
        return self.group == "execution"

    def is_input(self) -> bool:
        """Tell whether the code is in the input group."""
        return self.group == "input"

    def is_resource(self) -> bool:
        """Tell whether the code is in the resource group."""
        return self.group == "resource"

    def is_auth(self) -> bool:
        """Tell whether the code is in the auth group."""
        return self.group == "auth"

    def is_infrastructure(self) -> bool:
        """Tell whether the code is in the infrastructure group."""
        return self.group == "infrastructure"

    def is_routing(self) -> bool:
        """Tell whether the code is in the routing group."""
        return self.group == "routing"


class CodeRow(Record):
    """One row of the table."""

    __slots__ = (
        "group",
        "retryable",
        "effects",
        "repeat_identical",
        "meaning",
    )
    group: GroupName
    retryable: Retryable | None
    effects: Effects
    repeat_identical: bool
    meaning: str

    def __init__(
        self,
        group: GroupName,
        retryable: Retryable | None,
        effects: Effects,
        *,
        repeat_identical: bool = False,
        meaning: str,
    ) -> None:
        self._fill(group, retryable, effects, repeat_identical, meaning)


TABLE = {
    ExitCode.SUCCESS: CodeRow(
        "success",
        None,
        Effects.COMPLETE,
        meaning="The command did what it was asked to do.",
    ),
    ExitCode.GENERAL_ERROR: CodeRow(
        "execution",
        Retryable.DEPENDS,
        Effects.UNKNOWN,
        meaning="Something failed that no other code describes.",
    ),
    ExitCode.PARTIAL_FAILURE: CodeRow(
        "execution",
        Retryable.NO,
        Effects.PARTIAL,
        meaning="The command began to change things and did not finish.",
    ),
    ExitCode.ARG_ERROR: CodeRow(
        "input",
        Retryable.YES,
        Effects.NONE,
        meaning="The input was rejected before anything was changed.",
    ),
    ExitCode.PRECONDITION: CodeRow(
        "input",
        Retryable.DEPENDS,
        Effects.NONE,
        meaning="Something that the command needs is not so yet; nothing was changed.",
    ),
    ExitCode.NOT_FOUND: CodeRow(
        "resource",
        Retryable.NO,
        Effects.NONE,
        meaning="What the call names does not exist; nothing was changed.",
    ),
    ExitCode.CONFLICT: CodeRow(
        "resource",
        Retryable.NO,
        Effects.NONE,
        meaning="It exists already, or has changed meanwhile; nothing was changed.",
    ),
    ExitCode.PERMISSION_DENIED: CodeRow(
        "auth",
        Retryable.NO,
        Effects.NONE,
        meaning="The credentials are good, but do not allow this.",
    ),
    ExitCode.AUTH_REQUIRED: CodeRow(
        "auth",
        Retryable.AFTER_FIX,
        Effects.NONE,
        meaning="The credentials themselves are missing, invalid or expired.",
    ),
    ExitCode.PAYMENT_REQUIRED: CodeRow(
        "auth",
        Retryable.AFTER_FIX,
        Effects.NONE,
        meaning="The service wants to be paid first.",
    ),
    ExitCode.TIMEOUT: CodeRow(
        "infrastructure",
        Retryable.YES,
        Effects.PARTIAL,
        meaning="Time ran out; some of the work may have been done.",
    ),
    ExitCode.RATE_LIMITED: CodeRow(
        "infrastructure",
        Retryable.YES,
        Effects.NONE,
        repeat_identical=True,
        meaning="Too many calls; this one was not carried out.",
    ),
    ExitCode.UNAVAILABLE: CodeRow(
        "infrastructure",
        Retryable.YES,
        Effects.NONE,
        repeat_identical=True,
        meaning="A service the command needs is down for the moment.",
    ),
    ExitCode.REDIRECTED: CodeRow(
        "routing",
        Retryable.YES,
        Effects.NONE,
        meaning="The command moved; nothing was changed.",
    ),
}

for _code, _row in TABLE.items():
    _code.__doc__ = _row.meaning
