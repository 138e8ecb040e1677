"""A server of ours, and the official client of the protocol at its other end."""

import contextlib
import json
import subprocess
import time
from pathlib import Path

import httpx2
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

from mcp import StdioServerParameters
from running import EXEUNT, SOON, environment

ERAS = ("legacy", "2026-07-28")  # with a handshake, and where each request stands alone


def by_pipes(tmp_path, *words, mode="auto", mark=None, **options):
    """Return a client that starts `exeunt mcp` and talks to it by its pipes."""
    env = environment(tmp_path, mark)
    server = StdioServerParameters(command=EXEUNT, args=["mcp", *words], env=env)
    return Client(server, mode=mode, **options)


@contextlib.contextmanager
def http_server(tmp_path, *words, mark=None):
    """Start `exeunt mcp --http 0`; yield its address and its token's file."""
    said = tmp_path / "said"
    with said.open("wb") as stderr:
        process = subprocess.Popen(
            [EXEUNT, "mcp", "--http", "0", *words],
            stdin=subprocess.DEVNULL,
            stderr=stderr,
            env=environment(tmp_path, mark),
        )
    try:
        until = time.monotonic() + SOON
        while "token in " not in said.read_text():
            assert process.poll() is None, said.read_text()
            assert time.monotonic() < until, said.read_text()
            time.sleep(0.01)
        line = said.read_text().splitlines()[0]
        yield line.split()[3].rstrip(","), Path(line.rpartition("token in ")[2])
    finally:
        process.terminate()
        process.wait(SOON)


@contextlib.asynccontextmanager
async def by_http(url, token, mode="auto"):
    """Connect the official client to a server by HTTP."""
    headers = {"Authorization": f"Bearer {token.read_text().strip()}"}
    async with (
        httpx2.AsyncClient(headers=headers) as http,
        Client(streamable_http_client(url, http_client=http), mode=mode) as client,
    ):
        yield client


async def said(client, name, **words):
    """Call a tool; return whether it is an error, and its structured content."""
    result = await client.call_tool(name, words)
    return result.is_error, result.structured_content


HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "raw", "version": "1"},
    },
}


class Raw:
    """A client that says what it is told to, and reads when it is told to."""

    def __init__(self, tmp_path, mark=None):
        self.process = subprocess.Popen(
            [EXEUNT, "mcp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(tmp_path, mark),
        )
        self.number = HELLO["id"]
        self.say(**HELLO)

    def say(self, **said):
        """Write a line."""
        line = json.dumps({"jsonrpc": "2.0", **said})
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def call(self, name, **arguments):
        """Call a tool; return the number of the request."""
        self.number += 1
        params = {"name": name, "arguments": arguments}
        self.say(id=self.number, method="tools/call", params=params)
        return self.number

    def cancel(self, number):
        """Give a request up."""
        self.say(method="notifications/cancelled", params={"requestId": number})

    def answer(self, number):
        """Read until a call is answered; return its content."""
        while True:
            answer = json.loads(self.process.stdout.readline())
            if answer.get("id") == number:
                return answer["result"]["structuredContent"]

    def use(self, name, **arguments):
        """Call a tool and wait for the answer."""
        return self.answer(self.call(name, **arguments))

    def leave(self):
        """Be gone; return the number that the server leaves with."""
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait(SOON)


def raw(tmp_path, *lines, mark=None, words=()):
    """Write lines to a server as they are; return what it says, and its number."""
    done = subprocess.run(
        [EXEUNT, "mcp", *words],
        input=b"".join(line + b"\n" for line in lines),
        capture_output=True,
        env=environment(tmp_path, mark),
        timeout=SOON * 3,
        check=False,
    )
    return done.stdout.splitlines(), done.returncode, done.stderr.decode()
