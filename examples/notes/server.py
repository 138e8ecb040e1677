"""PUT /v2/notes/ID → 204: a server that says no in every way that servers do.

`python -m notes.server PORT` runs it until it is stopped. The token chooses its mood:
expired, limited, slow, busy and moved are refused in their own way, tired after one
note; any other is welcome. What was once at /notes is at /v2/notes.
"""

from __future__ import annotations

import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event

HOME = "/v2/notes/"
FORMER = "/notes/"


class NotesServer(ThreadingHTTPServer):
    """Keeps what it was given; `allowed` is how often, before it wants a pause."""

    daemon_threads = True

    def __init__(self, port: int = 0, allowed: int | None = None) -> None:
        super().__init__(("127.0.0.1", port), Answer)
        self.allowed = allowed
        self.kept: dict[str, bytes] = {}
        self.stopping = Event()

    @property
    def url(self) -> str:
        """Where the notes are kept."""
        return f"http://127.0.0.1:{self.server_port}{HOME}".rstrip("/")


class Answer(BaseHTTPRequestHandler):
    """One call."""

    server: NotesServer  # pyright: ignore[reportIncompatibleVariableOverride] - its only one

    def do_PUT(self) -> None:
        """Keep a note, or refuse it."""
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        token = self.headers.get("Authorization", "").removeprefix("Bearer ")
        kept = len(self.server.kept)
        allowed = 1 if token == "tired" else self.server.allowed  # noqa: S105 - a mood
        if self.path.startswith(FORMER) or token == "moved":  # noqa: S105 - a mood
            self.say(308, Location=f"{self.server.url}/{self.path.rpartition('/')[2]}")
        elif not token or token == "expired":  # noqa: S105 - a mood, no secret
            kind = "TOKEN_EXPIRED" if token else "TOKEN_MISSING"
            self.say(401, **{"X-Token": kind})
        elif token == "limited" or allowed == kept:  # noqa: S105 - a mood
            self.say(429, **{"Retry-After": "7"})
        elif token == "busy":  # noqa: S105 - a mood
            self.say(503)
        else:
            if token == "slow":  # noqa: S105 - a mood
                self.server.stopping.wait(20)
            self.server.kept[self.path.removeprefix(HOME)] = body
            self.say(204)

    def say(self, code: int, **headers: str) -> None:
        """Answer without a body."""
        self.send_response(code)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - inherited
        """Keep quiet: stderr belongs to the program beside it."""


if __name__ == "__main__":
    server = NotesServer(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    print(server.url, flush=True)
    server.serve_forever()
