"""Probe → Seen: one call of the program, in its circumstances, through the runner."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from shlex import join, quote
from time import monotonic
from typing import Any

from ..dialects.detect import detect
from ..model.document import parse
from ..process.completed import Completed
from ..process.flow import Running
from ..process.run import request, start
from ..record import KW_ONLY, Record, final, made
from ..tree import is_at_rest
from ._cells import in_network
from ._helper import Beside, filled
from ._place import Room
from .finding import CallRecord

LIMIT = 10.0  # seconds that a call may take, unless the fixtures say otherwise
GRACE = 1.0  # from TERM to KILL
LENIENT = 1.0  # seconds that what a call leaves has to end by itself
SETTLED = 0.5  # seconds from the start of a call to its signal, if `ready` is not set
BUSY = 5.0  # the same for one that never rests; until then it may be starting yet
KEPT = 65_536  # bytes of each stream
EXCERPT = 2_000  # characters of each stream in a finding
PACE = 0.1  # seconds between two looks at whether the check was cancelled
# What the streams are, if not nothing to read and a pipe to write to.
STREAMS = {
    "closed": "< /dev/null >&-",
    "full": "< /dev/null > /dev/full",
    "gone": "< /dev/null | true",
    "no-stdin": "<&-",
    "open": "",  # somebody holds stdin open and says nothing
    "stderr-aside": "2> aside",
    "stdout-aside": "> aside",
}
SHELL = {
    "closed": 'exec "$@" >&-',
    "full": 'exec "$@" >/dev/full',
    "no-stdin": 'exec "$@" <&-',
    # At a terminal, and one stream of it not.
    "stderr-aside": 'exec "$@" 2>../aside',
    "stdout-aside": 'exec "$@" >../aside',
}
# A pipe whose reader has gone before the program starts; SIGPIPE as a shell leaves it.
GONE = (
    "import os, signal, sys; signal.signal(signal.SIGPIPE, signal.SIG_DFL);"
    "r, w = os.pipe(); os.dup2(w, 1); os.close(r); os.close(w);"
    "os.execvp(sys.argv[1], sys.argv[1:])"
)


@final
class Probe(Record):
    """One call to make: its words, and in which circumstances."""

    kind: str  # what rules look at: help, bad-flag, run…
    words: Sequence[str] = ()  # after the program's own
    _: KW_ONLY
    path: str = ""  # of the program's command, dotted; empty: the program
    level: int = 1  # from which it is made
    json: bool = False  # whether an envelope is asked for
    terminal: bool = False
    streams: str = ""  # "", or one of STREAMS
    stdin: str | None = None
    env: Mapping[str, str] = made(default_factory=dict[str, str])
    bare: bool = False  # the environment holds no more than what is needed to start
    signal: int = 0
    ready: str = ""  # what it prints when it is at work, for a signal to come after
    beside: tuple[str, ...] = ()  # a command that runs meanwhile, and says it is ready
    setup: tuple[tuple[str, ...], ...] = ()  # calls before it, in the same room
    files: Mapping[str, str] = made(default_factory=dict[str, str])
    code: int | None = None  # the number that a fixture says it ends with
    network: str = ""  # "", or loopback: one of its own, that leads nowhere else
    note: str = ""  # what is special about it, for a reader

    def _check(self) -> None:
        self._put(words=tuple(self.words))


class Seen:
    """What became of a probe; what is dear to find out is found out once."""

    def __init__(
        self,
        probe: Probe,
        cli: Sequence[str],
        done: Completed,
        room: Room,
        before: Mapping[str, tuple[int, int]],
    ) -> None:
        self.probe = probe
        self.cli: tuple[str, ...] = tuple(cli)
        self.done = done
        self.room = room
        after = room.files()
        changed = {n for n in {**before, **after} if before.get(n) != after.get(n)}
        self.left: list[str] = sorted(changed)  # files it has made, changed or removed
        self.touched: list[str] = [name for name in self.left if name in before]
        self.removed: list[str] = []  # files of the program itself
        self.signalled: bool = False  # it got its signal before it ended by itself
        aside = room.aside()
        self.stdout: str = aside if probe.streams == "stdout-aside" else done.stdout
        self.stderr: str = aside if probe.streams == "stderr-aside" else done.stderr
        self.document: dict[str, Any] | None = None
        self.alone: bool = False  # whether stdout is that document and nothing else
        self.look()

    def look(self) -> None:
        """Find the one document that the call has written."""
        stdout = self.done.document or self.stdout.encode("utf-8", "replace")
        stderr = self.stderr.encode("utf-8", "replace")
        found = detect(stdout, stderr, self.code)
        text = stdout.decode("utf-8", "replace").strip()
        whole, end = parse(text, 0) if text else (None, 0)
        self.alone = isinstance(whole, dict) and end == len(text)
        self.dialect: str | None = found.dialect
        self.document = found.document
        if self.document is None and self.alone:
            self.document = whole  # an envelope of no dialect, but JSON

    @property
    def code(self) -> int:
        """The number that a shell would show."""
        return self.done.exit_code

    @property
    def ended(self) -> bool:
        """Whether it ended by itself, and not because of us."""
        return self.done.status in {"exited", "signaled"}

    @property
    def survivors(self) -> int:
        """How many processes were still there a second after it had ended."""
        return self.done.cleanup.killed + self.done.cleanup.left if self.ended else 0

    @property
    def command(self) -> str:
        """The shell line that makes the same call."""
        return line_of(self.probe, self.cli)

    @property
    def evidence(self) -> CallRecord:
        """What a reader needs to see of it."""
        return CallRecord(
            exit_code=self.code,
            status=self.done.status,
            stdout=excerpt(self.stdout),
            stderr=excerpt(self.stderr),
            duration_ms=self.done.duration_ms,
        )


def call(  # noqa: PLR0913 - a call, where, with what, and until when
    probe: Probe,
    cli: Sequence[str],
    room: Room,
    passed: Mapping[str, str],
    *,
    limit: float = LIMIT,
    stopped: Callable[[], bool] = bool,
) -> Seen:
    """Make a call, after those that it needs, with the helper that it needs beside."""
    for name, text in probe.files.items():
        room.put(name, text)
    for words in probe.setup:
        before = Probe("setup", words, env=probe.env, network=probe.network)
        perform(before, cli, room, passed, limit, stopped)
    earlier = room.files()
    if probe.beside:
        env = {**room.env(passed), **probe.env}
        with Beside(probe.beside, cli, room, env, limit, probe.network) as helper:
            ready = probe.replace(words=filled(probe.words, helper.ready()))
            pid = helper.running.report.pid
            done, sent = perform(ready, cli, room, passed, limit, stopped, pid)
    else:
        done, sent = perform(probe, cli, room, passed, limit, stopped)
    seen = Seen(probe, cli, done, room, earlier)
    seen.signalled = bool(probe.signal) and sent
    return seen


def perform(  # noqa: PLR0913 - as call()
    probe: Probe,
    cli: Sequence[str],
    room: Room,
    passed: Mapping[str, str],
    limit: float,
    stopped: Callable[[], bool],
    beside: int = 0,
) -> tuple[Completed, bool]:
    """Run one call to its end, or to the end of our patience.

    Tell, too, whether it has got the signal that it was to get.
    """
    env = {**room.env(passed), **probe.env}
    if probe.bare:
        # In a cell the list of users has its home; elsewhere it has the caller's.
        own = () if room.inside else ("HOME", "TMPDIR")
        kept = {*passed, *probe.env, *own}
        env = {n: v for n, v in env.items() if n in kept}
    held = os.pipe() if probe.streams == "open" else None
    asked = request(
        in_circumstances(probe, [*cli, *probe.words]),
        cwd=room.cwd,
        env=env,
        clear_env=True,
        quiet_env=False,
        show_secrets=True,  # the rule on secrets must see whether one is shown
        input=probe.stdin,
        stdin=held[0] if held else None,
        size=(80, 24) if probe.terminal else None,
        timeout=limit,
        kill_after=GRACE,
        reap=True,
        raw=True,
        max_output=KEPT,
        log=False,
        journal=False,  # a probe is no run of the user
    )
    asked.cell = in_network(room.cell, probe.network)
    if asked.cell is not None and beside:
        asked.cell["join"] = beside
    try:
        with start(asked) as running:
            return attend(running, probe, stopped)
    finally:
        for descriptor in held or ():
            os.close(descriptor)


def attend(
    running: Running, probe: Probe, stopped: Callable[[], bool]
) -> tuple[Completed, bool]:
    """Wait for the end of a call, and send it the signal that it is to get."""
    sent = not probe.signal
    begun = monotonic()
    running.spare(LENIENT)
    try:
        while not running.finished and not running.step(PACE):
            if stopped():
                running.cancel()
            if not sent and is_at_work(running, probe, monotonic() - begun):
                os.kill(running.report.pid, probe.signal)
                sent = True
    except BaseException:
        running.cancel()
        running.wait()  # until its whole tree is gone
        raise
    return running.wait(), sent


def is_at_work(running: Running, probe: Probe, seconds: float) -> bool:
    """Tell whether a slow call has said that it is ready, or had the time to be."""
    if not running.report.pid or running.report.status is not None:
        return False
    if not probe.ready:
        rests = seconds > SETTLED and is_at_rest(running.report.pid)
        return rests or seconds > BUSY
    said = [c.rendering for c in running.streams.captures.values() if c.rendering]

    return any(probe.ready in deepcopy(text).finish().text for text in said)


def in_circumstances(probe: Probe, words: list[str]) -> list[str]:
    """Wrap a call so that its stdout is what the probe wants."""
    if probe.streams in SHELL:
        return ["/bin/sh", "-c", SHELL[probe.streams], "sh", *words]
    if probe.streams == "gone":
        return [sys.executable, "-I", "-S", "-c", GONE, *words]
    return words


def line_of(probe: Probe, cli: Sequence[str]) -> str:
    """Write a call for a shell, its circumstances included."""
    env = [f"{name}={quote(value)}" for name, value in probe.env.items()]
    parts = ["env -i", 'PATH="$PATH"'] if probe.bare else []
    words = join([*cli, *probe.words])
    if probe.streams.endswith("-aside"):
        words = f"sh -c {quote(f'{words} {STREAMS[probe.streams]}')}"
    parts += [*env, f"exeunt run --pty -- {words}" if probe.terminal else words]
    if probe.streams == "open":
        parts.insert(0, "sleep 99 |")
    elif probe.stdin is not None:
        size = len(probe.stdin)
        small = size < EXCERPT
        parts += [f"<<< {quote(probe.stdin)}" if small else f"< {size}-bytes"]
    elif not probe.terminal:
        parts.append(STREAMS.get(probe.streams, "< /dev/null"))
    line = " ".join(parts)
    if probe.signal:
        line += f" & kill -{probe.signal} $!"
    if probe.beside:
        line = f"{join(probe.beside)} & {line}"
    before = [join([*cli, *words]) for words in probe.setup]
    return " && ".join([*before, line])


def texts_in(seen: Seen) -> Iterator[str]:
    """Yield every text in the document that a call wrote, decoded; names, too."""
    found: list[Any] = [seen.document]
    while found:
        value = found.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            found += [*value, *value.values()]
        elif isinstance(value, list):
            found += value


def exit_of(seen: Seen) -> str:
    """Say how a call ended, with the first line of what it had to say about that."""
    why = first_line(seen.stderr)
    return f"exit {seen.code}: {why!r}" if why else f"exit {seen.code}"


def first_line(text: str) -> str:
    """Return the first line that says something."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[0][:100] if lines else ""


def excerpt(text: str) -> str:
    """Keep the beginning and the end of a long text."""
    if len(text) <= EXCERPT:
        return text
    half = EXCERPT // 2
    return f"{text[:half]}\n[… {len(text) - EXCERPT} characters …]\n{text[-half:]}"
