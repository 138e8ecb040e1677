"""A question, and how far it is → what a model on loopback says, as two providers do.

A script is a table: what is asked → steps. A step calls a tool, or says how it ends;
which one is next is seen from the request alone, by the results that it holds. What a
package sends is kept: it is what a model would have been shown.
"""

import contextlib
import http.server
import itertools
import json
import sys
import threading
from functools import partial
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tools"))

from real_agents import wire
from real_agents.model import Handler

NEXT = "@"  # in place of a session's name: the one that was told last


def calls(name, **arguments):
    """Call a tool."""
    return {"call": name, "arguments": arguments}


def says(text):
    """End the turn."""
    return {"say": text}


class Model:
    """A script, and the requests that were made of it, by what was asked."""

    def __init__(self, script):
        self.script = script
        self.requests = {asked: [] for asked in script}
        self.numbers = itertools.count()
        self.kept = {}  # requests by the id of the answer

    def next(self, given, _shown, _tools):
        """Keep a request; return the step that it calls for, and its number."""
        request = self.whole(given)
        first = json.dumps(turns(request)[0])
        (asked,) = (one for one in self.script if one in first)
        self.requests[asked].append(request)
        number = next(self.numbers)
        self.kept[f"msg_{number}"] = request
        results = results_of(request)
        step = self.script[asked][len(results)]
        arguments = step.get("arguments", {})
        if arguments.get("session") == NEXT:
            session = json.loads(results[-1])["session"]
            step = {**step, "arguments": {**arguments, "session": session}}
        return number, step

    def whole(self, request):
        """Put what a request continues before it: Anthropic keeps conversations."""
        before = self.kept.get(request.get("thread", {}).get("previous_message_id"))
        if before is None:
            return request
        return before | {"messages": [*before["messages"], *request["messages"]]}

    def tools(self, asked):
        """What a model was shown of each tool: its text, its arguments, the needed."""
        return {
            one["name"]: (one["description"], schema_of(one))
            for one in self.requests[asked][0]["tools"]
        }

    def results(self, asked):
        """What tools have answered, as a model was told it."""
        return [json.loads(one) for one in results_of(self.requests[asked][-1])]


def schema_of(tool):
    """The schema of a tool's arguments."""
    return tool.get("parameters") or tool["input_schema"]


def turns(request):
    """The conversation so far, without what a system says."""
    given = request.get("input", request.get("messages"))
    return [{"content": given}] if isinstance(given, str) else given


def results_of(request):
    """The texts of all results in a conversation."""
    found = []
    for turn in turns(request):
        content = turn.get("content")
        blocks = content if isinstance(content, list) else [turn]
        found += [text_of(block) for block in blocks if block.get("type") in RESULTS]
    return found


RESULTS = {"function_call_output": "output", "tool_result": "content"}


def text_of(block):
    """The text of one result, which may stand in blocks of its own."""
    said = block[RESULTS[block["type"]]]
    return said if isinstance(said, str) else "".join(one["text"] for one in said)


class Answering(Handler):
    """One request → the model's answer to it."""

    model = None

    def do_POST(self):  # noqa: N802 - http.server's name
        """Answer with the step that is next."""
        request = json.loads(self.body())
        path = self.path.partition("?")[0]
        (answer,) = (a for end, a in wire.PROVIDERS.items() if path.endswith(end))
        # A continued conversation has its tools from before.
        shown = {"tools": [{}], **request}
        self.send(*answer(partial(self.model.next, request), shown, path))


@contextlib.contextmanager
def provider(script):
    """Serve a model on loopback; yield it, and the variables that lead to it."""
    model = Model(script)
    handler = type("Bound", (Answering,), {"model": model})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield (
            model,
            {
                "OPENAI_BASE_URL": f"{url}/v1",
                "OPENAI_API_KEY": "none",
                "OPENAI_AGENTS_DISABLE_TRACING": "1",
                "ANTHROPIC_BASE_URL": url,
                "ANTHROPIC_API_KEY": "none",
            },
        )
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
