"""A claim → its run, and what is done about how that ended: the loop, step by step.

decide() and its loop are the judges here as everywhere. What the loop would sleep is
handed out: the job goes back to the file until then, and its place is free.
"""

from __future__ import annotations

import os

from ..deciding.called_file import called_file
from ..deciding.decide import decide
from ..deciding.loop import Loop
from ..deciding.memory import Memory
from ..model.actions import Action
from ..model.row import Verdict
from ..process.completed import is_plain
from ..process.reasons import LOST
from ..process.request import Request, changed
from ._records import packed
from .turns import End

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..deciding.decision import Decision
    from ..deciding.hooks import Hooks, Pace
    from ..deciding.loop import Deeds
    from ..deciding.policy import Policy
    from ..process.completed import Completed
    from ..store.programs import ProgramFile
    from ._tables import State
    from .job import Job
    from .limits import Limits
    from .turns import Claim

BAD = (Verdict.FAILED, Verdict.UNKNOWN)
FINE = (Action.PROCEED, Action.USE_CACHED, Action.REVIEW_FINDINGS)
A_PERSONS = (
    Action.REFRESH_CREDENTIALS,
    Action.ACQUIRE_CREDENTIALS,
    Action.PAY,
    Action.ANSWER_PROMPT,
)
UNSEEN = "nobody saw how it ended"
ENDED = "it was ended while it ran"
RUNS_ON = "its processes could not be ended"


class Shared(Memory):
    """What the jobs of a batch remember: the user's manifests, and their own holds.

    The batch's file is their journal, and no job counts as the loop that many of the
    same would be anywhere else.
    """

    def __init__(self, users: Memory) -> None:
        super().__init__(store=False)
        self.users = users
        self.manifests: dict[ProgramFile, dict[str, object] | None] = {}
        self.asked: list[tuple[float, str]] = []  # holds, in seconds, and why
        self.files: dict[object, ProgramFile | None] = {}  # by word, PATH and place
        self.decided: Decision | None = None  # of a plain success

    def manifest(self, program: ProgramFile) -> dict[str, object] | None:
        """Return the manifest that was taken from a file, asked for once."""
        if program not in self.manifests:
            self.manifests[program] = self.users.manifest(program)
        return self.manifests[program]

    def plain(self, done: Completed) -> Decision:
        """Return what is decided about a plain success, which is no news twice."""
        if self.decided is None:
            self.decided = decide(done.reading)
        return self.decided

    def file(self, request: Request) -> ProgramFile | None:
        """Return the file that a request calls, as it was before its run."""
        if request.shell is not None:
            return None
        key = (request.words[0], request.env.get("PATH"), request.cwd)
        if key not in self.files:
            self.files[key] = called_file(request)
        return self.files[key]

    def look_again(self, request: Request, file: ProgramFile | None) -> None:
        """Have the next run's file looked at anew if it is another one by now."""
        if file is not None and called_file(request) != file:
            self.files.clear()

    def hold(self, key: str, seconds: float, why: str) -> None:
        """Have the batch hold the key of the job, and tell everybody else."""
        self.asked.append((seconds, why))
        self.users.hold(key, seconds, why)

    def take(self) -> tuple[tuple[float, str], ...]:
        """Return what is to be held since the last time."""
        asked, self.asked = tuple(self.asked), []
        return asked


class Work:
    """A claim under way: what is run next, or how it ended.

    The loop is made for what is no plain success alone: that is always decided alike.
    """

    def __init__(  # noqa: PLR0913 - what it is judged by
        self,
        claim: Claim,
        request: Request,
        policy: Policy,
        hooks: Hooks,
        memory: Shared,
        pace: Pace,
    ) -> None:
        self.claim = claim
        self.request = request
        self.policy = policy
        self.hooks = hooks
        self.memory = memory
        self.pace = pace
        self.file: ProgramFile | None = memory.file(request)  # from before the run
        self.loop: Loop | None = None
        self.deeds: Deeds[Decision] | None = None
        self.decision: Decision | None = None  # the last one

    def begin(self) -> Request | End:
        """Say what is run first."""
        if not self.claim.course:
            return self.request
        return self.send(self.loop_of(), None)

    def go_on(self, done: Completed) -> Request | End:
        """Say what is run next, or what became of the job."""
        if self.loop is None:
            if is_plain(done):
                self.decision = self.memory.plain(done)
                return self.end("done", done, None)
            self.memory.look_again(self.request, self.file)
            self.send(self.loop_of(), None)
        return self.send(self.loop_of(), done)

    def loop_of(self) -> Loop:
        """Return the loop, which goes on where the call stood."""
        if self.loop is None:
            given = self.policy, self.hooks, self.memory, self.pace
            self.loop = Loop(self.request, *given, file=self.file)
            self.loop.course.take_up(self.claim.course)
            self.deeds = self.loop.settle()
        return self.loop

    def send(self, loop: Loop, done: Completed | None) -> Request | End:
        """Go one step on in the loop."""
        deeds = self.deeds or loop.settle()
        try:
            deed = deeds.send(done)
        except StopIteration as end:
            decision: Decision = end.value
            self.decision = decision
            return self.ended(done, decision)
        if loop.attempts:
            self.decision = loop.attempts[-1].decision
        if isinstance(deed, tuple):
            return deed[0]
        deeds.close()
        because = None if self.decision is None else self.decision.because
        return self.end("waiting", done, because, pause=deed)

    def again(self) -> End:
        """Say that another attempt follows at once; the row is to know it before."""
        return self.end("doing", None, None)

    def ended(self, done: Completed | None, decision: Decision) -> End:
        """Say what became of the job, by the last word on it."""
        if done is None:
            return self.end("failed", None, decision.because)
        if done.status == "cancelled":
            return self.unseen(done, ENDED)
        if done.detail == LOST:
            return self.unseen(done, UNSEEN)
        if done.status == "unkillable":
            return self.end("doubt", done, RUNS_ON)
        state = state_of(done, decision)
        return self.end(state, done, None if state == "done" else decision.because)

    def asking(self, session: str, prompt: str) -> End:
        """Say that the command asks something, and is answered by a session."""
        why = f"it asks: {prompt}" if prompt else "it waits for an answer"
        return self.end("held", None, why).replace(session=session)

    def lost(self) -> End:
        """Say that its session broke off."""
        state: State = "todo" if self.policy.idempotent else "doubt"
        return self.end(state, None, UNSEEN)

    def unseen(self, done: Completed, why: str) -> End:
        """Say what is next for a job that began, and did not end by itself."""
        return self.end("todo" if self.policy.idempotent else "doubt", done, why)

    def end(
        self,
        state: State,
        done: Completed | None,
        why: str | None,
        *,
        pause: float | None = None,
    ) -> End:
        """Make the end of the claim."""
        goes_on = self.loop is not None and state in {"waiting", "doing"}
        reading = None if done is None or self.loop is None else done.reading
        return End(
            self.claim,
            state,
            why=why,
            pause=pause,
            course=self.loop.course.written() if self.loop and goes_on else {},
            record=None if done is None else packed(done, reading, self.decision),
            effects=None if reading is None else reading.effects.value,
            holds=self.memory.take(),
        )


def state_of(done: Completed, decision: Decision) -> State:
    """Return the state of a job whose run has ended by itself, or by its limits."""
    action = decision.action
    if action is Action.FOLLOW_REDIRECT:
        return "moved"
    if action in A_PERSONS:
        return "held"
    return "done" if action in FINE and done.reading.verdict not in BAD else "failed"


def request_of(job: Job, limits: Limits, cwd: str) -> Request:
    """Make the request of a job."""
    given = {name: value for name, value in job.env.items() if value is not None}
    typed = lines_of(job.stdin) if job.pty and job.stdin is not None else None
    request = Request(
        None if job.shell is not None else job.words,
        shell=job.shell,
        cwd=cwd if job.cwd is None else os.path.join(cwd, job.cwd),  # noqa: PTH118 - pathlib is dear
        env=given,
        input=None if job.pty else job.stdin,
        inputs=typed,
        timeout=limits.timeout if job.timeout is None else job.timeout,
        max_output=limits.max_output,
        log=limits.log,
        pty=job.pty,
        journal=False,
    )
    unset = tuple([name for name, value in job.env.items() if value is None])
    return changed(request, unset=unset) if unset else request


def lines_of(data: bytes) -> list[str]:
    """Return the lines that are typed at a terminal in the place of stdin."""
    return data.decode("utf-8", "surrogateescape").splitlines()
