"""A run → a small process that stays with it, and answers its clients.

It is decided here when a run becomes a session. The supervisor begins as a helper of
the caller, `exeunt run`. When the command asks a question that has no answer, or was
to be detached, the caller gets a record and ends; the supervisor stays until the
command's end, and then its state says how the command ended.
"""

from __future__ import annotations

import os
import select
from time import monotonic, time

from ..files import unlink
from ..process.capture import shown_words
from ..terminal.display import picture
from ..terminal.terminal import size_of
from . import wire
from ._requests import Client, answer
from .place import Place, create

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..process.completed import Completed
    from ..process.flow import Running

KEEP = 3600.0  # seconds that a question waits for an answer
PATIENCE = 3.0  # seconds after which what is likely to be a question counts as one
LONG = 86_400.0
MOST = 64  # clients at once
WINCH = 28  # the caller's terminal has got another size
FINAL = ("exited", "signaled")


class Supervisor:
    """Stays with one run."""

    def __init__(
        self,
        running: Running,
        *,
        place: Place | None = None,
        keep: float = KEEP,
        patience: float = PATIENCE,
    ) -> None:
        self.running = running
        self.keep = keep
        self.patient: float = patience
        self.place = place  # where a session of that name is to be
        self.listener: Any = None
        self.clients: dict[int, Client] = {}
        self.asked_at: float = monotonic()  # when a client last asked
        self.started_at: float = time()
        self.ended_at: float | None = None
        self.done: Completed | None = None
        self.last_screen: str | None = None
        self.written: dict[str, Any] = {}
        self.cwd: str = running.request.cwd or here()

    # --- with the caller

    def attend(self, front: int, *, detached: bool) -> bool:
        """Stay until the command ends or is to be kept; return whether it is kept.

        `front` is a socket to the caller: a byte from there is the number of a signal,
        and its end, when the caller is dead, ends the run.
        """
        running, dialogue = self.running, self.running.streams.dialogue
        if self.keep > 0:
            running.lets_ask = True
            if dialogue is not None:
                dialogue.patience = self.patient
        poll = select.poll()
        poll.register(front, select.POLLIN)
        if not running.finished:
            poll.register(running.fileno(), select.POLLIN)
        while not running.finished:
            if detached and running.report.pid:
                return True
            if self.keep > 0 and dialogue is not None and dialogue.stuck:
                return True
            due = running.due()
            ready = dict(poll.poll(None if due is None else due * 1000 + 1))
            if front in ready:
                heard = os.read(front, 16)
                for number in heard:
                    self.pass_on(number)
                if not heard:
                    poll.unregister(front)
                    running.cancel()
            running.step(0)
        return detached and bool(running.report.pid)

    def pass_on(self, number: int) -> None:
        """Do what a signal to the caller means: another size, or the end of the run."""
        if number != WINCH:
            self.running.cancel(number)
        elif self.running.streams.terminal and (size := size_of(1)) is not None:
            self.running.resize(*size)

    def stay(self, *, detached: bool) -> Completed:
        """Become a session; return what is known of the run by now."""
        self.place = place = self.place or create(None)
        if not detached:
            self.running.lift_limits()  # the caller set them, and goes
        self.listener = wire.listen(place.socket)
        self.running.request.kind = "session"
        self.asked_at = monotonic()
        known = self.running.keep(place.name, "detached" if detached else "waiting")
        self.note()
        return known

    def end(self) -> None:
        """End the command: it has a question, and no session can be had."""
        self.running.stop("question")
        self.running.finish()

    # --- alone

    def serve(self) -> None:
        """Answer clients until the command has ended and each of them knows."""
        running = self.running
        poll = select.poll()
        poll.register(self.listener.fileno(), select.POLLIN)
        if not running.finished:
            poll.register(running.fileno(), select.POLLIN)
        while not running.finished:
            ready = dict(poll.poll(self.patience()))
            if self.listener.fileno() in ready:
                self.welcome(poll)
            for number in [n for n in ready if n in self.clients]:
                self.hear(self.clients[number])
            running.step(0)
            self.consider()
            self.dismiss(poll)
        self.finish(poll)

    def patience(self) -> float:
        """Return for how many milliseconds nothing is due."""
        now = monotonic()
        times = [client.until - now for client in self.clients.values()]
        due = self.running.due()
        times += [] if due is None else [due]
        if self.is_asking():
            times.append(self.asked_at + self.keep - now)
        return max(0.0, min([*times, LONG])) * 1000 + 1

    def is_asking(self) -> bool:
        """Tell whether the command waits for an answer."""
        dialogue = self.running.streams.dialogue
        return (
            dialogue is not None
            and dialogue.stands
            and self.running.report.status is None
        )

    def consider(self) -> None:
        """Note a change; end a command whose question no client answers in time."""
        if self.status() != self.written.get("status"):
            self.note()
        for client in self.clients.values():
            client.consider(self.state, ended=False)
        if any(client.watches for client in self.clients.values()):
            self.asked_at = monotonic()  # somebody looks at it
        forgotten = monotonic() >= self.asked_at + self.keep
        if self.is_asking() and forgotten and self.running.stage == "running":
            self.running.stop("silence")

    def welcome(self, poll: Any) -> None:
        """Accept new clients."""
        while (connection := wire.accept(self.listener)) is not None:
            if len(self.clients) >= MOST:
                connection.close()
                continue
            self.clients[connection.fileno()] = Client(connection)
            poll.register(connection.fileno(), select.POLLIN)

    def hear(self, client: Client) -> None:
        """Read a client's question, and answer at once where that can be done."""
        self.asked_at = monotonic()
        question = client.read()
        if question is not None:
            answer(self, client, question)

    def dismiss(self, poll: Any) -> None:
        """Close the connections of clients that have their answer, or have left."""
        for number, client in list(self.clients.items()):
            if client.gone:
                poll.unregister(number)
                client.close()
                del self.clients[number]

    def finish(self, poll: Any) -> None:
        """Write how the run ended; then answer the clients that wait for that."""
        self.done = self.running.wait()
        self.ended_at = time()
        dialogue = self.running.streams.dialogue
        if dialogue is not None:  # drawn from the log, it might show a secret
            self.last_screen = picture(dialogue.display, self.running.redactor)
        self.note()
        for client in self.clients.values():
            client.consider(self.state, ended=True)
        self.dismiss(poll)
        self.listener.close()
        if self.place is not None:
            unlink("socket", self.place.folder)
            self.place.leave()

    def break_off(self, why: str) -> None:
        """Write that the session has ended by a bug of exeunt."""
        ended = {"status": "internal_error", "detail": why, "ended_at": time()}
        if self.place is not None:
            self.place.write({**self.written, **ended, "waiting": None})

    # --- what is known

    def status(self) -> str:
        """Return the status of the session."""
        if self.done is not None:
            return self.done.status
        return "waiting_for_input" if self.is_asking() else "running"

    def state(self) -> dict[str, Any]:
        """Return the state of the session, in its names on the wire."""
        running, done = self.running, self.done
        terminal, dialogue = running.streams.terminal, running.streams.dialogue
        asks = dialogue is not None and self.is_asking() and not done
        waiting = dialogue.waiting if dialogue is not None and asks else None
        hide = running.redactor.text if running.redactor else str
        request = running.request
        words = shown_words(request, request.words, running.redactor)
        return {
            "session": self.place.name if self.place is not None else None,
            "status": self.status(),
            "exit_code": done.exit_code if done and done.status in FINAL else None,
            "signal": done.signal if done else None,
            "detail": done.detail if done else None,
            "command": words[0],
            "args": list(words[1:]),
            "cwd": self.cwd,
            "pid": running.report.pid,
            "supervisor": os.getpid(),
            "size": [terminal.columns, terminal.rows] if terminal else None,
            "started_at": self.started_at,
            "ended_at": self.ended_at,
            "total_bytes": self.total(),
            "log": done.log if done else running.log_path("stdout"),
            "stderr_log": done.stderr_log if done else running.log_path("stderr"),
            "queued": len(dialogue.answers) if dialogue is not None else 0,
            "waiting": waiting
            and waiting.replace(prompt=hide(waiting.prompt)).as_dict(),
            "record": done.as_dict() if done else None,
            "screen": self.last_screen,
        }

    def total(self) -> int:
        """Return how many bytes of output can be read by now."""
        capture = self.running.streams.captures.get("stdout")
        return capture.log.size if capture and capture.log is not None else 0

    def note(self) -> None:
        """Write the state to a file, which is read when the supervisor has gone."""
        self.written = self.state()
        if self.place is not None:
            try:
                self.place.write(self.written)
            except OSError:
                pass  # a full disk costs the note, not the run


def here() -> str:
    """Return the working directory, if it still exists."""
    try:
        return os.getcwd()  # noqa: PTH109 - pathlib is dear
    except OSError:
        return ""
