"""An MCP server of one tool, for what stands beside a door: it answers its own name.

    server.py NAME LOG

LOG gets a line of what it was started with: the kinds of its descriptors.
"""

import json
import sys
from pathlib import Path
from typing import Any


def main(name: str, log: str) -> None:
    """Answer until stdin ends."""
    with Path(log).open("a", encoding="utf-8") as file:
        file.write(f"{name} {kinds()}\n")
    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request:
            continue
        said = {"jsonrpc": "2.0", "id": request["id"], **answer(name, request)}
        print(json.dumps(said), flush=True)


def kinds() -> str:
    """What the first three descriptors are, and how many there are."""
    place = Path("/proc/self/fd")
    names = [str((place / str(number)).readlink()) for number in range(3)]
    first = " ".join(link.partition(":")[0] for link in names)
    return f"{first} of {len(list(place.iterdir())) - 1}"


def answer(name: str, request: dict[str, Any]) -> dict[str, Any]:
    """One request → its result, or that there is no such method."""
    match request["method"]:
        case "initialize":
            version = request["params"]["protocolVersion"]
            about = {"name": name, "version": "1"}
            return {
                "result": {
                    "protocolVersion": version,
                    "capabilities": {"tools": {}},
                    "serverInfo": about,
                }
            }
        case "tools/list":
            tool = {
                "name": "ask",
                "description": "Ask.",
                "inputSchema": {"type": "object"},
            }
            return {"result": {"tools": [tool]}}
        case "tools/call":
            content = [{"type": "text", "text": f"{name} answers"}]
            return {"result": {"content": content}}
        case _:
            return {"error": {"code": -32601, "message": "no such method"}}


if __name__ == "__main__":
    main(*sys.argv[1:])
