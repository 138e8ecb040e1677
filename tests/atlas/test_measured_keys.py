"""Real tools, run here → the texts on stderr and early ends that their tables name."""

import os
import signal
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from exeunt.atlas._evidence import Written, first_said
from exeunt.atlas._lookup import built_in
from exeunt.atlas._words import parse

NOWHERE = "127.0.0.1:1"  # where nothing listens


def meanings(tool, stderr, command=""):
    """What the table of a tool makes of what was said on stderr."""
    return [
        entry["means"]
        for entry in built_in(tool)["stderr"]
        if first_said(entry["says"], [command], Written(stderr))
    ]


def stderr_of(home, *argv):
    """What a command that fails says on stderr, in the words of no country."""
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "LC_ALL": "C",
        "GIT_CONFIG_NOSYSTEM": "1",
    }
    done = subprocess.run(
        argv,
        cwd=home,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert 0 != done.returncode
    return done.stderr


@pytest.mark.parametrize("module", ["nosuchmodule", "nosuchmodule.inner", "json.inner"])
def test_python_says_that_the_module_of_m_is_not_there(module, tmp_path):
    """The wrapper failed, and no module ran."""
    stderr = stderr_of(tmp_path, sys.executable, "-m", module)

    assert ["wrapper"] == meanings("python", stderr, module)


def test_a_module_that_misses_another_has_failed_itself(tmp_path):
    """The same error inside of what python runs is not python's own."""
    (tmp_path / "program.py").write_text("import nosuchmodule\n")
    stderr = stderr_of(tmp_path, sys.executable, "-m", "program")

    assert "No module named 'nosuchmodule'" in stderr
    assert [] == meanings("python", stderr, "program")


@pytest.mark.parametrize(
    ("tool", "argv"),
    [
        pytest.param(
            "git",
            ["git", "ls-remote", f"http://{NOWHERE}/x.git"],
            marks=pytest.mark.needs("git"),
        ),
        ("ssh", ["ssh", "-o", "BatchMode=yes", "-p", "1", "127.0.0.1", "true"]),
    ],
    ids=["git", "ssh"],
)
def test_a_tool_says_that_the_network_failed(tool, argv, tmp_path):
    """Nothing listens there, and the text says so where the code does not."""
    assert ["network"] == meanings(tool, stderr_of(tmp_path, *argv))


class Busy(BaseHTTPRequestHandler):
    """A server that always asks to come later."""

    def do_GET(self):
        """Answer 429."""
        self.send_response(429)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_args):
        """Say nothing."""


@pytest.fixture
def busy():
    """The address of a server that answers every call with 429."""
    server = HTTPServer(("127.0.0.1", 0), Busy)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize(
    "argv",
    [
        pytest.param(["curl", "-sSf"], marks=pytest.mark.needs("curl")),
        pytest.param(["git", "ls-remote"], marks=pytest.mark.needs("git")),
        pytest.param(["wget", "-t", "1", "-O", "-"], marks=pytest.mark.needs("wget")),
    ],
    ids=["curl", "git", "wget"],
)
def test_a_tool_says_that_a_server_asks_to_come_later(argv, busy, tmp_path):
    """429 is a matter of time, whatever the code."""
    assert ["rate_limit"] == meanings(argv[0], stderr_of(tmp_path, *argv, busy))


@pytest.mark.parametrize(
    "argv",
    [
        ["head"],
        ["head", "-c", "5"],
        ["grep", "-q", "y"],
        ["grep", "-m", "1", "y"],
        ["grep", "--max-count=1", "y"],
        ["sed", "q"],
        ["sed", "-n", "2Q"],
        ["awk", "NR == 2 { exit }"],
        ["dd", "count=1"],
        pytest.param(["cmp", "-", "/dev/null"], marks=pytest.mark.needs("diff")),
        pytest.param(["diff", "-q", "-", __file__], marks=pytest.mark.needs("diff")),
        pytest.param(["jq", "-n", "1"], marks=pytest.mark.needs("jq")),
    ],
    ids=" ".join,
)
def test_a_reader_ends_before_its_input_does(argv, tmp_path):
    """The writer goes on for ever: the reader has enough, and SIGPIPE ends it."""
    key = built_in(argv[0])["may_end_first"]
    given = parse(argv[1:], built_in(argv[0]).get("valued", ())).flags
    writer = subprocess.Popen(["yes"], stdout=subprocess.PIPE)
    reader = subprocess.Popen(
        argv,
        stdin=writer.stdout,
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    writer.stdout.close()

    assert "flags" not in key or not given.isdisjoint(key["flags"])
    assert reader.wait(timeout=20) >= 0
    assert -signal.SIGPIPE == writer.wait(timeout=20)
