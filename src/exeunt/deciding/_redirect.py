"""A redirect → the words to run instead, or why nobody may.

The command is split as a shell splits words and run without one. What would be more
than words to a shell is not run at all: as words it would be another call. It is run
unasked only on evidence about the called file from before the run (K29).
"""

from __future__ import annotations

from ..model.actions import Action

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ._evidence import Evidence
    from .decision import Decision
    from .policy import MayFollow

QUOTING = ("'", '"', "\\")
BLANKS = {ord(blank): " " for blank in "\t\r"}
OPERATORS = frozenset(";&|<>()\n$`")
EXPANDED = "$`"  # by a shell, in double quotes too
LONGEST = 1 << 17  # characters, which no single word of a call may have


def follow(e: Evidence) -> Decision:
    """R37, R38, R39, K29: run what the redirect says, once; unasked where it may be."""
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
    history = e.history
    mine = unasked(e.policy.may_follow, history.words, words, history.manifest)
    if mine is None:
        because = "It moved, and nothing known before the run vouches for where to."
        return e.decide(Action.FOLLOW_REDIRECT, "K29", because, command=words)
    if e.redirect is not None and e.redirect.permanent:
        rule, because = "R38", "It moved for good: note that first, then run the new."
    else:
        rule, because = "R39", "It moved for this call; the old form stays in use."
    return e.decide(Action.FOLLOW_REDIRECT, rule, because, command=mine)


def why_not(e: Evidence, words: tuple[str, ...]) -> tuple[str, str] | None:
    """Name the clause and the reason for not following, if there is one."""
    if e.ruled_out:
        return "E36", "It moved, but the envelope says not to try again."
    if not words:
        return "R37", "It moved, and no usable command says where to."
    if e.history.redirected:
        return "K7", "It was redirected already, and one redirect is followed."
    called = e.history.program or "".join(e.history.words[:1])
    if e.policy.may_follow != "any" and strays(called, words[0]):
        return "R37", "The redirect names another program than was called."
    return None


def strays(called: str, program: str) -> bool:
    """Tell whether a redirect names another program than was called, if we know it."""
    return bool(called) and program not in (called, called.rpartition("/")[2])


def unasked(
    may_follow: MayFollow,
    called: Sequence[str],
    new: tuple[str, ...],
    manifest: Mapping[str, object] | None,
) -> tuple[str, ...] | None:
    """Return the words that may be run with nobody asked; None if none may."""
    if may_follow == "any":
        return new
    if may_follow == "no" or manifest is None or not called:
        return None
    from ._vouched import vouched  # for who has a manifest

    return vouched(called, new, manifest)


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
