"""A server → the same by HTTP, on this machine alone and for who has the token.

A page that a person has open in a browser can reach loopback, too: so a request from
any origin is refused, and so is one without the token or for another host.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable, MutableMapping
from hmac import compare_digest
from secrets import token_urlsafe
from socket import AF_INET, SOCK_STREAM, socket
from typing import Any

import uvicorn
from anyio import create_task_group
from mcp.server.transport_security import TransportSecuritySettings

from ..errors import InputError
from ..files import open_directory, open_old, state_directory, write
from ._offer import Offer
from .serving import Serving

HERE = "127.0.0.1"
PATH = "/mcp"
TOKEN = "token"  # noqa: S105 - the name of a file
LEAST = 16  # characters of a token
LARGEST = 4096
REFUSED = b'{"error": "this server wants its token: Authorization: Bearer TOKEN"}'

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Scope]]
Send = Callable[[Scope], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


def guarded(app: App, token: str) -> App:
    """Let only those requests through that have the token."""
    wanted = f"Bearer {token}".encode()

    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            given = dict(scope["headers"]).get(b"authorization", b"")
            if not compare_digest(given, wanted):
                headers = [(b"content-type", b"application/json")]
                headers.append((b"www-authenticate", b"Bearer"))
                start = {"type": "http.response.start", "status": 401}
                await send({**start, "headers": headers})
                await send({"type": "http.response.body", "body": REFUSED})
                return
        await app(scope, receive, send)

    return guard


def token_of(path: str | None) -> tuple[str, str]:
    """Return the token and where it is; without a file of the caller's, one is made."""
    if path is None:
        folder = open_directory(f"{state_directory()}/mcp", make=True)
        try:
            place = f"{state_directory()}/mcp/{TOKEN}"
            try:
                return read(TOKEN, folder), place
            except OSError:
                write(TOKEN, folder, f"{token_urlsafe(32)}\n".encode())
                return read(TOKEN, folder), place
        finally:
            os.close(folder)
    try:
        return read(path, None), path
    except OSError as error:
        msg = f"the token {path} cannot be read: {error.strerror}"
        raise InputError(msg, fix="write it to a file of yours, mode 600") from None


def read(name: str, folder: int | None) -> str:
    """Read a token from a file of this user."""
    descriptor = open_old(name, folder)
    try:
        token = os.read(descriptor, LARGEST).decode("ascii", "replace").strip()
    finally:
        os.close(descriptor)
    if len(token) < LEAST:
        msg = f"the token in {name} is shorter than {LEAST} characters"
        raise InputError(msg, fix="give a longer one, or none: one is made")
    return token


async def by_http(offer: Offer, port: int, token_file: str | None) -> None:
    """Serve on a port of loopback until this process is ended; 0 is any free one."""
    token, place = token_of(token_file)
    listener = socket(AF_INET, SOCK_STREAM)
    try:
        listener.bind((HERE, port))
    except (OSError, OverflowError) as error:
        msg = f"port {port} cannot be had: {getattr(error, 'strerror', None) or error}"
        raise InputError(msg, fix="give another, or 0 for any") from None
    port = listener.getsockname()[1]
    hosts = [f"{HERE}:{port}", f"localhost:{port}"]
    serving = Serving(offer)
    app = serving.server.streamable_http_app(
        streamable_http_path=PATH,
        transport_security=TransportSecuritySettings(
            allowed_hosts=hosts, allowed_origins=[]
        ),
    )
    config = uvicorn.Config(guarded(app, token), log_level="warning")
    print(  # noqa: T201 - stdout is nobody's here, and a person waits for this
        f"exeunt: MCP at http://{HERE}:{port}{PATH}, token in {place}",
        file=sys.stderr,
        flush=True,
    )
    async with create_task_group() as group:
        group.start_soon(serving.changes.watch)
        await uvicorn.Server(config).serve([listener])
        group.cancel_scope.cancel()
