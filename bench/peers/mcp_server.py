"""A server that offers one tool which does nothing: the least there is with `mcp`."""

import gc
import sys

gc.disable()  # as ours, while it starts

from anyio import run  # noqa: E402 - as above
from mcp.server.lowlevel import Server  # noqa: E402 - as above
from mcp.server.stdio import stdio_server  # noqa: E402 - as above
from mcp_types import (  # noqa: E402 - as above
    CallToolResult,
    ListToolsResult,
    TextContent,
    Tool,
)

TOOL = Tool(name="nothing", description="Do nothing.", input_schema={"type": "object"})


async def list_tools(*_: object) -> ListToolsResult:
    """Offer the tool."""
    return ListToolsResult(tools=[TOOL])


async def call_tool(*_: object) -> CallToolResult:
    """Do nothing."""
    return CallToolResult(content=[TextContent(text="")])


async def main() -> None:
    """Serve until stdin ends."""
    server = Server("minimal", on_list_tools=list_tools, on_call_tool=call_tool)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


sys.exit(run(main))
