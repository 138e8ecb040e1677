"""What is worth saying of an end → at most 40 tokens of plain ASCII.

It is decided here how long a line may be, and what of a command's words may stand in
it: names alone, and no secret is one.
"""

from __future__ import annotations

from ..model.actions import Action
from ..model.codes import Effects
from ..model.ending import Exited
from ..model.row import Certainty, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..dialects.reading import Reading
    from ..model.ending import Ending
    from ._worth import Judged

MOST = 40  # tokens, of four bytes each, or a word each where that is more
PER_TOKEN = 4
THIRD = 3
NAME = 16  # characters of a name that no table knows
DIGITS = 4  # in such a name; a token has more
SHELLS_OWN = (126, 127)  # codes that a shell itself ends with
PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789._+-[")
ORDINALS = {3: "third", 4: "fourth", 5: "fifth"}
ENDINGS = {1: "st", 2: "nd", 3: "rd"}
NEXT = {
    Action.RETRY: "wait, then retry",
    Action.INSPECT_STATE: "look at the state before you repeat it",
    Action.ESCALATE: "do not repeat it; ask a person",
    Action.FIX_INPUT: "correct the call; as it is it fails again",
    Action.FIX_PRECONDITION: "put that right first, then repeat it",
    Action.REFRESH_CREDENTIALS: "refresh the token, then repeat it once",
    Action.ACQUIRE_CREDENTIALS: "get credentials first; as it is it fails again",
    Action.PAY: "it wants to be paid; ask a person",
    Action.FOLLOW_REDIRECT: "it has moved; use what it names",
    Action.INSTALL_TOOL: "install it, or correct its name",
    Action.STOP: "do not repeat it as it is",
    Action.REVIEW_FINDINGS: "read what it found",
    Action.ANSWER_PROMPT: "it waits for an answer",
}
NOTHING_DONE = "(nothing was changed)"


def worded(found: Judged, times: int = 0) -> str | None:
    """Put it into words; None where there is nothing to say."""
    again = times >= THIRD
    if not found.says and not again:
        return None
    reading = found.reading
    what = meant(reading)
    then = next_of(found)
    if found.stage is not None:
        name = named(found.stage.words)
        rest = (
            f"behind {named(found.behind)}" if found.behind else "and the line went on"
        )
        head = f"{name} ended with {found.stage.status} {rest}"
    else:
        head = f"{source_of(reading)} {reading.ending.shell_code}"
    if again:
        then = f"the {ordinal(times)} time with the same end: change something first"
        return shortest(head, *([(what, then)] if found.says else []), (then, ""))
    return shortest(head, (what, then), (what, ""), ("", then), ("", ""))


def ordinal(number: int) -> str:
    """Say which time it is: third, 12th, 21st."""
    teens = number // 10 % 10 == 1
    ending = "th" if teens else ENDINGS.get(number % 10, "th")
    return ORDINALS.get(number, f"{number}{ending}")


def shortest(head: str, *tails: tuple[str, str]) -> str:
    """Return the first form that is short enough."""
    for what, then in tails:
        told = f"{head}: {what}" if what else head
        text = f"{told}; {then}" if then else told
        if tokens(f"exeunt: {text}") <= MOST:
            return text
    return head


def tokens(text: str) -> int:
    """Count the tokens of a text: four bytes each, or a word each if that is more."""
    return max(-(-len(text.encode()) // PER_TOKEN), len(text.split()))


def meant(reading: Reading) -> str:
    """Return what an end means, in the words of its table; empty if none has any."""
    if not isinstance(reading.ending, Exited):
        return signal_of(reading.ending)
    if reading.certainty is Certainty.GUESS and reading.tool is None:
        return ""
    known = reading.certainty is not Certainty.CONVENTION
    return plain(reading.meaning) if known or reading.ending.code in SHELLS_OWN else ""


def signal_of(ending: Ending) -> str:
    """Name the signal that ended a command."""
    name = getattr(ending, "name", "a signal")
    why = ", perhaps for want of memory" if name == "SIGKILL" else ""
    return f"{name} ended it{why}"


def next_of(found: Judged) -> str:
    """Say what is next, and what must not be repeated."""
    if found.reading.verdict is Verdict.NO:
        return "an answer, and no error"
    if found.stage is not None and found.action is Action.INSPECT_STATE:
        return ""  # the line is to be looked at in any case
    then = NEXT.get(found.action, "")
    if found.stage is not None and found.action is Action.REVIEW_FINDINGS:
        return ""
    none = (
        found.reading.effects is Effects.NONE and " may " not in found.reading.meaning
    )
    if found.action is Action.RETRY and none:
        return f"{then} {NOTHING_DONE}"
    return then


def source_of(reading: Reading) -> str:
    """Name the table that speaks, or what it is a number of."""
    if reading.tool is not None and "|" not in reading.tool:
        return plain(reading.tool)
    return "code"


def named(words: Sequence[str]) -> str:
    """Name a command by its program, if that is a plain name."""
    name = words[0].rpartition("/")[2] if words else ""
    if name and is_plain_name(name):
        return name
    from ..atlas import has_table

    return (
        name
        if name.isascii() and name.isidentifier() and has_table(name)
        else ("a command")
    )


def is_plain_name(name: str) -> bool:
    """Tell a name from what may be a secret, or anything else."""
    digits = sum(map(str.isdigit, name))
    return len(name) <= NAME and digits <= DIGITS and PLAIN.issuperset(name)


def plain(text: str) -> str:
    """Return a text of a table as one line of printable ASCII."""
    text = text.replace("…", "...").replace("\N{EN DASH}", "-")
    return "".join(one if " " <= one <= "~" else " " for one in text).strip()
