"""Tools → what a client of the Model Context Protocol asks and is answered.

Both generations of the protocol are spoken: 2025-11-25, with a handshake, and
2026-07-28, where each request stands alone. A question of a command goes to the person
whom the client can ask; where it cannot, the result says how to answer.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Awaitable
from secrets import token_urlsafe
from typing import Any

from anyio import create_task_group, sleep, to_thread
from mcp.server.lowlevel import Server
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
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from .. import __version__
from ..files import open_old
from ..secrets.mask import masked
from ..text.clean import clean
from ._changes import Changes
from ._offer import Answer, Context, Offer, Question, Said, UnknownTool, is_error
from ._own import as_text

PACE = 1.0  # seconds between two words on how far a command has come
LOGS = 100  # that a client may read
LINE = 400  # bytes that the last line of an output is looked for in
LOG_BYTES = 1 << 20  # of a log that are shown at once: its end
SCHEME = "exeunt://logs/"
ASKED = "asked"
QUESTIONS = 100  # that wait for a person


class Serving:
    """One server: what it offers, and the logs that it has told of."""

    def __init__(self, offer: Offer) -> None:
        self.offer = offer
        self.logs: deque[str] = deque(maxlen=LOGS)
        self.asked: dict[str, Question] = {}  # by the state that the client hands back
        self.changes: Changes = Changes(offer)
        self.server: Server[Any] = Server(
            offer.name,
            version=__version__,
            instructions=offer.instructions,
            on_list_tools=self.list_tools,
            on_call_tool=self.call_tool,
            on_list_resources=self.list_logs,
            on_read_resource=self.read_log,
            on_subscriptions_listen=self.changes.listen if offer.files else None,
        )

    async def list_tools(
        self, context: Context, _: PaginatedRequestParams | None
    ) -> ListToolsResult:
        """List the tools."""
        self.changes.note(context)
        return ListToolsResult(tools=await self.offer.listed())

    async def call_tool(
        self, context: Context, params: CallToolRequestParams
    ) -> CallToolResult | InputRequiredResult:
        """Carry a call out, and ask the person where its command asks."""
        progress = Progress(context)
        declined = False
        try:
            if params.request_state is not None:
                answer = answered(params)
                declined = answer is None
                call = self.take_up(params.request_state).go_on(answer)
            else:
                call = self.offer.call(
                    params.name, params.arguments or {}, progress.hear
                )
            said = await progress.beside(call)
        except UnknownTool as error:
            raise MCPError(INVALID_PARAMS, str(error)) from None
        except Question as asked:
            return await self.ask(context, asked)
        question = None if declined else self.offer.question(said)
        return await self.ask(context, question) if question else self.result(said)

    async def ask(
        self, context: Context, question: Question
    ) -> CallToolResult | InputRequiredResult:
        """Have questions put to the person, if the client can, until there is none."""
        while can_ask(context):
            if context.protocol_version in MODERN_PROTOCOL_VERSIONS:
                return self.asking(question)
            told = await context.session.elicit_form(
                question.message, question.form, context.request_id
            )
            answer = filled_in(told)
            said = await question.go_on(answer)
            further = None if answer is None else self.offer.question(said)
            if further is None:
                return self.result(said)
            question = further
        return self.result(await question.unasked())

    def asking(self, question: Question) -> InputRequiredResult:
        """Ask through the client, which calls again with the answer."""
        state = token_urlsafe(16)
        self.asked[state] = question
        while len(self.asked) > QUESTIONS:
            del self.asked[next(iter(self.asked))]
        params = ElicitRequestFormParams(
            message=question.message, requested_schema=question.form
        )
        return InputRequiredResult(
            input_requests={ASKED: ElicitRequest(params=params)}, request_state=state
        )

    def take_up(self, state: str) -> Question:
        """Return a question that was asked before; it is answered once."""
        question = self.asked.pop(state, None)
        if question is None:
            msg = "this question was answered already, or never asked"
            raise MCPError(INVALID_PARAMS, msg)
        return question

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
        said: Said = {}
        async with create_task_group() as group:
            group.start_soon(self.tell)
            try:
                said = await call
            finally:
                group.cancel_scope.cancel()
        return said

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


def answered(params: CallToolRequestParams) -> Answer:
    """Return what a person has answered, by the client that calls again."""
    told = (params.input_responses or {}).get(ASKED)
    return filled_in(told) if isinstance(told, ElicitResult) else None


def filled_in(told: ElicitResult) -> Answer:
    """Return what the person has filled in; None if that is nothing."""
    return dict(told.content) if told.action == "accept" and told.content else None


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
