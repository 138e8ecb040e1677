"""A redirect → the words to run instead, or why nobody may.

The command is split as a shell splits words and run without one, so that nothing in it
can mean anything else than words.
"""

from __future__ import annotations

from ..outcome._actions import Action

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._decision import Decision
    from ._evidence import Evidence

QUOTING = ("'", '"', "\\")
BLANKS = {ord(blank): " " for blank in "\t\r\n"}


def follow(e: Evidence) -> Decision:
    """R37, R38, R39: run what the redirect says, once, where that is allowed."""
    if not e.enveloped:
        return e.decide(
            Action.FOLLOW_REDIRECT,
            "E16",
            "It moved; only error.redirect of its envelope says where to.",
        )
    words = () if e.redirect is None else split(e.redirect.command)
    refusal = why_not(e, words)
    if refusal is not None:
        return e.decide(Action.ESCALATE, *refusal)
    if e.redirect is not None and e.redirect.permanent:
        rule, because = "R38", "It moved for good: note that first, then run the new."
    else:
        rule, because = "R39", "It moved for this call; the old form stays in use."
    return e.decide(Action.FOLLOW_REDIRECT, rule, because, command=words)


def why_not(e: Evidence, words: tuple[str, ...]) -> tuple[str, str] | None:
    """Name the clause and the reason for not following, if there is one."""
    if e.said_retryable is False:
        return "E36", "It moved, but the envelope says not to try again."
    if not words:
        return "R37", "It moved, and no usable command says where to."
    if e.history.redirected:
        return "K7", "It was redirected already, and one redirect is followed."
    if e.policy.may_follow == "no":
        return "R37", "It moved, and the policy follows no redirect."
    called = e.history.program
    if e.policy.may_follow == "same_program" and leads_elsewhere(called, words):
        return "R37", "The redirect names another program than was called."
    return None


def leads_elsewhere(called: str | None, words: tuple[str, ...]) -> bool:
    """Tell whether a redirect leaves the program that was called, as far as known."""
    return called is not None and words[0] not in (called, called.rpartition("/")[2])


def split(command: str) -> tuple[str, ...]:
    """Split a command as a shell would; nothing if it cannot be run as words."""
    if "\0" in command:
        return ()
    if not any(mark in command for mark in QUOTING):
        return tuple(word for word in command.translate(BLANKS).split(" ") if word)
    import shlex  # noqa: PLC0415 - 10 ms, for the few that quote

    try:
        return tuple(shlex.split(command))
    except ValueError:
        return ()
