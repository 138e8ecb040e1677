"""Words → events as they come: what a command writes, what it asks, how it ended.

    async for event in exeunt.stream(["make", "-j8"], timeout=600):
        match event:
            case exeunt.Wrote():
                print(event.text, end="")
            case exeunt.Asked():
                ...
            case exeunt.Ended():
                print(event.record.verdict)

Nothing is read from the command while its events are not taken, so memory stays as it
is, and the command waits as for any slow reader.
"""

from __future__ import annotations

from codecs import getincrementaldecoder
from collections import deque

from ..record import Record, final
from ..terminal.dialogue import Answer
from ._over import over, over_async
from ._zygote import ZYGOTE
from .flow import Running
from .ready import ready, through
from .request import Request, refuse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from os import PathLike
    from typing import Any, Literal, Self, Unpack

    from ..terminal.waiting import Waiting
    from .completed import Completed
    from .request import Options

    Name = Literal["stdout", "stderr"]
    Note = Callable[[str, bytes], None]


@final
class Wrote(Record):
    """A piece of a stream as the command wrote it, without its secrets."""

    stream: Name
    data: bytes
    text: str  # of whole characters: one that is torn comes with the next piece


@final
class Asked(Record):
    """A question: the command waits for an answer, and goes on when it gets one."""

    waiting: Waiting


@final
class Ended(Record):
    """The last event: the record of the run."""

    record: Completed


Event = Wrote | Asked | Ended


class Stream:
    """The events of one run, and its record as soon as there is one.

    Whoever stops taking events ends the command: by leaving an `async with` block, by
    an exception, or by a cancelled task. `record` then says how far it came.
    """

    def __init__(self, request: Request) -> None:
        self.request = request
        self.record: Completed | None = None
        self.running: Running | None = None
        self.said: deque[tuple[str, bytes]] = deque()
        self.events: deque[Event] = deque()
        decoder = getincrementaldecoder("utf-8")
        self.decoders: dict[str, Any] = {
            name: decoder("replace") for name in ("stdout", "stderr")
        }
        self.question: float = 0.0  # since when the one stands that was told

    # --- what a caller does with it

    async def __aenter__(self) -> Self:
        """Start the command."""
        self.begin()
        return self

    async def __aexit__(self, *_: object) -> None:
        """End the command if it still runs."""
        await self.aclose()

    def __aiter__(self) -> Self:
        """Return the stream: it is its own iterator."""
        return self

    async def __anext__(self) -> Event:
        """Return the next event; the record is in the last."""
        running = self.begin()
        try:
            while not self.events and self.record is None:
                self.pass_over()
                self.step(0)
                if not self.events:
                    await ready(running.fileno(), running.due())
        except BaseException as error:
            await self.end(error)
            raise
        if not self.events:
            raise StopAsyncIteration
        return self.events.popleft()

    def answer(self, text: str, *, secret: bool = False, enter: bool = True) -> None:
        """Type an answer when the command reads; a secret only without an echo."""
        dialogue = self.begin().streams.dialogue
        if dialogue is None:
            refuse("a run without a terminal is asked nothing", "pass pty=True")
        dialogue.say(Answer(text, secret=secret, enter=enter))
        self.question = 0.0

    async def aclose(self) -> None:
        """End the command if it still runs, and see its tree gone."""
        await self.end()

    def cancel(self) -> None:
        """Have the tree ended; the events go on to the last. Twice: at once."""
        self.begin().cancel()

    # --- how events come about

    def begin(self) -> Running:
        """Start the command, once."""
        if self.running is None:
            running = Running(self.request)
            running.lets_ask = True  # the caller is asked
            running.tell = teller(self.said)
            self.running = running.start(ZYGOTE.launch, ZYGOTE.rescue)
        return self.running

    def step(self, limit: float | None) -> None:
        """Go on by one step, and make events of what has happened."""
        running = self.begin()
        over = running.finished or running.step(limit)
        while self.said:
            name, data = self.said.popleft()
            text = self.decoders[name].decode(data)
            self.events.append(Wrote(stream_name(name), data, text))
        if over:
            self.finish(running)
        else:
            self.note_question(running)

    def note_question(self, running: Running) -> None:
        """Tell a question that stands, once."""
        dialogue = running.streams.dialogue
        if dialogue is None or not dialogue.stands or dialogue.waiting is None:
            return
        if dialogue.since != self.question:
            self.question = dialogue.since
            self.events.append(Asked(dialogue.waiting))

    def pass_over(self) -> None:
        """End a command whose question was told, and has got no answer.

        What only looks like a question ends by its limits alone.
        """
        running = self.begin()
        dialogue = running.streams.dialogue
        if dialogue is None or running.report.asked is not None or not dialogue.stuck:
            return
        if dialogue.since == self.question and not dialogue.answers:
            running.stop("question")

    def finish(self, running: Running) -> None:
        """Tell what is left of the streams, and how the run ended."""
        for name, decoder in self.decoders.items():
            if rest := decoder.decode(b"", final=True):
                self.events.append(Wrote(stream_name(name), b"", rest))
        self.record = running.wait()
        self.events.append(Ended(self.record))

    async def end(self, error: BaseException | None = None) -> None:
        """End the command, if it still runs; the record says how far it came."""
        if self.running is not None and self.record is None:
            self.running.tell = unheard
            try:
                await over_async(self.running, error)
            finally:
                self.record = self.running.wait()

    def end_here(self) -> None:
        """Do the same in a thread."""
        if self.running is not None and self.record is None:
            self.running.tell = unheard
            try:
                through(over(self.running))
            finally:
                self.running.abandon()
                self.record = self.running.wait()


def stream(
    words: Sequence[str | PathLike[str]] | None = None, **options: Unpack[Options]
) -> Stream:
    """Run a command from a coroutine, and take its events; the options of run()."""
    return Stream(Request(words, **options))


def followed(request: Request, on_event: Callable[[Event], object]) -> Completed:
    """Run a command to its end, and call a function with each event.

    What the function returns for a question, if it is a text, is typed.
    """
    stream = Stream(request)
    try:
        while True:
            while stream.events:
                event = stream.events.popleft()
                answer = on_event(event)
                if isinstance(event, Ended):
                    return event.record
                if isinstance(event, Asked) and isinstance(answer, str):
                    stream.answer(answer)
            stream.pass_over()
            stream.step(None)
    finally:
        stream.end_here()


def teller(said: deque[tuple[str, bytes]]) -> Note:
    """Keep what is written; it holds no run, or nobody would notice who lets go."""

    def tell(name: str, data: bytes) -> None:
        said.append((name, data))

    return tell


def unheard(_name: str, _data: bytes) -> None:
    """Keep nothing: whoever would have taken it has gone."""


def stream_name(name: str) -> Name:
    """Name a stream to a type checker."""
    return "stdout" if name == "stdout" else "stderr"
