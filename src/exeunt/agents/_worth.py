"""The facts of an end → what is worth saying of it, and what it means.

It is decided here which ends an agent's model hears of. What the agent shows by itself,
the code and the command's own words, is not said again (docs/reference/doors.md).
"""

from __future__ import annotations

from ..atlas.last import last_pipeline
from ..atlas.stages import stages_of, unheard
from ..model.actions import Action
from ..model.codes import Effects, ExitCode
from ..model.ending import Exited, from_shell
from ..model.row import Verdict
from ..model.stage import Surroundings, teller
from ..process.shells import unquoted
from ..reading.read import read
from ..record import KW_ONLY, Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..dialects.reading import Reading
    from ..model.stage import Stage
    from .end import End

    Said = tuple[Sequence[tuple[int, int, str]], Sequence[int] | None]

# Actions that the words of a command do not tell: what may be repeated, and what not.
UNTOLD = (
    Action.RETRY,
    Action.REFRESH_CREDENTIALS,
    Action.ACQUIRE_CREDENTIALS,
    Action.PAY,
    Action.FOLLOW_REDIRECT,
    Action.ESCALATE,
)
DONE_IN_PART = (Effects.PARTIAL, Effects.COMPLETE)
# Tools whose "no" every model knows by its code; Claude Code hides that of these.
KNOWN_NO = ("grep", "egrep", "fgrep", "rg", "diff", "cmp", "test", "[", "[[", "find")
SILENT = ("-q", "--quiet", "--silent", "-s", "-qs", "-sq", "--brief")
MUTE = ("test", "[", "[[")  # they print nothing, whatever the answer
UNTOLD_CODES = (
    ExitCode.PARTIAL_FAILURE,
    ExitCode.TIMEOUT,
    ExitCode.RATE_LIMITED,
    ExitCode.UNAVAILABLE,
)


@final
class Judged(Record):
    """An end, and what of it is to be said."""

    reading: Reading
    _: KW_ONLY
    says: bool  # that it is worth a line
    counts: bool  # that a third time would be
    stage: Stage | None = None  # whose failure the line hides
    behind: tuple[str, ...] = ()  # the words of the stage after it
    action: Action


def judged(end: End) -> Judged:
    """Say what an end means, and whether that is worth a line."""
    hidden = hidden_stages(end)
    if hidden:
        return of_hidden(hidden)
    stages = staged(end.text, end.code, ((), end.statuses or None))
    by = teller(stages, end.code) if stages else ()
    code = from_shell(end.code)
    reading = read(code, line=end.text, hidden=unheard(stages), told_by=by)
    action = decided(reading)
    failed = bool(end.code) and reading.verdict in {Verdict.FAILED, Verdict.UNKNOWN}
    says = bool(end.code) and is_worth(end, reading, action)
    if not says and failed and isinstance(by, tuple) and by:
        alone = read(code, argv=by)  # what ran before it makes its meaning less sure
        says = is_worth(end, alone, decided(alone))
    return Judged(reading, says=says, counts=failed, action=action)


def decided(reading: Reading) -> Action:
    """Decide what is next, as carefully as for who has said nothing."""
    if not reading.number:
        return Action.INSPECT_STATE
    from ..deciding.decide import decide

    return decide(reading).action


# -- what a line hides


def hidden_stages(end: End) -> list[tuple[Stage, tuple[str, ...]]]:
    """Return the commands that failed unheard, each with who read what it wrote."""
    failed = [(status, 0, what) for status, what in end.failed if what.strip(" '")]
    found: list[tuple[Stage, tuple[str, ...]]] = []
    if failed:
        stages = staged(end.text, end.code, (failed, None))
        found += [(one, ()) for one in stages if one.hidden and one.status]
    known = last_pipeline(end.text, end.statuses) if any(end.statuses[:-1]) else None
    if known is None:
        return found
    line = " | ".join(" ".join(map(quoted, words)) for words in known)
    last = end.statuses[-1]
    for place, one in enumerate(staged(line, last, ((), end.statuses))):
        after = known[place + 1] if place + 1 < len(known) else ()
        own = bool(end.code) and end.code == one.status != last  # by pipefail
        if one.hidden and one.status and not own:
            found.append((one, after))
    return found


def staged(line: str, code: int, said: Said) -> tuple[Stage, ...]:
    """Return the commands of a line, by what its shell has told of them."""
    return stages_of(("bash", "-c", line), code, None, said, Surroundings())


def quoted(word: str) -> str:
    """Write a word as a shell reads it."""
    return "'" + word.replace("'", "'\\''") + "'"


def of_hidden(hidden: Sequence[tuple[Stage, tuple[str, ...]]]) -> Judged:
    """Judge the worst of what a line hides: the first failure, else what was found."""
    known = [(reading_of(stage), stage, after) for stage, after in hidden]
    bad = [one for one in known if one[0].verdict is Verdict.FAILED]
    reading, stage, after = (bad or known)[0]
    return Judged(
        reading,
        says=True,
        counts=True,
        stage=stage,
        behind=after,
        action=decided(reading),
    )


def reading_of(stage: Stage) -> Reading:
    """Read how one command of a line ended."""
    return read(from_shell(stage.status or 0), argv=stage.words)


# -- what a code says for itself


def is_worth(end: End, reading: Reading, action: Action) -> bool:
    """Tell whether an end says more than its agent shows of it."""
    if reading.verdict in {Verdict.NO, Verdict.FINDINGS}:
        no = reading.verdict is Verdict.NO
        return is_unclear_no(end, reading) if no else is_elsewhere(end.text)
    if not isinstance(reading.ending, Exited):
        return True  # a signal: it may have been anywhere
    if reading.verdict is Verdict.UNKNOWN and reading.tool is not None:
        return is_taken_for_no(end) or is_elsewhere(end.text)
    if reading.dialect != "atlas" or " | " in (reading.tool or ""):
        return False  # nobody knows more than it said itself
    if reading.effects in DONE_IN_PART or reading.code in UNTOLD_CODES:
        return True
    return action in UNTOLD or is_mute(end.text)


def is_unclear_no(end: End, reading: Reading) -> bool:
    """Tell whether a "no" may be taken for something else.

    The code of a known tool tells it, and Claude Code, which does not show that code,
    shows what was found: but a tool that prints nothing either way.
    """
    tool = (reading.tool or "").partition(" ")[0]
    if tool not in KNOWN_NO or reading.tool != tool:
        return True
    if end.agent != "claude":
        return False
    words = end.text.split()
    return tool in MUTE or any(word in SILENT for word in words)


def is_taken_for_no(end: End) -> bool:
    """Tell whether Claude Code shows a code as an answer that may be a failure."""
    last = end.text.replace("|", ";").replace("&", ";").rpartition(";")[2].split()
    return (
        end.agent == "claude"
        and end.code == 1
        and last[:1] != []
        and (last[0] in KNOWN_NO)
    )


def is_elsewhere(text: str) -> bool:
    """Tell whether what a line finds may go where nobody reads it."""
    return ">" in unquoted(text).replace("2>&1", "").replace("2>/dev/null", "")


def is_mute(text: str) -> bool:
    """Tell whether what a line complains of may go where nobody reads it."""
    bare = unquoted(text)
    rest = bare.replace("2>&1", "")
    return "2>" in rest or "&>" in rest or (rest != bare and ">" in rest)
