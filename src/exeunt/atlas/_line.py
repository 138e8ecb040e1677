"""A shell line and its code → Match: only what could have ended it is credited.

The meaning of a command that did not run is never applied to the line: `make; grep x f`
is grep's, `false && rg x` is false's, and in `a && b` a failure is either's.
"""

from __future__ import annotations

from ..model.codes import Effects, ExitCode
from ..model.ending import HIGHEST_STATUS
from ..model.row import Answer, Row
from ..record import Record, final
from ._match import Match, after_others, as_condition
from ._shell import parse_line
from ._spec import number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ._shell import Command, Pipeline

    # Of a single command: how a code of it reads, and whether it may end so.
    Read = Callable[[Sequence[str], int], Match | None]
    MayEnd = Callable[[Sequence[str], int], bool]


@final
class Candidate(Record):
    """A command that could have ended a line, and how it reads if it did.

    `match` is None where no table speaks of it; then nothing is known of the line.
    """

    words: tuple[str, ...]
    match: Match | None


def walk(
    line: str, code: int, read: Read, may_end: MayEnd, *, pipefail: bool
) -> tuple[Candidate, ...]:
    """List the commands of a shell line that could have ended it with this code."""
    pipelines = parse_line(line)
    if pipelines is None or not 0 <= code <= HIGHEST_STATUS:
        return ()
    if len(pipelines) > MOST_PIPELINES:
        return ()
    lone = len(pipelines) == 1
    walked = _Walk(code, read, may_end, pipefail=pipefail, lone=lone)
    for place, pipeline in enumerate(pipelines):
        if not walked.step(pipeline, pipelines[place + 1 :]):
            return ()
    return tuple(walked.found)


MOST_PIPELINES = 200  # more is a script, not a line
# The code that a command of the shell itself always ends with, if it is called rightly.
CONSTANT = {":": 0, "true": 0, "false": 1, "echo": 0, "printf": 0, "pwd": 0}
CONSTANT.update(export=0, unset=0, umask=0, readonly=0)
# Commands after which the shell goes on in a way that only running them would tell.
ALTERS_FLOW = (
    *("alias", "break", "continue", "eval", "return", "shift", "shopt"),
    *("source", "trap", "unalias", "wait", "."),
)
# They answer when they are asked alone; after other commands they fail the line.
TESTS = ("test", "[", "[[", "((")
CANNOT_OPEN = Match(
    "sh",
    Row(
        1,
        ExitCode.PRECONDITION,
        meaning="a file of a redirection cannot be opened, so the command did not run",
        source="POSIX XCU 2.8.1; measured: bash and zsh give 1, dash 2",
    ),
)
CANNOT_OPEN_CODES = (1, 2)
SIGPIPE_CODE = 141
CUT_SHORT = Match(
    "sh",
    Row(
        SIGPIPE_CODE,
        ExitCode.SUCCESS,
        meaning="a stage stopped when its reader had enough (SIGPIPE), as before head; "
        "the stages after it succeeded",
        effects=Effects.UNKNOWN,
        source="bash(1), pipefail; measured (bash 5.2)",
    ),
)


# Sets of what a code may be: a success, a failure, either or nothing.
NONE: frozenset[bool] = frozenset()
SUCCEEDED: frozenset[bool] = frozenset((True,))
FAILED: frozenset[bool] = frozenset((False,))


class _Walk:
    """The way through a line: what the last code may be, and who may have ended it."""

    def __init__(
        self, code: int, read: Read, may_end: MayEnd, *, pipefail: bool, lone: bool
    ) -> None:
        self.code = code
        self.read = read
        self.may_end = may_end
        self.pipefail = pipefail
        self.lone = lone
        self.errexit = False
        self.nounset = False
        self.last: frozenset[bool] = SUCCEEDED  # what the last code may be
        self.acted = False  # a command has run that may have changed something
        self.ended = False  # no path leads further
        self.found: list[Candidate] = []

    def step(self, pipeline: Pipeline, rest: Sequence[Pipeline]) -> bool:
        """Go on past one pipeline; False if it makes the line opaque."""
        if any(not self._understands(command) for command in pipeline.stages):
            return False
        if pipeline.background:
            self.last, self.acted = SUCCEEDED, True
            if not rest and self.code == 0 and not self.ended:
                self.found.append(Candidate(pipeline.stages[-1].words, None))
            return True
        if not self._reached(pipeline.joint):
            return True
        name, *words = pipeline.stages[0].words
        alone = len(pipeline.stages) == 1 and not pipeline.negated
        if alone and name == "set":
            return self._set(words, certain=pipeline.joint == ";")
        reached = SUCCEEDED if pipeline.joint == "&&" else FAILED
        skipped = NONE if pipeline.joint == ";" else self.last - reached
        if alone and name == "exit":
            self.last, self.ended = skipped, not skipped
            return self._exit(words)
        ends = alone and name == "exec" and bool(words)
        stops = self._stops(pipeline, rest)
        self._credit(pipeline, rest, stops=ends or stops)
        goes_on = NONE if ends else self._outcomes(pipeline)
        self.last = skipped | (goes_on - FAILED if stops else goes_on)
        self.ended = not self.last
        self.acted |= not all(self._is_harmless(c) for c in pipeline.stages)
        return True

    def _stops(self, pipeline: Pipeline, rest: Sequence[Pipeline]) -> bool:
        """Tell whether `set -e` ends the line if this pipeline fails."""
        last_of_list = not rest or rest[0].joint == ";"
        return self.errexit and last_of_list and not pipeline.negated

    def _reached(self, joint: str) -> bool:
        if self.ended:
            return False
        return joint == ";" or (joint == "&&") in self.last

    def _understands(self, command: Command) -> bool:
        unset_may_end = self.nounset and command.expands
        known = command.words[0] not in ALTERS_FLOW or activates(command.words)
        return known and not unset_may_end

    def _set(self, words: Sequence[str], *, certain: bool) -> bool:
        """Note what `set` changes; opaque if it may or may not have run."""
        for place, word in enumerate(words):
            if word == "--":
                break
            if word[:1] not in ("-", "+"):
                continue
            on = word.startswith("-")
            following = words[place + 1] if place + 1 < len(words) else ""
            self.errexit = on if "e" in word else self.errexit
            self.nounset = on if "u" in word else self.nounset
            if "o" in word:
                self.pipefail = on if following == "pipefail" else self.pipefail
                self.errexit = on if following == "errexit" else self.errexit
                self.nounset = on if following == "nounset" else self.nounset
        self.last = SUCCEEDED
        return certain

    def _exit(self, words: Sequence[str]) -> bool:
        """Credit an exit with its number; without a plain one the line is opaque."""
        if len(words) != 1 or number(words[0]) < 0:
            return False
        if number(words[0]) == self.code:
            # The author of the line gave the number its meaning, which no table knows.
            row = Row(0, ExitCode.SUCCESS, source="POSIX XCU 2.14, exit")
            self._add(("exit", *words), None if self.code else Match("exit", row))
        return True

    def _credit(
        self, pipeline: Pipeline, rest: Sequence[Pipeline], *, stops: bool
    ) -> None:
        """Add the commands that end the line here, if no later pipeline runs."""
        skips = all(
            later.joint != ";" and (later.joint == "&&") != (self.code == 0)
            for later in rest
        )
        if not (skips or (stops and self._ends_here(pipeline))):
            return
        if pipeline.negated:
            self._credit_inverted(pipeline)
            return
        self.acted |= not all(self._is_harmless(c) for c in pipeline.stages[:-1])
        for command in self._sources(pipeline, self.code):
            if command.may_not_open and self.code in CANNOT_OPEN_CODES:
                row = CANNOT_OPEN.row.replace(number=self.code)
                self._add(command.words, CANNOT_OPEN.replace(row=row))
            if self._may_end(command, self.code, opened=True):
                match = self._read(command, pipeline, self.code)
                self._add(command.words, match)

    def _ends_here(self, pipeline: Pipeline) -> bool:
        """Tell whether a code ends a line early: by exec any, by `set -e` all but 0."""
        return bool(self.code) or pipeline.stages[0].words[0] == "exec"

    def _credit_inverted(self, pipeline: Pipeline) -> None:
        """`! a` ends with 1 when a succeeds; with 0, how a failed is lost."""
        command = pipeline.stages[-1]
        if self.code == 0 and False in self._outcomes(pipeline.replace(negated=False)):
            self._add(command.words, None)
        if self.code == 1 and True in self._outcomes(pipeline.replace(negated=False)):
            match = self._read(command, pipeline, 0)
            if match is not None:
                row = match.row.replace(
                    number=1,
                    meaning=f"the ! inverts it: {match.row.meaning}",
                    answer=Answer.NO,
                )
                match = match.replace(row=row)
            self._add(command.words, match)

    def _read(self, command: Command, pipeline: Pipeline, code: int) -> Match | None:
        if _constant_code(command) is not None:
            return _constant(command.words[0], code)
        if code and self._cut_short(pipeline):
            return CUT_SHORT
        match = self.read(command.words, code)
        if match is None or self.lone or command.words[0] not in TESTS:
            return match
        return as_condition(match) if match.row.answer else match

    def _cut_short(self, pipeline: Pipeline) -> bool:
        """Tell whether the code says that a reader further on had enough."""
        many = len(pipeline.stages) > 1
        return self.pipefail and self.code == SIGPIPE_CODE and many

    def _add(self, words: tuple[str, ...], match: Match | None) -> None:
        if match is not None and self.acted:
            match = after_others(match)
        self.found.append(Candidate(words, match))

    def _sources(self, pipeline: Pipeline, code: int) -> list[Command]:
        """Name the stages whose code may be the pipeline's, in their order."""
        last = pipeline.stages[-1]
        # The last stage writes to the caller of the line, who does not hang up.
        alone = self._may_end(last, code) and not self._cut_short(pipeline)
        found = [last] if alone else []
        if not (self.pipefail and code):
            return found
        for stage in reversed(pipeline.stages[:-1]):
            if not self._may_end(last, 0):
                break  # a stage to the right failed, and its code wins
            if self._may_end(stage, code):
                found.insert(0, stage)
            last = stage
        return found

    def _outcomes(self, pipeline: Pipeline) -> frozenset[bool]:
        """Tell whether a pipeline may succeed and whether it may fail."""
        judged = pipeline.stages if self.pipefail else pipeline.stages[-1:]
        may_succeed = all(self._may_end(command, 0) for command in judged)
        may_fail = any(_may_fail(command) for command in judged)
        if pipeline.negated:
            may_succeed, may_fail = may_fail, may_succeed
        return (SUCCEEDED if may_succeed else NONE) | (FAILED if may_fail else NONE)

    def _is_harmless(self, command: Command) -> bool:
        if _constant_code(command) is not None:
            return True
        match = self.read(command.words, 0)
        return match is not None and match.row.effects is Effects.NONE

    def _may_end(self, command: Command, code: int, *, opened: bool = False) -> bool:
        """Tell whether a command, or the opening of its files, may end with a code."""
        if command.may_not_open and not opened and code in CANNOT_OPEN_CODES:
            return True
        constant = _constant_code(command)
        if constant is not None:
            return constant == code
        return self.may_end(command.words, code)


def activates(words: Sequence[str]) -> bool:
    """Tell whether a command enters a virtual environment, which stops no line."""
    name, *operands = words
    files = [operand.rpartition("/")[2] for operand in operands]
    return name in (".", "source") and files == ["activate"]


def _may_fail(command: Command) -> bool:
    return command.may_not_open or _constant_code(command) != 0


def _constant_code(command: Command) -> int | None:
    name, *words = command.words
    if name == "exit" and len(words) == 1 and number(words[0]) >= 0:
        return number(words[0])
    if name == "exec" and not words:
        return 0  # only its redirections count
    return CONSTANT.get(name)


def _constant(name: str, code: int) -> Match:
    meaning = "always fails" if code else "always succeeds"
    row = Row(
        code,
        ExitCode.GENERAL_ERROR if code else ExitCode.SUCCESS,
        meaning=meaning,
        effects=Effects.NONE,
        source="POSIX XCU",
    )
    return Match(name, row)
