"""A redirect → the words to run instead, or why nobody may.

The command is split as a shell splits words and run without one. What would be more
than words to a shell is not run at all: as words it would be another call.
"""

from __future__ import annotations

from ..atlas import is_wrapper
from ..model.actions import Action

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._evidence import Evidence
    from .decision import Decision
    from .policy import MayFollow

QUOTING = ("'", '"', "\\")
BLANKS = {ord(blank): " " for blank in "\t\r"}
OPERATORS = frozenset(";&|<>()\n$`")
EXPANDED = "$`"  # by a shell, in double quotes too
LONGEST = 1 << 17  # characters, which no single word of a call may have


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
    if e.ruled_out:
        return "E36", "It moved, but the envelope says not to try again."
    if not words:
        return "R37", "It moved, and no usable command says where to."
    if e.history.redirected:
        return "K7", "It was redirected already, and one redirect is followed."
    strays = why_it_strays(e.policy.may_follow, e.history.program, words[0])
    return None if strays is None else ("R37", strays)


def why_it_strays(
    may_follow: MayFollow, called: str | None, program: str
) -> str | None:
    """Say why the policy does not let a redirect choose this program, if so."""
    if may_follow == "any":
        return None
    if may_follow == "no":
        return "It moved, and the policy follows no redirect."
    if called is None:
        return "It moved, and nobody said which program was called."
    if program not in (called, called.rpartition("/")[2]):
        return "The redirect names another program than was called."
    if is_wrapper(program):
        return "The redirect names a program that runs any other."
    return None


def split(command: str) -> tuple[str, ...]:
    """Split a command as a shell would; nothing if it cannot be run as words."""
    command = command.strip(" \t\r\n")
    if len(command) >= LONGEST or is_unfit(command) or is_for_a_shell(command):
        return ()
    if not any(mark in command for mark in QUOTING):
        return tuple(word for word in command.translate(BLANKS).split(" ") if word)
    import shlex  # 10 ms, for the few that quote

    try:
        return tuple(shlex.split(command))
    except ValueError:
        return ()


def is_unfit(command: str) -> bool:
    """Tell whether no call can be given these characters."""
    return "\0" in command or any("\ud800" <= mark <= "\udfff" for mark in command)


def is_for_a_shell(command: str) -> bool:
    """Tell whether anything but words stands in a command, outside of its quotes."""
    if OPERATORS.isdisjoint(command):
        return False
    quote, escaped = "", False
    for mark in command:
        if escaped:
            escaped = False
        elif mark == "\\" and quote != "'":
            escaped = True
        elif mark == quote:
            quote = ""
        elif not quote and mark in QUOTING:
            quote = mark
        elif mark in (OPERATORS if not quote else EXPANDED if quote == '"' else ""):
            return True
    return False
