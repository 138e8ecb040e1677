"""A program that changes while it is served → a word to each client that listens."""

from __future__ import annotations

import os
from typing import Any

from anyio import ClosedResourceError, sleep
from mcp.server.session import ServerSession
from mcp.server.subscriptions import (
    InMemorySubscriptionBus,
    ListenHandler,
    ToolsListChanged,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from ._offer import Context, Offer

CLIENTS = 100  # that are told, by one server
PACE = 1.0  # seconds between two looks at the files of a program


class Changes:
    """Who is told, in both generations of the protocol."""

    def __init__(self, offer: Offer) -> None:
        self.offer = offer
        self.bus: InMemorySubscriptionBus = InMemorySubscriptionBus()
        self.listen: ListenHandler = ListenHandler(self.bus)
        # Those with a handshake, each by what its client has said in that.
        self.sessions: dict[int, ServerSession] = {}

    def note(self, context: Context) -> None:
        """Remember a client that has listed the tools."""
        if context.protocol_version in MODERN_PROTOCOL_VERSIONS or not self.offer.files:
            return
        self.sessions[id(context.session.client_params)] = context.session
        while len(self.sessions) > CLIENTS:
            del self.sessions[next(iter(self.sessions))]

    async def watch(self) -> None:
        """Look at the files, and tell when the tools are others."""
        before = stamps(self.offer.files)
        while self.offer.files:
            await sleep(PACE)
            now = stamps(self.offer.files)
            if now != before and await self.offer.renew():
                await self.tell()
            before = now

    async def tell(self) -> None:
        """Say that the tools are others."""
        await self.bus.publish(ToolsListChanged())
        for key, session in [*self.sessions.items()]:
            try:
                await session.send_tool_list_changed()
            except ClosedResourceError:
                self.sessions.pop(key, None)  # it has left


def stamps(files: tuple[str, ...]) -> list[Any]:
    """Return what changes with the content of files."""
    found: list[Any] = []
    for file in files:
        try:
            status = os.stat(file)  # noqa: PTH116 - of a text
        except OSError:
            found.append(None)
        else:
            found.append((status.st_ino, status.st_size, status.st_mtime_ns))
    return found
