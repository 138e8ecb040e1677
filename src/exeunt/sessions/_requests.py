"""A question → what is done about it: typed, looked at, waited for, ended."""

from __future__ import annotations

from ..terminal.dialogue import Answer
from ..terminal.display import picture

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    from ..process.flow import Running
    from ._client import Client, Ready

    Said = dict[str, Any]

    class Supervisor(Protocol):
        """What a question needs to know of who answers it."""

        running: Running

        def state(self) -> Said: ...
        def total(self) -> int: ...
        def is_asking(self) -> bool: ...


TAIL = 1 << 18  # bytes of output that a text is looked for in
LONGEST = 30 * 86_400.0  # seconds that anybody waits


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
    """Type lines when they are wanted; then wait for what the command says to them."""
    dialogue = supervisor.running.streams.dialogue
    if dialogue is None:
        return no_terminal

    def begin() -> None:
        client.offset = supervisor.total()  # what follows is said to it

    for number, line in enumerate(question["lines"]):
        one = Answer(
            str(line),
            secret=bool(question["secret"]),
            enter=bool(question["enter"]),
            begin=None if number else begin,
        )
        dialogue.say(one)

    def typed() -> Said | None:
        asks = supervisor.is_asking()
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
    """Type keys at once; then wait for what the command does about them."""
    dialogue = supervisor.running.streams.dialogue
    if dialogue is None:
        return no_terminal
    dialogue.press(str(question["keys"]).encode("latin-1"))

    def settled() -> Said | None:
        rests = supervisor.is_asking() or not question["wait"]
        return tell(supervisor) if rests else None

    return settled


def wait(supervisor: Supervisor, _: Client, question: Said) -> Ready:
    """Wait for a question of the command's, for a text, or for its end."""
    goal = str(question["for"])
    text = question.get("text")
    if text is not None:
        return Sought(supervisor, str(text), int(question.get("offset") or 0))

    def stands() -> Said | None:
        if goal == "input" and supervisor.is_asking():
            return tell(supervisor)
        return None  # the end answers everybody

    return stands


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
        with open(path, "rb") as file:  # noqa: PTH123 - pathlib is dear
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
        return {**tell(supervisor), "screen": picture_of}

    return shown


def stop(supervisor: Supervisor, _: Client, question: Said) -> Ready:
    """End it, and wait until it has ended."""
    supervisor.running.cancel()
    if question.get("now"):
        supervisor.running.cancel()

    return lambda: None  # the end answers everybody


def no_terminal() -> Said:
    """Refuse what needs a terminal."""
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
