"""The protocol's own Inspector, which is not ours, uses every tool of a server.

npm fetches it once, into .agents-cache. Each of its calls is a process of its own: one
server by HTTP keeps the session that most of them are about.
"""

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import jsonschema
import pytest

from running import EXEUNT, SOON, environment
from serving import http_server

pytestmark = [
    pytest.mark.checkout,
    pytest.mark.timeout(900),  # the first time npm fetches a hundred megabytes
    pytest.mark.needs("npm", "node"),
]

ROOT = Path(__file__).parents[2]
FAILED = 5  # what it leaves with where a result is an error
ASKING = (
    "read -p 'Name? ' name; echo hi $name; read -n1 -p 'Key? '; echo pressed; sleep 300"
)
VERBS = ["run", "send", "keys", "read", "wait", "stop", "explain", "decide", "journal"]


@pytest.fixture(scope="module")
def inspector():
    """The words that call it."""
    sys.path.append(str(ROOT / "tools"))
    installed = import_module("real_agents.installed")
    try:
        return installed.inspector()
    except installed.Unreachable as error:
        # Nothing is wrong with exeunt, and nothing was shown to be right.
        pytest.skip(f"the Inspector was not tried: {error}")


class Inspected:
    """A server as the Inspector sees it; what it tells is held against the schemas."""

    def __init__(self, inspector, tmp_path, *server):
        patient = ("--connect-timeout", "0")  # a busy machine is no fault
        self.words = (*inspector, *server, *patient, "--format", "json")
        self.env = environment(tmp_path)
        result, code = self.ask("tools/list", "--strict")
        assert 0 == code, "a schema is not portable"
        self.tools = {tool["name"]: tool for tool in result["tools"]}
        self.used = []

    def ask(self, method, *words):
        """Call it once; return its result, and what it leaves with."""
        done = subprocess.run(
            [*self.words, "--method", method, *words],
            env=self.env,
            capture_output=True,
            timeout=SOON * 3,
            check=False,
        )
        assert done.stdout, done.stderr
        return json.loads(done.stdout)["result"], done.returncode

    def use(self, name, **given):
        """Call a tool; return what a model is told, checked by the tool's schema."""
        words = ("--tool-name", name, "--tool-args-json", json.dumps(given))
        result, code = self.ask("tools/call", *words)
        assert (FAILED if result["isError"] else 0) == code
        told = result["structuredContent"]
        jsonschema.validate(given, self.tools[name]["inputSchema"])
        jsonschema.validate(told, self.tools[name]["outputSchema"])
        self.used.append(name)
        return result["isError"], told


def test_it_uses_every_tool(inspector, tmp_path):
    """One command is asked, answered, keyed at, waited for and stopped."""
    with http_server(tmp_path) as (url, token):
        header = f"Authorization: Bearer {token.read_text().strip()}"
        way = ("--server-url", url, "--transport", "http", "--header", header)
        server = Inspected(inspector, tmp_path, *way, "--protocol-era", "modern")
        _, asked = server.use("run", command=ASKING, tty=True)
        name = asked["session"]
        _, waited = server.use("wait", session=name)
        _, read = server.use("read", session=name)
        _, answered = server.use("send", session=name, text="bob")
        _, pressed = server.use("keys", session=name, keys=["q"], yield_ms=0)
        failed, ended = server.use("stop", session=name)
        _, meant = server.use("explain", exit_code=7, command="curl x")
        _, then = server.use("decide", exit_code=7, command="curl x")
        _, rows = server.use("journal", failed=True)

    assert list(server.tools) == VERBS
    assert sorted(VERBS) == sorted(server.used)
    told = (asked, waited, read, answered)
    assert ["Name? "] * 3 + ["Key? "] == [one["prompt"] for one in told]
    assert "hi bob" in answered["output"]
    assert name == pressed["session"]
    assert (False, "cancelled") == (failed, ended["status"])
    assert ("UNAVAILABLE", "retry") == (meant["name"], then["action"])
    assert ["cancelled"] == [row["status"] for row in rows["runs"]]


def test_it_uses_a_contracted_program(inspector, tmp_path):
    """A tool for each command, by pipes, with no word written for it."""
    config = tmp_path / "servers.json"
    app = [sys.executable, "-m", "notes.after.click_app"]
    places = {"PYTHONPATH": str(ROOT / "examples"), "NOTES_DB": str(tmp_path / "notes")}
    env = environment(tmp_path, **places)
    server = {"command": EXEUNT, "args": ["mcp", "--", *app], "env": env}
    config.write_text(json.dumps({"mcpServers": {"notes": server}}))
    notes = Inspected(inspector, tmp_path, "--config", str(config), "--server", "notes")

    failed, added = notes.use("add", title="Tea", body="green")
    unknown, missing = notes.use("show", number=99)

    assert {"add", "delete", "list", "show"} <= notes.tools.keys()
    assert (False, "Tea") == (failed, added["data"]["title"])
    assert (True, "NOT_FOUND") == (unknown, missing["error"]["code"])
