"""Steps of a script → a model on loopback that an agent takes for its provider's.

A step is {"run": COMMAND, …more of the agent's shell tool}, {"call": TOOL,
"arguments": {…}} for any other tool, or {"say": TEXT}, which ends the turn. What an
agent sends after a step is what a model would have been shown of it. A step that
`needs` a server is put off until the agent offers its tools: a model that is not told
of a tool calls none.
"""

import http.server
import json
import threading
from typing import Any

from . import wire

Step = dict[str, Any]
PUT_OFF = 60  # times
MEANWHILE: Step = {"run": "sleep 0.5; true"}


class Script:
    """The steps, how far they are, and what was shown after each."""

    def __init__(self, steps: list[Step]) -> None:
        self.steps = [*steps, {"say": "done"}]
        self.shown: list[Any] = []
        self.tools: list[str] = []
        self.first = ""  # the request with which the agent begins
        self.put_off = 0
        self.lock = threading.Lock()

    def next(self, shown: Any, tools: list[str]) -> tuple[int, Step]:
        """Keep what is shown of the last step; give the next one, and its number."""
        with self.lock:
            number = len(self.shown)
            step = self.steps[min(number, len(self.steps) - 1)]
            needs = step.get("needs", "")
            if needs not in " ".join(map(str, tools)) and self.put_off < PUT_OFF:
                self.put_off += 1
                return 1000 + self.put_off, MEANWHILE
            self.shown.append(shown)
            self.tools = self.tools or tools
        return number, wire.filled(step, shown)


class Handler(http.server.BaseHTTPRequestHandler):
    """One request of an agent → an answer in its provider's words."""

    protocol_version = "HTTP/1.1"
    script: Script

    def log_message(self, *_: object) -> None:
        """An agent's own log says enough."""

    def do_GET(self) -> None:
        """Lists of models and the like: there is nothing."""
        self.send('{"object": "list", "data": [], "models": []}')

    def do_HEAD(self) -> None:
        """Whether anybody is there."""
        self.send("")

    def do_POST(self) -> None:
        """A turn of the model, or a question beside it."""
        try:
            request = json.loads(self.body() or b"{}")
        except ValueError:
            self.send('{"error": {"message": "not JSON"}}', status=400)
            return
        if request.get("tools") and not self.script.first:
            self.script.first = json.dumps(request)
        path = self.path.partition("?")[0]
        for ending, answer in wire.PROVIDERS.items():
            if path.endswith(ending):
                self.send(*answer(self.script.next, request, path))
                return
        self.send('{"totalTokens": 1, "input_tokens": 1}')

    def body(self) -> bytes:
        """What was sent, whole or in chunks."""
        if "chunked" not in self.headers.get("transfer-encoding", ""):
            return self.rfile.read(int(self.headers.get("content-length") or 0))
        whole = b""
        while size := int(self.rfile.readline().strip() or b"0", 16):
            whole += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return whole

    def send(self, text: str, kind: str = wire.JSON, status: int = 200) -> None:
        """Answer with a body of known length."""
        data = text.encode()
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def serve(script: Script) -> int:
    """Answer until the process ends, at a port of loopback that was free."""

    class Bound(Handler):
        pass

    Bound.script = script
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Bound)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return int(server.server_address[1])
