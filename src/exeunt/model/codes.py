"""The fourteen codes → what each promises and what to do next.

The table below is the model: nothing in exeunt branches on a number, everything looks
it up here. Numbers, names, retryability and effects are those of the ExitCode schema.
"""

from enum import Enum

# No `from __future__ import annotations`: that is a file to read as well.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, Self

    from .actions import Action

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
    """What a command means by ending. A plain Enum: `5` is never equal to a member.

    The columns: number, group, retryable (None at SUCCESS, where the question is
    moot), effects, one sentence on what happened, and whether the unchanged call may be
    repeated after the code's own wait.
    """

    _value_: int
    group: "GroupName"
    retryable: Retryable | None
    effects: Effects
    repeat_identical: bool
    meaning: str

    if TYPE_CHECKING:  # an Enum with a __new__ of its own has values of type Any

        @property
        def value(self) -> int:
            """The number, for the wire and for the process's exit."""
            ...

    def __new__(  # noqa: PLR0913 - a row has its columns
        cls,
        number: int,
        group: "GroupName",
        retryable: Retryable | None,
        effects: Effects,
        meaning: str,
        repeat_identical: bool = False,
    ) -> "Self":
        """Make a member of its row."""
        code = object.__new__(cls)
        code._value_ = number
        code.group = group
        code.retryable = retryable
        code.effects = effects
        code.repeat_identical = repeat_identical
        code.meaning = code.__doc__ = meaning
        return code

    SUCCESS = (
        0,
        "success",
        None,
        Effects.COMPLETE,
        "The command did what it was asked to do.",
    )
    GENERAL_ERROR = (
        1,
        "execution",
        Retryable.DEPENDS,
        Effects.UNKNOWN,
        "Something failed that no other code describes.",
    )
    PARTIAL_FAILURE = (
        2,
        "execution",
        Retryable.NO,
        Effects.PARTIAL,
        "The command began to change things and did not finish.",
    )
    ARG_ERROR = (
        3,
        "input",
        Retryable.YES,
        Effects.NONE,
        "The input was rejected before anything was changed.",
    )
    PRECONDITION = (
        4,
        "input",
        Retryable.DEPENDS,
        Effects.NONE,
        "Something that the command needs is not so yet; nothing was changed.",
    )
    NOT_FOUND = (
        5,
        "resource",
        Retryable.NO,
        Effects.NONE,
        "What the call names does not exist; nothing was changed.",
    )
    CONFLICT = (
        6,
        "resource",
        Retryable.NO,
        Effects.NONE,
        "It exists already, or has changed meanwhile; nothing was changed.",
    )
    PERMISSION_DENIED = (
        7,
        "auth",
        Retryable.NO,
        Effects.NONE,
        "The credentials are good, but do not allow this.",
    )
    AUTH_REQUIRED = (
        8,
        "auth",
        Retryable.AFTER_FIX,
        Effects.NONE,
        "The credentials themselves are missing, invalid or expired.",
    )
    PAYMENT_REQUIRED = (
        9,
        "auth",
        Retryable.AFTER_FIX,
        Effects.NONE,
        "The service wants to be paid first.",
    )
    TIMEOUT = (
        10,
        "infrastructure",
        Retryable.YES,
        Effects.PARTIAL,
        "Time ran out; some of the work may have been done.",
    )
    RATE_LIMITED = (
        11,
        "infrastructure",
        Retryable.YES,
        Effects.NONE,
        "Too many calls; this one was not carried out.",
        True,
    )
    UNAVAILABLE = (
        12,
        "infrastructure",
        Retryable.YES,
        Effects.NONE,
        "A service the command needs is down for the moment.",
        True,
    )
    REDIRECTED = (
        13,
        "routing",
        Retryable.YES,
        Effects.NONE,
        "The command moved; nothing was changed.",
    )

    @property
    def action(self) -> "Action":
        """What a caller does next when nothing but the code is known."""
        from .actions import NEXT  # the caller's side, when asked for

        return NEXT[self.name][0]

    @property
    def advice(self) -> str:
        """One sentence on what to do about it."""
        from .actions import NEXT

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
