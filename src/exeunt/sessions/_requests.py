"""A client's question → its answer, at once or when it can be given.

It is decided here what each question of a session does: lines and keys are typed, the
screen is shown, the command's next question or its end is waited for, the run is ended.
"""

from __future__ import annotations

from time import monotonic

from ..files import open_old
from ..terminal.dialogue import Answer
from ..terminal.display import picture
from . import wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    from ..process.flow import Running
    from ..terminal.dialogue import Dialogue

    Said = dict[str, Any]
    # The answer, or None as long as there is none.
    Ready = Callable[[], Said | None]

    class Supervisor(Protocol):
        """What a question needs of the supervisor."""

        running: Running

        def state(self) -> Said: ...
        def total(self) -> int: ...
        def is_asking(self) -> bool: ...


TAIL = 1 << 18  # bytes of output that a text is looked for in
LONGEST = 30 * 86_400.0  # seconds that a client may wait
FOREVER = 1e9  # seconds
SEND_WITHIN = 1.0  # seconds that a client has to read its answer
ASK_WITHIN = 10.0  # seconds that a client has to ask


class Client:
    """A connection with one question, held until it can be answered."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection
        self.heard: bytearray = bytearray()
        self.question: Ready | None = None
        self.until: float = monotonic() + ASK_WITHIN
        self.offset: int | None = None  # of the output, when the question came
        self.gone: bool = False
        self.watches: bool = False  # it follows the output

    def read(self) -> dict[str, Any] | None:
        """Read from the client; return the question as soon as it is whole."""
        try:
            data = self.connection.recv(wire.CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            data = b""
        self.heard += data
        if not data or len(self.heard) > wire.LARGEST:
            self.gone = True
        if self.gone or self.question is not None or not self.heard.endswith(b"\n"):
            return None
        try:
            return wire.unpack(bytes(self.heard))
        except (ValueError, RecursionError):
            self.reply({"error": ["INVALID_INPUT", "that is no question", "ask again"]})
            return None

    def hold(self, ready: Ready, timeout: float | None) -> None:
        """Keep the client waiting until `ready` has an answer, or the time is up."""
        self.question = ready
        self.until = monotonic() + (FOREVER if timeout is None else timeout)

    def consider(self, state: Callable[[], Any], *, ended: bool) -> None:
        """Answer once, as soon as that can be done; when all is over, in any case."""
        if self.gone:
            return
        said = self.question() if self.question is not None else None
        if said is None and (ended or monotonic() >= self.until):
            said = {"state": state(), "late": not ended}
        if said is not None:
            self.reply(said)

    def reply(self, said: dict[str, Any]) -> None:
        """Answer, and part."""
        self.gone = True
        try:
            self.connection.settimeout(SEND_WITHIN)
            self.connection.sendall(wire.pack({"offset": self.offset, **said}))
        except OSError:
            pass  # it has not waited

    def close(self) -> None:
        """Hang up."""
        self.connection.close()


def answer(supervisor: Supervisor, client: Client, question: Said) -> None:
    """Answer a question, now or when the time has come."""
    handler = HANDLERS.get(str(question.get("ask")))
    if handler is None:
        client.reply(error("INVALID_INPUT", "that cannot be asked", "update exeunt"))
        return
    client.offset = supervisor.total()
    try:
        ready = handler(supervisor, client, question)
        limit = question.get("timeout")
        client.hold(ready, None if limit is None else min(float(limit), LONGEST))
        client.consider(supervisor.state, ended=False)
    except (KeyError, TypeError, ValueError) as problem:
        client.reply(error("INVALID_INPUT", f"asked wrongly: {problem}", "ask again"))


def error(code: str, message: str, fix: str) -> Said:
    """Say what is wrong."""
    return {"error": [code, message, fix]}


def tell(supervisor: Supervisor) -> Said:
    """Say how it is."""
    return {"state": supervisor.state()}


def state(supervisor: Supervisor, _: Client, __: Said) -> Ready:
    """Say how it is, at once."""
    return lambda: tell(supervisor)


def say(supervisor: Supervisor, client: Client, question: Said) -> Ready:
    """Type lines when the command reads; then wait for its next question."""
    dialogue = supervisor.running.streams.dialogue
    if dialogue is None:
        return no_terminal

    lines = [str(line) for line in question["lines"]]
    ended = Ended(dialogue, len(lines))

    def begin() -> None:
        if ended.left == len(lines):
            client.offset = supervisor.total()  # the output from here on is the reply
        ended.begin()

    for line in lines:
        one = Answer(
            line,
            secret=bool(question["secret"]),
            enter=bool(question["enter"]),
            begin=begin,
        )
        dialogue.say(one)

    def typed() -> Said | None:
        asks = supervisor.is_asking()
        if question["wait"] and ended.is_all:
            return {**tell(supervisor), **ended.said(supervisor)}
        if dialogue.is_silent:
            return tell(supervisor) if asks or not question["wait"] else None
        if asks and dialogue.answers:
            dialogue.answers.clear()  # it would be shown
            return error(
                "SECRET_ECHOED",
                "the command would show what is typed",
                "wait until it asks for a secret, or send it without --secret",
            )
        return None

    return typed


def press(supervisor: Supervisor, _: Client, question: Said) -> Ready:
    """Type keys at once; then wait for the command to ask again."""
    dialogue = supervisor.running.streams.dialogue
    if dialogue is None:
        return no_terminal
    ended = Ended(dialogue, 1)
    ended.begin()
    dialogue.press(pressed(dialogue, question))

    def settled() -> Said | None:
        if question["wait"] and ended.is_all:
            return {**tell(supervisor), **ended.said(supervisor)}
        rests = supervisor.is_asking() or not question["wait"]
        return tell(supervisor) if rests else None

    return settled


def pressed(dialogue: Dialogue, question: Said) -> bytes:
    """Return the bytes of keys, by their names or as a person's terminal sent them."""
    if "keys" in question:
        return str(question["keys"]).encode("latin-1")
    from ..terminal.keys import keys  # few press any

    names = [str(name) for name in question["names"]]
    toggles = dialogue.toggles
    if toggles is None:
        return keys(names)
    from ..terminal.toggles import CURSOR_KEYS, KEYPAD  # loaded by then

    cursor, keypad = toggles.is_on(CURSOR_KEYS), toggles.is_on(KEYPAD)
    return keys(names, cursor=cursor, keypad=keypad)


class Ended:
    """The lines of a shell that end after what a client has typed."""

    def __init__(self, dialogue: Dialogue, left: int) -> None:
        self.dialogue = dialogue
        self.left = left  # things that are still to be typed
        self.first: int | None = None  # prompts that were shown before the first,
        self.last: int = 0  # and before the last

    def begin(self) -> None:
        """Note that the next of them is typed."""
        marks = self.dialogue.marks
        self.left -= 1
        self.last = 0 if marks is None else marks.prompts
        if self.first is None:
            self.first = self.last

    @property
    def is_all(self) -> bool:
        """Whether all is typed, and the shell was seen to read at a later prompt."""
        marks = self.dialogue.marks
        return marks is not None and not self.left and marks.confirmed > self.last

    def said(self, supervisor: Supervisor) -> Said:
        """Say what came of it: the status, if it was one line."""
        marks = self.dialogue.marks
        alone = marks is not None and self.first == marks.prompts - 1
        status = marks.status if marks is not None and alone else None
        return {"status": status, "end": supervisor.total()}


def wait(supervisor: Supervisor, client: Client, question: Said) -> Ready:
    """Wait for a question of the command's, for a text, or for its end."""
    goal = str(question["for"])
    text = question.get("text")
    if text is not None:
        return Sought(supervisor, str(text), int(question.get("offset") or 0))

    if goal == "output":
        return more(supervisor, client, int(question["offset"]))

    def stands() -> Said | None:
        if goal == "input" and supervisor.is_asking():
            return tell(supervisor)
        return None  # the end of the run answers every client

    return stands


def more(supervisor: Supervisor, client: Client, seen: int) -> Ready:
    """Wait for output beyond what a client has seen; a person may be there."""
    client.watches = True
    terminal = supervisor.running.streams.terminal

    def written() -> Said | None:
        if supervisor.total() <= seen:
            return None
        returns = terminal is not None and terminal.modes().returns
        return {**tell(supervisor), "returns": returns}

    return written


class Sought:
    """A text that is waited for in the output from an offset on."""

    def __init__(self, supervisor: Supervisor, text: str, offset: int) -> None:
        self.supervisor = supervisor
        self.text = text
        self.offset = offset
        self.tail: bytes = b""

    def __call__(self) -> Said | None:
        """Look at what has come since the last look."""
        from ..text.clean import clean  # loaded with the record

        supervisor = self.supervisor
        total = supervisor.total()
        path = supervisor.running.log_path("stdout")
        if path is None or self.offset >= total:
            return None
        with open(open_old(path), "rb") as file:  # noqa: PTH123 - pathlib is dear
            file.seek(self.offset)
            data = file.read(total - self.offset)
        self.offset += len(data)
        self.tail = (self.tail + data)[-TAIL:]
        return tell(supervisor) if self.text in clean(self.tail) else None


def screen(supervisor: Supervisor, _: Client, question: Said) -> Ready:
    """Say what the terminal shows; give it another size first, if one is asked for."""
    dialogue = supervisor.running.streams.dialogue
    if dialogue is None:
        return no_terminal
    size = question.get("size")
    if size is not None:
        supervisor.running.resize(int(size[0]), int(size[1]))

    def shown() -> Said:
        picture_of = picture(dialogue.display, supervisor.running.redactor)
        beside = joined(dialogue) if question.get("join") else {}
        return {**tell(supervisor), **beside, "screen": picture_of}

    return shown


def joined(dialogue: Dialogue) -> Said:
    """Say what a person's terminal needs besides the text of the screen."""
    shown = dialogue.display.look()
    modes = dialogue.toggles.switched() if dialogue.toggles is not None else {}
    return {
        "cursor": [shown.row, shown.column],
        "modes": {str(number): on for number, on in modes.items()},
        "returns": dialogue.terminal.modes().returns,
    }


def stop(supervisor: Supervisor, _: Client, question: Said) -> Ready:
    """End it, and wait until it has ended."""
    supervisor.running.cancel()
    if question.get("now"):
        supervisor.running.cancel()

    return lambda: None  # the end of the run answers every client


def no_terminal() -> Said:
    """Refuse a question that needs a terminal."""
    return error(
        "NO_TERMINAL",
        "the command has no terminal to type at",
        "start it with exeunt session start, or with --pty",
    )


HANDLERS: dict[str, Callable[[Supervisor, Client, Said], Ready]] = {
    "state": state,
    "say": say,
    "press": press,
    "wait": wait,
    "screen": screen,
    "stop": stop,
}
