"""A code → what a caller does next: the other half of the table in `codes`.

Apart from it because whoever leaves needs only the promises; this is for who watches.
"""

from __future__ import annotations

from enum import Enum


class Action(Enum):
    """What a caller does next: a closed set."""

    PROCEED = "proceed"
    REVIEW_FINDINGS = "review_findings"
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


# By the name of the code: the action, and the sentence that says it.
NEXT = {
    "SUCCESS": (
        Action.PROCEED,
        "Go on.",
    ),
    "GENERAL_ERROR": (
        Action.INSPECT_STATE,
        "Read error.detail and look at the state; assume that some writes happened.",
    ),
    "PARTIAL_FAILURE": (
        Action.INSPECT_STATE,
        "Look at what was written before you do anything else.",
    ),
    "ARG_ERROR": (
        Action.FIX_INPUT,
        "Correct the call and make it at once; the same call fails again.",
    ),
    "PRECONDITION": (
        Action.FIX_PRECONDITION,
        "Make it so, then call again.",
    ),
    "NOT_FOUND": (
        Action.STOP,
        "Stop, or create it first.",
    ),
    "CONFLICT": (
        Action.FIX_PRECONDITION,
        "Delete, rename or take the newer version, then decide anew.",
    ),
    "PERMISSION_DENIED": (
        Action.ESCALATE,
        "Stop; someone with the right to it must act, or take another way.",
    ),
    "AUTH_REQUIRED": (
        Action.ACQUIRE_CREDENTIALS,
        (
            "Read error.code: TOKEN_EXPIRED, refresh and call once more; "
            "TOKEN_MISSING or TOKEN_INVALID, get new ones."
        ),
    ),
    "PAYMENT_REQUIRED": (
        Action.PAY,
        "Pay (x402) only if you were allowed to, then call again.",
    ),
    "TIMEOUT": (
        Action.INSPECT_STATE,
        (
            "Look at the state, then back off and call again; repeat blindly only "
            "what is declared free of effects."
        ),
    ),
    "RATE_LIMITED": (
        Action.RETRY,
        "Wait error.retry_after seconds (60 if it does not say), then repeat the call.",
    ),
    "UNAVAILABLE": (
        Action.RETRY,
        (
            "Repeat the call after 1 s, 2 s, 4 s … up to 5 min; three attempts, "
            "then escalate."
        ),
    ),
    "REDIRECTED": (
        Action.FOLLOW_REDIRECT,
        (
            "Run error.redirect.command as it stands; if it is permanent, never "
            "use the old form again."
        ),
    ),
}

# Used where the model's own advice is about something else.
SENTENCES = {
    Action.PROCEED: "Go on.",
    Action.REVIEW_FINDINGS: "Read what it found and settle that; it did its job.",
    Action.USE_CACHED: "Use what you have kept; it has not changed.",
    Action.NEXT_PAGE: "Fetch the next page with --cursor before you conclude anything.",
    Action.NARROW_QUERY: "Ask for less: this was cut, and the rest is out of reach.",
    Action.RETRY: "Wait, then repeat the call.",
    Action.FIX_INPUT: "Correct the call; the same call fails again.",
    Action.FIX_PRECONDITION: "Put right what the message names, then call again.",
    Action.REFRESH_CREDENTIALS: "Refresh the token, then call once more.",
    Action.ACQUIRE_CREDENTIALS: "Get new credentials, then call again.",
    Action.PAY: "Pay (x402) only if you were allowed to, then call again.",
    Action.FOLLOW_REDIRECT: "Run error.redirect.command as it stands.",
    Action.INSPECT_STATE: "Look at the output and at the state before you repeat it.",
    Action.ANSWER_PROMPT: "Give it one with --input.",
    Action.INSTALL_TOOL: "Install the tool, or correct its name or PATH.",
    Action.ESCALATE: "Stop and report it; repeating will not help.",
    Action.STOP: "Stop.",
}
