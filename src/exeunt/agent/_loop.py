"""Decisions → deeds: run, ask decide() what next, do that, until nothing is left to do.

decide() is the only judge. All that is added here is a cap: how long somebody may have
us wait, and how often one call may fail before nobody makes it any more.
"""

from __future__ import annotations

from ..dialects._row import Certainty
from ..outcome._actions import Action
from ..outcome._codes import ExitCode
from ..runner._capture import redactor_for
from ..runner._request import changed
from ._call_words import fingerprint, program, with_cursor, without_etag
from ._called import Attempt, Called
from ._decide import decide
from ._decision import Decision
from ._redirect import leads_elsewhere
from ._surfaced import surfaced
from ._terms import FAILURE_WINDOW, History

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from ..dialects._reading import Reading
    from ..runner._completed import Completed
    from ..runner._request import Request
    from ._called import Why
    from ._hooks import Hook, Hooks, Pace
    from ._memory import Memory
    from ._terms import Policy

    Perform = Callable[[Request, Why], Completed]

HIDEABLE = 4  # characters: what is shorter cannot be hidden
HIDDEN = "***"
ANSWERS = (Action.PROCEED, Action.NEXT_PAGE, Action.NARROW_QUERY)
CANCELLED = Decision(
    Action.STOP,
    "K22",
    "It was cancelled, so nothing is done instead.",
    certainty=Certainty.DECLARED,
)


class Loop:
    """One call, from its first attempt to what is left for the caller."""

    def __init__(  # noqa: PLR0913 - who has a say in it
        self,
        request: Request,
        policy: Policy,
        hooks: Hooks,
        memory: Memory,
        pace: Pace,
        perform: Perform,
    ) -> None:
        self.asked = request
        self.request = request
        self.policy = policy
        self.hooks = hooks
        self.memory = memory
        self.pace = pace
        self.perform = perform
        self.why: Why = "asked"
        self.name: str = fingerprint(request)
        self.turn: int = 0  # how often this very call was made
        self.failures: int = 0  # of it lately, by whoever made it
        self.waited: float = 0.0  # seconds, before the next attempt
        self.refreshed: bool = False
        self.redirected: bool = False
        self.paid: bool = False
        self.cursors: set[str] = set()  # that led to a page
        self.pages: list[Any] = []
        self.answer: Mapping[str, Any] | None = None
        self.attempts: list[Attempt] = []
        self.warnings: list[str] = []
        self.last: Completed | None = None

    def run(self) -> Called:
        """Go on until there is nothing that the loop itself may do."""
        self.recall()
        while (refusal := self.refusal()) is None:
            done, reading = self.run_once()
            decision = self.judge(done, reading)
            self.note(done, reading, decision)
            if not self.obey(done, reading, decision):
                return self.called(decision)
        return self.called(refusal)

    # -- before a run

    def recall(self) -> None:
        """Call what a command has moved to, if that is known and allowed."""
        follow = self.policy.may_follow
        if follow == "no" or self.request.line is not None:
            return
        words = self.memory.moved(self.request.words)
        if words is None:
            return
        if follow == "any" or not leads_elsewhere(self.request.words[0], words):
            self.turn_to(words, "remembered")

    def refusal(self) -> Decision | None:
        """Say why the call is not made now, if it is not: a breaker, or a hold."""
        self.failures = self.memory.failures(self.name, FAILURE_WINDOW)
        if self.failures >= self.policy.max_failures:
            self.warnings.append(f"exeunt journal reset {self.name} allows it again")
            return self.ours(
                "E37", f"This call failed {self.failures} times in ten minutes."
            )
        waited, key = 0.0, self.key
        while left := self.memory.held(key):
            if waited + left > self.policy.max_wait:
                because = f"{key} is on hold for longer than the policy allows."
                return self.ours("E14", because, wait=left)
            waited += self.wait(left, f"{key} asked not to be called before")
        return None

    def ours(self, rule: str, because: str, *, wait: float = 0) -> Decision:
        """Give a call up without making it."""
        return Decision(
            Action.ESCALATE,
            rule,
            because,
            wait_seconds=wait,
            certainty=Certainty.DECLARED,
        )

    @property
    def key(self) -> str:
        """Under which name the call is put on hold: whom it asks, else itself."""
        return program(self.request) or self.name

    # -- a run

    def run_once(self) -> tuple[Completed, Reading]:
        """Run the call, with a row in the journal from before it starts."""
        self.turn += 1
        words, cwd = self.shown(self.request.words), self.request.cwd or ""
        row = self.memory.begin(self.name, words, cwd, self.turn)
        try:
            done = self.perform(self.request, self.why)
        except BaseException:
            self.memory.finish(row, "cancelled", {})
            raise
        reading = done.reading
        self.last = done
        self.row = row
        return done, reading

    def judge(self, done: Completed, reading: Reading) -> Decision:
        """Ask what to do, with all that was done about this call so far."""
        if done.status == "cancelled":
            return CANCELLED
        return decide(
            reading,
            self.history(reading),
            self.policy,
            waiting=done.status == "waiting_for_input",
        )

    def history(self, reading: Reading) -> History:
        """Say what was done so far; a cursor that came before leads in a circle."""
        meta = reading.envelope.meta if reading.envelope is not None else {}
        cursor = meta.get("cursor")
        known = isinstance(cursor, str) and cursor in self.cursors
        return History(
            self.turn,
            refreshed=self.refreshed,
            redirected=self.redirected,
            paid=self.paid,
            uncached=meta.get("not_modified") is True and self.kept() is None,
            pages=len(self.pages) + 1,
            cursor=cursor if known else None,
            program=self.asked.words[0],
        )

    def note(self, done: Completed, reading: Reading, decision: Decision) -> None:
        """Keep what must be known before the next run, by us or by anybody."""
        self.memory.finish(
            self.row,
            done.status,
            {
                "exit_code": done.exit_code,
                "reading": reading.name,
                "action": decision.action.value,
                "rule": decision.rule,
                "duration_ms": done.duration_ms,
                "log": done.log,
            },
        )
        self.attempts.append(
            Attempt(
                self.why,
                (done.command, *done.args),
                self.waited,
                done.status,
                done.exit_code,
                reading.name,
                done.duration_ms,
                done.log,
                decision,
            )
        )
        self.waited = 0.0
        self.warnings += [w for w in surfaced(reading) if w not in self.warnings]
        failed = reading.code is not ExitCode.SUCCESS and decision is not CANCELLED
        moved = decision.action is Action.FOLLOW_REDIRECT
        if (failed and not moved) or (self.failures and not failed):
            self.memory.note(self.name, failed=failed)
        if reading.code is ExitCode.RATE_LIMITED:
            # As for a first time: who has no attempt left has others wait all the same.
            pause = decide(reading).wait_seconds
            self.memory.hold(self.key, pause, decision.because)

    # -- after a run

    def obey(self, done: Completed, reading: Reading, decision: Decision) -> bool:
        """Do what was decided, as far as it is ours; tell whether a run follows."""
        self.collect(reading, decision)
        match decision.action:
            case Action.RETRY:
                return self.retry(decision)
            case Action.NEXT_PAGE:
                return self.turn_page(reading)
            case Action.FOLLOW_REDIRECT:
                return self.follow(reading, decision)
            case Action.REFRESH_CREDENTIALS:
                self.refreshed = self.ask(self.hooks.refresh, done, decision)
                return self.refreshed and self.again("refreshed", decision)
            case Action.ACQUIRE_CREDENTIALS:
                got = self.ask(self.hooks.credentials, done, decision)
                return got and self.again("credentials", decision)
            case Action.PAY:
                self.paid = self.ask(self.hooks.pay, done, decision)
                return self.paid and self.again("paid", decision)
            case _:
                return False

    def collect(self, reading: Reading, decision: Decision) -> None:
        """Keep the data of an answer: as a page, and under its etag."""
        said = reading.envelope
        if decision.action is Action.USE_CACHED:
            self.answer = self.kept()
            self.pages.append((self.answer or {}).get("data"))
        elif said is not None and reading.code is ExitCode.SUCCESS:
            if decision.action in ANSWERS:
                self.answer = said.document
                self.pages.append(said.data)
            etag = etag_of(said.meta, said.data)
            if decision.action is Action.PROCEED and etag is not None:
                from ..outcome._json import dumps  # noqa: PLC0415 - where it is kept

                body = dumps(dict(said.document)).encode("ascii")
                self.memory.keep(self.unconditional, etag, body)

    def kept(self) -> Mapping[str, Any] | None:
        """Return the envelope that not_modified means: the one of the etag we sent."""
        _, etag = without_etag(self.request.words)
        kept = self.memory.kept(self.unconditional) if etag is not None else None
        if kept is None or kept.etag != etag:
            return None
        from ..outcome._json import loads  # noqa: PLC0415 - where one was kept

        found: Mapping[str, Any] = loads(kept.body.decode("ascii"))
        return found

    @property
    def unconditional(self) -> str:
        """Name the call that is answered in any case."""
        words, _ = without_etag(self.request.words)
        return fingerprint(changed(self.asked, words=words))

    def retry(self, decision: Decision) -> bool:
        """Make the call again; one that is not to be repeated as it is, otherwise."""
        if decision.repeat_identical:
            return self.again("retry", decision)
        words, etag = without_etag(self.request.words)
        if etag is not None and self.last is not None and self.last.ok:
            self.turn_to(words, "without_etag")
            return True
        now = self.request
        if now.timeout is None and now.idle is None:
            return False
        longer = {"timeout": doubled(now.timeout), "idle": doubled(now.idle)}
        self.request = changed(now, **longer)
        return self.again("longer", decision)

    def again(self, why: Why, decision: Decision) -> bool:
        """Make the call once more, after the pause that was decided on."""
        self.why = why
        turn = f"attempt {self.turn + 1} of {self.policy.max_attempts}"
        if decision.wait_seconds:
            self.wait(decision.wait_seconds, f"{turn}: {decision.because}")
        return True

    def turn_page(self, reading: Reading) -> bool:
        """Ask for the next page."""
        cursor = reading.envelope.meta.get("cursor") if reading.envelope else None
        if self.request.line is not None or not isinstance(cursor, str):
            return False
        self.cursors.add(cursor)
        self.turn_to(with_cursor(self.request.words, cursor), "page")
        return True

    def follow(self, reading: Reading, decision: Decision) -> bool:
        """Run what a redirect says; one for good is on the disk by then."""
        old, new = self.request.words, decision.command
        moved = reading.envelope.redirect if reading.envelope is not None else None
        if new is None or moved is None:
            return False
        if self.asked.secrets and any(HIDDEN in word for word in new):
            self.warnings.append("the redirect has a secret in it, and is not followed")
            return False
        if moved.permanent and not self.remember(old, new):
            return False
        self.redirected = True
        self.turn_to(new, "redirect")
        return True

    def remember(self, old: tuple[str, ...], new: tuple[str, ...]) -> bool:
        """Note where a call moved for good; one that has a secret in it is not kept."""
        if self.shown(old) != old:
            self.warnings.append("the call has a secret in it, so its move is not kept")
            return True
        if self.memory.move(old, new):
            return True
        why = self.memory.error
        self.warnings.append(f"the redirect could not be kept, nor followed: {why}")
        return False

    def ask(self, hook: Hook | None, done: Completed, decision: Decision) -> bool:
        """Have the caller do what only it can; variables it gives are secrets."""
        got = hook(done, decision) if hook is not None else None
        if got is None or isinstance(got, bool):
            return got is True
        secret = [value for value in got.values() if len(value) >= HIDEABLE]
        self.request = changed(
            self.request,
            env={**self.request.env, **got},
            secrets=(*self.request.secrets, *secret),
        )
        return True

    # -- the rest

    def turn_to(self, words: tuple[str, ...], why: Why) -> None:
        """Go on with another call, which has attempts of its own."""
        self.request = changed(self.request, words=words)
        self.name = fingerprint(changed(self.asked, words=words))
        self.turn, self.why = 0, why

    def wait(self, seconds: float, why: str) -> float:
        """Let time pass, never less than was asked for; say how much it was."""
        seconds = self.pace.stretched(seconds)
        if self.hooks.progress is not None:
            self.hooks.progress(f"waiting {seconds:.3g} s, {why}")
        self.pace.sleep(seconds)
        self.waited += seconds
        return seconds

    def shown(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """Return words without their secrets."""
        redactor = redactor_for(self.request)
        return words if redactor is None else tuple(map(redactor.text, words))

    def called(self, decision: Decision) -> Called:
        """Put together what became of the call."""
        error = self.memory.error
        trouble = () if error is None else (f"nothing is remembered: {error}",)
        return Called(
            self.last or self.unmade(decision),
            decision,
            tuple(self.attempts),
            tuple(self.pages),
            (*self.warnings, *self.memory.notices, *trouble),
            self.answer,
        )

    def unmade(self, decision: Decision) -> Completed:
        """Make the record of a call that was not made."""
        from ..runner._completed import unstarted  # noqa: PLC0415 - few are given up

        command, *args = self.shown(self.request.words)
        detail = " ".join([decision.because, *self.warnings])
        return unstarted(detail).replace(command=command, args=tuple(args))


def etag_of(meta: Mapping[str, Any], data: Any) -> str | None:
    """Find the etag that an answer is good under."""
    found = meta.get("etag")
    if found is None and isinstance(data, dict):
        fields: dict[str, Any] = data
        found = fields.get("etag")
    return found if isinstance(found, str) and found else None


def doubled(limit: float | None) -> float | None:
    """Give a command longer."""
    return None if limit is None else limit * 2
