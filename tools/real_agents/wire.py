"""A step → what a provider would send for it: OpenAI Responses, Gemini, Anthropic.

Each of the three takes `next` (what was shown → the next step), the request and its
path, and returns a body with its type. A request without tools is a question beside
the turn (a title, a summary), and is answered without a step.
"""

import json
import re
from collections.abc import Callable
from typing import Any

JSON, EVENTS = "application/json", "text/event-stream"
Next = Callable[[Any, list[str]], tuple[int, dict[str, Any]]]
Answer = tuple[str, str]


def filled(step: dict[str, Any], shown: Any) -> dict[str, Any]:
    """A step that goes on with a session names the one that was just shown."""
    arguments = step.get("arguments", {})
    named: dict[str, Any] = {}
    if arguments.get("session_id") == "@":
        found = re.search(r"session ID (\d+)", json.dumps(shown))
        named = {"session_id": int(found[1]) if found else 0}
    if arguments.get("session") == "@":  # of exeunt's tools: in JSON, or in a text
        found = re.search(r'session[\\"]*: ?[\\"]*([\w.-]+)', json.dumps(shown))
        named = {"session": found[1] if found else ""}
    return {**step, "arguments": {**arguments, **named}} if named else step


def called(step: dict[str, Any], tool: str, word: str) -> tuple[str, dict[str, Any]]:
    """The tool that a step calls, and with what."""
    if "call" in step:
        return step["call"], step.get("arguments", {})
    more = {key: value for key, value in step.items() if key != "run"}
    return tool, {word: step["run"], **more}


def events(rows: list[tuple[str, dict[str, Any]]]) -> Answer:
    """Server-sent events, each with its type."""
    parts = (
        f"event: {name}\ndata: {json.dumps({'type': name, **body})}\n\n"
        for name, body in rows
    )
    return "".join(parts), EVENTS


def openai(ask: Next, request: dict[str, Any], _path: str) -> Answer:
    """The Responses API, streamed or not."""
    shown: list[Any] = []
    for item in reversed(request.get("input", [])):
        own = item.get("type") in {"function_call", "reasoning"}
        if own or item.get("role") == "assistant":
            break
        shown.insert(0, item)
    tools = [tool.get("name", tool.get("type")) for tool in request.get("tools", [])]
    number, step = ask(shown, tools)
    if "say" in step:
        content = [{"type": "output_text", "text": step["say"], "annotations": []}]
        item = {"type": "message", "role": "assistant", "content": content}
    else:
        name, arguments = called(step, "exec_command", "cmd")
        space, _, own_name = name.rpartition("/")  # a server's tool: its space/tool
        item = {"type": "function_call", "name": own_name, "call_id": f"call_{number}"}
        item |= {"arguments": json.dumps(arguments)}
        item |= {"namespace": space} if space else {}
    item |= {"id": f"item_{number}", "status": "completed"}
    return response_of(number, item, request)


def response_of(number: int, item: dict[str, Any], request: dict[str, Any]) -> Answer:
    """One item as a response, whole or in events."""
    usage: dict[str, Any] = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
    usage |= {"input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0}}
    usage |= {"output_tokens_details": {"reasoning_tokens": 0}}
    whole: dict[str, Any] = {
        "id": f"resp_{number}",
        "object": "response",
        "created_at": 0,
        "model": request.get("model", "scripted"),
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
    }
    whole |= {"usage": usage}
    begun = {**whole, "status": "in_progress", "output": []}
    done = {**whole, "status": "completed", "output": [item]}
    if not request.get("stream"):
        return json.dumps(done), JSON
    rows: list[tuple[str, dict[str, Any]]] = [
        ("response.created", {"response": begun}),
        ("response.output_item.added", {"output_index": 0, "item": item}),
        *pieces_of(item),
        ("response.output_item.done", {"output_index": 0, "item": item}),
        ("response.completed", {"response": done}),
    ]
    return events(
        [(name, {"sequence_number": n, **row}) for n, (name, row) in enumerate(rows)]
    )


def pieces_of(item: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """The text of a message as it comes; a call comes whole."""
    if item["type"] != "message":
        return []
    place = {"item_id": item["id"], "output_index": 0, "content_index": 0}
    (part,) = item["content"]
    return [
        ("response.content_part.added", {**place, "part": {**part, "text": ""}}),
        (
            "response.output_text.delta",
            {**place, "delta": part["text"], "logprobs": []},
        ),
        ("response.content_part.done", {**place, "part": part}),
    ]


def gemini(ask: Next, request: dict[str, Any], path: str) -> Answer:
    """The Gemini API, streamed or not."""
    part: dict[str, Any] = {"text": "ok"}
    if request.get("tools"):
        declared = [tool.get("functionDeclarations", []) for tool in request["tools"]]
        tools = [function["name"] for row in declared for function in row]
        _, step = ask(request["contents"][-1]["parts"], tools)
        if "say" in step:
            part = {"text": step["say"]}
        else:
            name, arguments = called(step, "run_shell_command", "command")
            if "run" in step:
                arguments.setdefault("description", "a step")
            part = {"functionCall": {"name": name, "args": arguments}}
    content = {"role": "model", "parts": [part]}
    usage = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
    one = {"content": content, "finishReason": "STOP", "index": 0}
    body = json.dumps({"candidates": [one], "usageMetadata": usage})
    return (f"data: {body}\r\n\r\n", EVENTS) if "stream" in path else (body, JSON)


def anthropic(ask: Next, request: dict[str, Any], _path: str) -> Answer:
    """The Messages API, streamed or not."""
    number, block = 0, dict[str, Any](type="text", text="ok")
    if request.get("tools"):
        shown: list[Any] = []
        for message in reversed(request["messages"]):
            if message["role"] == "assistant":
                break
            content = message["content"]
            shown[:0] = content if isinstance(content, list) else [content]
        tools = [tool.get("name") for tool in request["tools"]]
        number, step = ask(shown, tools)
        if "say" in step:
            block = {"type": "text", "text": step["say"]}
        else:
            name, arguments = called(step, "Bash", "command")
            if "run" in step:
                arguments.setdefault("description", "a step")
            block = {"type": "tool_use", "id": f"toolu_{number}", "name": name}
            block |= {"input": arguments}
    return message_of(number, block, request)


def message_of(number: int, block: dict[str, Any], request: dict[str, Any]) -> Answer:
    """One block of content as a message, whole or in events."""
    calls = block["type"] == "tool_use"
    reason = "tool_use" if calls else "end_turn"
    usage = {"input_tokens": 1, "output_tokens": 1}
    whole: dict[str, Any] = {
        "id": f"msg_{number}",
        "type": "message",
        "role": "assistant",
    }
    whole |= {"model": request.get("model", "scripted"), "usage": usage}
    end = {"stop_reason": reason, "stop_sequence": None}
    if not request.get("stream"):
        return json.dumps({**whole, "content": [block], **end}), JSON
    if calls:
        start = {**block, "input": {}}
        piece = json.dumps(block["input"])
        delta = {"type": "input_json_delta", "partial_json": piece}
    else:
        start = {**block, "text": ""}
        delta = {"type": "text_delta", "text": block["text"]}
    return events(
        [
            (
                "message_start",
                {"message": {**whole, "content": [], "stop_reason": None}},
            ),
            ("content_block_start", {"index": 0, "content_block": start}),
            ("content_block_delta", {"index": 0, "delta": delta}),
            ("content_block_stop", {"index": 0}),
            ("message_delta", {"delta": end, "usage": usage}),
            ("message_stop", {}),
        ]
    )


PROVIDERS: dict[str, Callable[[Next, dict[str, Any], str], Answer]] = {
    "/responses": openai,
    "enerateContent": gemini,
    "/messages": anthropic,
}
