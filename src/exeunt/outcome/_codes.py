"""The fourteen codes → what each promises and what to do next.

The table below is the model: nothing in exeunt branches on a number, everything looks
it up here. Numbers, names, retryability and effects are those of the ExitCode schema.
"""

from __future__ import annotations

from enum import Enum

from .._record import Record


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


class Group(Enum):
    """What a code is about. Membership is data, not arithmetic on the number."""

    SUCCESS = "success"
    EXECUTION = "execution"
    INPUT = "input"
    RESOURCE = "resource"
    AUTH = "auth"
    INFRASTRUCTURE = "infrastructure"
    ROUTING = "routing"


class Action(Enum):
    """What a caller does next: a closed set."""

    PROCEED = "proceed"
    USE_CACHED = "use_cached"
    NEXT_PAGE = "next_page"
    NARROW_QUERY = "narrow_query"
    RETRY = "retry"
    FIX_INPUT = "fix_input"
    FIX_PRECONDITION = "fix_precondition"
    REFRESH_CREDENTIALS = "refresh_credentials"
    ACQUIRE_CREDENTIALS = "acquire_credentials"
    PAY = "pay"
    FOLLOW_REDIRECT = "follow_redirect"
    INSPECT_STATE = "inspect_state"
    ANSWER_PROMPT = "answer_prompt"
    INSTALL_TOOL = "install_tool"
    ESCALATE = "escalate"
    STOP = "stop"


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
    def group(self) -> Group:
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
        return TABLE[self].action

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
        return TABLE[self].advice

    def is_success(self) -> bool:
        """Tell whether the code is in the success group."""
        return self.group is Group.SUCCESS

    def is_execution(self) -> bool:
        """Tell whether the code is in the execution group."""
        return self.group is Group.EXECUTION

    def is_input(self) -> bool:
        """Tell whether the code is in the input group."""
        return self.group is Group.INPUT

    def is_resource(self) -> bool:
        """Tell whether the code is in the resource group."""
        return self.group is Group.RESOURCE

    def is_auth(self) -> bool:
        """Tell whether the code is in the auth group."""
        return self.group is Group.AUTH

    def is_infrastructure(self) -> bool:
        """Tell whether the code is in the infrastructure group."""
        return self.group is Group.INFRASTRUCTURE

    def is_routing(self) -> bool:
        """Tell whether the code is in the routing group."""
        return self.group is Group.ROUTING


class CodeRow(Record):
    """One row of the table."""

    __slots__ = (
        "group",
        "retryable",
        "effects",
        "repeat_identical",
        "action",
        "meaning",
        "advice",
    )
    group: Group
    retryable: Retryable | None
    effects: Effects
    repeat_identical: bool
    action: Action
    meaning: str
    advice: str

    def __init__(  # noqa: PLR0913 - a row has its columns
        self,
        group: Group,
        retryable: Retryable | None,
        effects: Effects,
        *,
        repeat_identical: bool = False,
        action: Action,
        meaning: str,
        advice: str,
    ) -> None:
        self._fill(group, retryable, effects, repeat_identical, action, meaning, advice)


TABLE = {
    ExitCode.SUCCESS: CodeRow(
        Group.SUCCESS,
        None,
        Effects.COMPLETE,
        action=Action.PROCEED,
        meaning="The command did what it was asked to do.",
        advice="Go on.",
    ),
    ExitCode.GENERAL_ERROR: CodeRow(
        Group.EXECUTION,
        Retryable.DEPENDS,
        Effects.UNKNOWN,
        action=Action.INSPECT_STATE,
        meaning="Something failed that no other code describes.",
        advice="Read error.detail and look at the state; assume that some writes "
        "happened.",
    ),
    ExitCode.PARTIAL_FAILURE: CodeRow(
        Group.EXECUTION,
        Retryable.NO,
        Effects.PARTIAL,
        action=Action.INSPECT_STATE,
        meaning="The command began to change things and did not finish.",
        advice="Look at what was written before you do anything else.",
    ),
    ExitCode.ARG_ERROR: CodeRow(
        Group.INPUT,
        Retryable.YES,
        Effects.NONE,
        action=Action.FIX_INPUT,
        meaning="The input was rejected before anything was changed.",
        advice="Correct the call and make it at once; the same call fails again.",
    ),
    ExitCode.PRECONDITION: CodeRow(
        Group.INPUT,
        Retryable.DEPENDS,
        Effects.NONE,
        action=Action.FIX_PRECONDITION,
        meaning="Something that the command needs is not so yet; nothing was changed.",
        advice="Make it so, then call again.",
    ),
    ExitCode.NOT_FOUND: CodeRow(
        Group.RESOURCE,
        Retryable.NO,
        Effects.NONE,
        action=Action.STOP,
        meaning="What the call names does not exist; nothing was changed.",
        advice="Stop, or create it first.",
    ),
    ExitCode.CONFLICT: CodeRow(
        Group.RESOURCE,
        Retryable.NO,
        Effects.NONE,
        action=Action.FIX_PRECONDITION,
        meaning="It exists already, or has changed meanwhile; nothing was changed.",
        advice="Delete, rename or take the newer version, then decide anew.",
    ),
    ExitCode.PERMISSION_DENIED: CodeRow(
        Group.AUTH,
        Retryable.NO,
        Effects.NONE,
        action=Action.ESCALATE,
        meaning="The credentials are good, but do not allow this.",
        advice="Stop; someone with the right to it must act, or take another way.",
    ),
    ExitCode.AUTH_REQUIRED: CodeRow(
        Group.AUTH,
        Retryable.AFTER_FIX,
        Effects.NONE,
        action=Action.ACQUIRE_CREDENTIALS,
        meaning="The credentials themselves are missing, invalid or expired.",
        advice="Read error.code: TOKEN_EXPIRED, refresh and call once more; "
        "TOKEN_MISSING or TOKEN_INVALID, get new ones.",
    ),
    ExitCode.PAYMENT_REQUIRED: CodeRow(
        Group.AUTH,
        Retryable.AFTER_FIX,
        Effects.NONE,
        action=Action.PAY,
        meaning="The service wants to be paid first.",
        advice="Pay (x402) only if you were allowed to, then call again.",
    ),
    ExitCode.TIMEOUT: CodeRow(
        Group.INFRASTRUCTURE,
        Retryable.YES,
        Effects.PARTIAL,
        action=Action.INSPECT_STATE,
        meaning="Time ran out; some of the work may have been done.",
        advice="Look at the state, then back off and call again; repeat blindly only "
        "what is declared free of effects.",
    ),
    ExitCode.RATE_LIMITED: CodeRow(
        Group.INFRASTRUCTURE,
        Retryable.YES,
        Effects.NONE,
        repeat_identical=True,
        action=Action.RETRY,
        meaning="Too many calls; this one was not carried out.",
        advice="Wait error.retry_after seconds (60 if it does not say), then repeat "
        "the call.",
    ),
    ExitCode.UNAVAILABLE: CodeRow(
        Group.INFRASTRUCTURE,
        Retryable.YES,
        Effects.NONE,
        repeat_identical=True,
        action=Action.RETRY,
        meaning="A service the command needs is down for the moment.",
        advice="Repeat the call after 1 s, 2 s, 4 s … up to 5 min; three attempts, "
        "then escalate.",
    ),
    ExitCode.REDIRECTED: CodeRow(
        Group.ROUTING,
        Retryable.YES,
        Effects.NONE,
        action=Action.FOLLOW_REDIRECT,
        meaning="The command moved; nothing was changed.",
        advice="Run error.redirect.command as it stands; if it is permanent, never "
        "use the old form again.",
    ),
}

for _code, _row in TABLE.items():
    _code.__doc__ = _row.meaning
