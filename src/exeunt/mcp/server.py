"""Tools → a server of the Model Context Protocol, by pipes or by HTTP on this machine.

Both generations of the protocol are spoken: 2025-11-25, with a handshake, and
2026-07-28, where each request stands alone. A question of a command goes to the person
whom the client can ask; where it cannot, the result says how to answer.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Awaitable, Mapping
from secrets import token_urlsafe
from typing import Any, Protocol

from anyio import create_task_group, run, sleep, to_thread
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    InputRequiredResult,
    ListResourcesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    TextContent,
    TextResourceContents,
    Tool,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from .. import __version__
from ..files import open_old
from ..secrets.mask import masked
from ..text.clean import clean
from ..tools.kept import end_all
from ._own import Said, Tell, UnknownTool, as_text, is_error

Context = ServerRequestContext[Any, Any]
INSTRUCTIONS = (
    "Runs commands and tells what their endings mean. verdict: done, no and findings "
    "are answers; failed and unknown are not. Do not repeat a failed call unless next "
    "says so. A session is answered with send and ended with stop."
)
PACE = 1.0  # seconds between two words on how far a command has come
LOGS = 100  # that a client may read
LINE = 400  # bytes that the last line of an output is looked for in
LOG_BYTES = 1 << 20  # of a log that are shown at once: its end
SCHEME = "exeunt://logs/"
ANSWER = "answer"
FORM: dict[str, Any] = {
    "type": "object",
    "properties": {ANSWER: {"type": "string", "description": "What to type"}},
    "required": [ANSWER],
}


class Offer(Protocol):
    """What a server offers: tools, and what carries their calls out."""

    def listed(self) -> list[Tool]:
        """Describe the tools."""
        ...

    async def call(self, name: str, given: Mapping[str, Any], tell: Tell) -> Said:
        """Carry a call out, and tell each piece that its command writes."""
        ...

    async def answer(self, session: str, text: str | None) -> Said:
        """Type a person's answer; without one, tell how the session is."""
        ...


class Serving:
    """One server: what it offers, and the logs that it has told of."""

    def __init__(self, offer: Offer) -> None:
        self.offer = offer
        self.logs: deque[str] = deque(maxlen=LOGS)
        self.asked: dict[str, str] = {}  # the state of a question → its session
        self.server: Server[Any] = Server(
            "exeunt",
            version=__version__,
            instructions=INSTRUCTIONS,
            on_list_tools=self.list_tools,
            on_call_tool=self.call_tool,
            on_list_resources=self.list_logs,
            on_read_resource=self.read_log,
        )

    async def list_tools(
        self, _: Context, __: PaginatedRequestParams | None
    ) -> ListToolsResult:
        """List the tools."""
        return ListToolsResult(tools=self.offer.listed())

    async def call_tool(
        self, context: Context, params: CallToolRequestParams
    ) -> CallToolResult | InputRequiredResult:
        """Carry a call out, and ask the person where its command asks."""
        try:
            if params.request_state is not None:
                said = await self.go_on(params)
            else:
                progress = Progress(context)
                said = await progress.beside(
                    self.offer.call(params.name, params.arguments or {}, progress.hear)
                )
        except UnknownTool as error:
            raise MCPError(INVALID_PARAMS, str(error)) from None
        return await self.ask(context, said)

    async def ask(
        self, context: Context, said: Said
    ) -> CallToolResult | InputRequiredResult:
        """Have a question put to the person, if the client can, until there is none."""
        while "prompt" in said and not said.get("secret") and can_ask(context):
            session = str(said["session"])
            question = ElicitRequestFormParams(
                message=f"{said['output']}".strip() or str(said["prompt"]),
                requested_schema=FORM,
            )
            if context.protocol_version in MODERN_PROTOCOL_VERSIONS:
                state = token_urlsafe(16)
                self.asked[state] = session
                return InputRequiredResult(
                    input_requests={ANSWER: ElicitRequest(params=question)},
                    request_state=state,
                )
            told = await context.session.elicit_form(
                question.message, FORM, context.request_id
            )
            text = text_of(told)
            if text is None:
                break
            said = await self.offer.answer(session, text)
        return self.result(said)

    async def go_on(self, params: CallToolRequestParams) -> Said:
        """Take the person's answer to a question that was asked before."""
        session = self.asked.pop(params.request_state or "", None)
        if session is None:
            msg = "this question was answered already, or never asked"
            raise MCPError(INVALID_PARAMS, msg)
        told = (params.input_responses or {}).get(ANSWER)
        text = text_of(told) if isinstance(told, ElicitResult) else None
        return await self.offer.answer(session, text)

    def result(self, said: Said) -> CallToolResult:
        """Make the result of a call; its log can be read as a resource."""
        log = said.get("log")
        if log is not None and log not in self.logs:
            self.logs.append(log)
        return CallToolResult(
            content=[TextContent(text=as_text(said))],
            structured_content=said,
            is_error=is_error(said),
        )

    # --- logs

    async def list_logs(
        self, _: Context, __: PaginatedRequestParams | None
    ) -> ListResourcesResult:
        """List the logs of calls whose output was cut."""
        return ListResourcesResult(
            resources=[
                Resource(name=name_of(path), uri=SCHEME + name_of(path))
                for path in self.logs
            ]
        )

    async def read_log(
        self, _: Context, params: ReadResourceRequestParams
    ) -> ReadResourceResult:
        """Show the end of a log that a result has named, and no other file."""
        path = {SCHEME + name_of(path): path for path in self.logs}.get(params.uri)
        if path is None:
            raise MCPError(INVALID_PARAMS, f"there is no log {params.uri!r}")
        text = clean(await to_thread.run_sync(end_of, path))
        shown = TextResourceContents(
            uri=params.uri, mime_type="text/plain", text=masked(text)[0]
        )
        return ReadResourceResult(contents=[shown])


class Progress:
    """How far a call has come, told to a client that asked for it."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.total: int = 0
        self.told: int = 0
        self.last: bytes = b""

    def hear(self, _: str, data: bytes) -> None:
        """Count what a command writes."""
        self.total += len(data)
        self.last = (self.last + data)[-LINE:]

    async def beside(self, call: Awaitable[Said]) -> Said:
        """Wait for a call, and tell every second what has come meanwhile."""
        if "progress_token" not in (self.context.meta or {}):
            return await call
        async with create_task_group() as group:
            group.start_soon(self.tell)
            try:
                return await call
            finally:
                group.cancel_scope.cancel()

    async def tell(self) -> None:
        """Tell how many bytes there are, and the last line of them."""
        while True:
            await sleep(PACE)
            if self.total > self.told:
                self.told = self.total
                line = clean(self.last).strip().rpartition("\n")[2]
                await self.context.session.report_progress(
                    self.total, message=masked(line)[0]
                )


def can_ask(context: Context) -> bool:
    """Tell whether the client can put a question to a person."""
    known = context.session.client_capabilities
    return known is not None and known.elicitation is not None


def text_of(told: ElicitResult) -> str | None:
    """Return what the person wants typed; None if that is nothing."""
    if told.action != "accept" or not told.content:
        return None
    text = told.content.get(ANSWER)
    return text if isinstance(text, str) else None


def name_of(path: str) -> str:
    """Return the last part of a path."""
    return path.rpartition("/")[2]


def end_of(path: str) -> bytes:
    """Read the end of a log."""
    descriptor = open_old(path)
    try:
        size = os.fstat(descriptor).st_size
        return os.pread(descriptor, LOG_BYTES, max(size - LOG_BYTES, 0))
    finally:
        os.close(descriptor)


async def by_pipes(offer: Offer) -> None:
    """Serve the client at the other end of stdin and stdout, until it leaves."""
    server = Serving(offer).server
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


def serve(offer: Offer) -> None:
    """Serve until the client leaves; what its commands still do ends with it."""
    try:
        run(by_pipes, offer)
    finally:
        end_all()
