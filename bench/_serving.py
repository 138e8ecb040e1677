"""`exeunt mcp` beside a server that offers nothing → seconds, for _runners.py.

ready   the processor's time of the server until it has listed its tools
call    from a call of a tool to its result, in one server: a tool that runs nothing,
        and one that runs /bin/true
much    a call whose command writes a gibibyte, and the peak of the server

Both are spoken to by their pipes, by a client that does nothing else.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from _captures import GIBIBYTE, LINES

Samples = dict[str, list[float]]

PEER = Path(__file__).parent / "peers" / "mcp_server.py"
SERVERS = {
    "exeunt": [str(Path(sys.executable).parent / "exeunt"), "mcp"],
    "minimal": [sys.executable, str(PEER)],
}
CALLS = 30
HELLO = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "bench", "version": "1"},
}
WHOLE = 600_000  # milliseconds that a call waits for its command


class Client:
    """A server, and what is asked of it."""

    def __init__(self, name: str, lent: str) -> None:
        self.number = 0
        self.process = subprocess.Popen(
            SERVERS[name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": lent},
        )
        self.ask("initialize", HELLO)
        self.say({"method": "notifications/initialized"})

    def say(self, said: dict[str, Any]) -> None:
        """Write a line."""
        assert self.process.stdin  # noqa: S101 - it has one
        line = json.dumps({"jsonrpc": "2.0", **said})
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        """Ask, and wait for the answer."""
        assert self.process.stdout  # noqa: S101 - it has one
        self.number += 1
        self.say({"id": self.number, "method": method, "params": params})
        while True:
            answer = json.loads(self.process.stdout.readline())
            if answer.get("id") == self.number:
                return answer["result"]

    def call(self, tool: str, **arguments: Any) -> Any:
        """Call a tool; return what it says."""
        said = self.ask("tools/call", {"name": tool, "arguments": arguments})
        return said["structuredContent"]

    def leave(self) -> None:
        """Let it end."""
        self.process.communicate()


def ready(lent: str) -> Samples:
    """Start each in turn."""
    taken: Samples = {}
    for name in SERVERS:
        client = Client(name, lent)
        if not client.ask("tools/list", {})["tools"]:
            raise ValueError(f"{name} offers nothing")
        taken[name] = [spent(client.process.pid)]
        client.leave()
    return taken


def spent(pid: int) -> float:
    """Return the seconds that a process has had of the processor."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2]
    user, system = fields.split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def call(lent: str) -> Samples:
    """Call two tools of one server in turn."""
    taken: Samples = {"nothing": [], "true": []}
    client = Client("exeunt", lent)
    for number in range(CALLS + 1):
        start = time.perf_counter()
        client.call("explain", exit_code=0)
        between = time.perf_counter()
        said = client.call("run", argv=["/bin/true"])
        end = time.perf_counter()
        if said["verdict"] != "done":
            raise ValueError(f"{said}")
        if number:  # the first one imports, and starts what is kept ready
            taken["nothing"].append(between - start)
            taken["true"].append(end - between)
    client.leave()
    return taken


def much(lent: str) -> Samples:
    """Run what writes a gibibyte; every byte is kept or counted."""
    client = Client("exeunt", lent)
    start = time.perf_counter()
    said = client.call("run", argv=LINES, yield_ms=WHOLE)
    taken = time.perf_counter() - start
    if said["omitted_bytes"] + len(said["output"].encode()) < GIBIBYTE:
        raise ValueError(f"{said}")
    status = Path(f"/proc/{client.process.pid}/status").read_text(encoding="ascii")
    kibibytes = int(status.partition("VmHWM:")[2].split()[0])
    client.leave()
    Path(said["log"]).unlink()
    return {"call": [taken], "peak": [kibibytes * 1024 / 1e6]}


SERVING = {"ready": ready, "call": call, "much": much}
