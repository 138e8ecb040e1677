"""The demo → what it plays: eight calls of `exeunt run`, and one that loops.

Everything else about a scene (how it ends, what that means, what is next) is found out
by playing it. `instead_of` is what a caller would do that goes by the number alone; it
is told where the scene came to the action that it stands beside.
"""

from __future__ import annotations

from ...model.actions import Action
from ...record import Record, final

SESSION = "delete"  # the name of the session in which the prompt waits
FILES = {
    "play.txt": "Who's there?\nNay, answer me: stand, and unfold yourself.\n",
    "notes.txt": "Dagger\nSkull\n",
    "more.txt": "Crown\n\nHandkerchief\n",
}


@final
class Scene(Record):
    """One call of `exeunt run`, with its words, and what its server has in store."""

    name: str
    title: str
    words: tuple[str, ...]  # after `exeunt run`
    action: Action
    instead_of: str
    server: tuple[str, ...] = ()


SCENES = (
    Scene(
        "no_match",
        "A search without a match",
        ("grep", "-q", "ghost", "play.txt"),
        Action.PROCEED,
        "a failure, though it is not 0: a script with set -e would end here",
    ),
    Scene(
        "rate_limit",
        "A rate limit",
        ("notes", "push"),
        Action.RETRY,
        "at once: it would be refused again",
        server=("busy",),
    ),
    Scene(
        "expired_token",
        "An expired token",
        ("notes", "pull"),
        Action.REFRESH_CREDENTIALS,
        "again with the same token: no number of tries helps",
        server=("expired",),
    ),
    Scene(
        "rename",
        "A command that was renamed",
        ("notes", "edit", "1", "Candle"),
        Action.FOLLOW_REDIRECT,
        "a guess from the message: that is for people",
    ),
    Scene(
        "partial_failure",
        "A partial failure",
        ("notes", "import", "more.txt"),
        Action.INSPECT_STATE,
        "again from the start: two notes would be there twice",
    ),
    Scene(
        "timeout",
        "A command that does not end",
        ("--timeout", "1", "notes", "publish"),
        Action.INSPECT_STATE,
        "again from the start: what was sent would be sent twice",
    ),
    Scene(
        "prompt",
        "A question",
        ("--pty", "--session", SESSION, "--keep", "1m", "notes", "delete", "1"),
        Action.ANSWER_PROMPT,
        "waiting for ever: nobody else sees the question",
    ),
    Scene(
        "missing_tool",
        "A tool that is not there",
        ("notez", "push"),
        Action.INSTALL_TOOL,
        "again: 127 looks like any other failure, and is none",
    ),
)
# The last scene: a server that is busy first, and then does not take the token.
LOOP = ("--retry", "--refresh", "notes login", "notes", "push")
LOOP_SERVER = ("busy", "expired")
