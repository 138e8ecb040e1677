"""`exeunt run --on-failure, --events, --metrics, --otel` → others are told, once."""

import json
import os
import signal
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from command_line import MODULE, data, environment, run
from exeunt.errors import InputError
from exeunt.reports.spans import check_installed
from running import until

KEY = "ghp_" + "a1B2" * 9
TRACE, PARENT = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
ABOVE = f"00-{TRACE}-{PARENT}-01"


@pytest.fixture
def state(tmp_path):
    """The environment of a journal of its own."""
    return {"XDG_STATE_HOME": str(tmp_path / "state"), "HOME": str(tmp_path)}


def events(path):
    """The lines of a file of events: each is whole."""
    text = path.read_text(encoding="ascii")
    assert text.endswith("\n")
    return [json.loads(line) for line in text.splitlines()]


# -- --on-failure


@pytest.mark.parametrize(
    ("words", "code", "count"),
    [
        (["sh", "-c", "exit 3"], 3, 1),
        (["--json", "sh", "-c", "exit 3"], 3, 1),
        (["--pty", "sh", "-c", "exit 3"], 3, 1),
        (["--once", "key", "sh", "-c", "exit 3"], 3, 1),
        (["--retry", "--retry-on", "3", "--max-wait", "5", "sh", "-c", "exit 3"], 3, 1),
        (["nowhere"], 127, 1),
        (["--timeout", "0.1", "sleep", "60"], 124, 1),
        (["--shell", "cat none | sort"], 0, 1),
        (["grep", "-q", "x", "/dev/null"], 1, 0),
        (["--answers-fail", "grep", "-q", "x", "/dev/null"], 1, 1),
        (["true"], 0, 0),
    ],
    ids=str,
)
def test_a_failure_is_told_once(tmp_path, state, words, code, count):
    """Whatever way it is run in; answers are no failures, and no number changes."""
    note = "read -r line; printf '%s\\n' \"$line\" >>told; exit 7"
    done = run("run", "--on-failure", note, *words, cwd=tmp_path, **state)
    told = tmp_path / "told"
    lines = told.read_text().splitlines() if told.exists() else []

    assert code == done.code
    assert count == len(lines)
    assert ("--on-failure: exit 7" in done.stderr) is bool(count)
    for line in lines:
        record = json.loads(line)
        assert record["reading"]["verdict"] in {"failed", "unknown", "no"}
        assert {"argv", "cwd", "host", "next"} <= record.keys()


def test_what_it_prints_is_apart(state):
    """stdout is the command's; the note goes to stderr."""
    note = "echo to stdout; echo to stderr >&2"
    done = run("run", "--json", "--on-failure", note, "false", **state)

    assert "to stdout\nto stderr\n" == done.stderr
    assert 1 == json.loads(done.stdout)["exit_code"]
    assert ["hook", "run"] == [
        row["kind"] for row in data("journal", "list", **state)["runs"]
    ]


def test_a_replayed_failure_is_not_told_again(tmp_path, state):
    """--once tells how it ended; nothing has happened."""
    words = ("--once", "key", "--on-failure", "echo x >>told", "false")
    for _ in range(2):
        run("run", *words, cwd=tmp_path, **state)

    assert "x\n" == (tmp_path / "told").read_text()


def test_a_session_tells_when_it_ends(tmp_path, state):
    """The front has gone by then, and so has its directory."""
    words = ("--detach", "--session", "job", "--events", "e", "sh", "-c", "exit 4")
    note = f"cat >{tmp_path}/told"
    run("run", "--on-failure", note, *words, cwd=tmp_path, **state)
    run("session", "wait", "job", **state)

    assert until((tmp_path / "told").exists)
    assert until(lambda: "decided" in (tmp_path / "e").read_text())
    assert 4 == json.loads((tmp_path / "told").read_text())["exit_code"]
    assert ["started", "ended", "ended", "decided"] == [
        one["event"] for one in events(tmp_path / "e")
    ]


def test_a_note_that_hangs_is_ended(tmp_path, state):
    """A signal ends the note, with its tree, and the number is still the command's."""
    note = "sleep 1000 & echo $$ >pid; wait"
    process = subprocess.Popen(
        [*MODULE, "run", "--on-failure", note, "sh", "-c", "exit 3"],
        stderr=subprocess.PIPE,
        env=environment(**state),
        cwd=tmp_path,
    )
    pid = tmp_path / "pid"
    assert until(lambda: pid.exists() and pid.read_text().endswith("\n"))
    process.send_signal(signal.SIGTERM)
    stderr = process.communicate()[1]

    assert 3 == process.returncode
    assert b"--on-failure: " in stderr
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)


def test_a_note_has_no_more_than_its_time(tmp_path):
    """It is ended with all that it started, and that is said."""
    code = (
        "from exeunt.cli.run._reaction import react; print(react('sleep 99', {}, 0.2))"
    )
    done = run("-c", code, program=(sys.executable,), XDG_STATE_HOME=str(tmp_path))

    assert "timed out" in done.stdout


# -- --events


def test_events_tell_each_step(tmp_path, state):
    """Lines of JSON: what began, ended, was repeated, and what is to be done."""
    words = ("--retry", "--retry-on", "3", "--attempts", "2", "--max-wait", "9")
    call = ("--name", "nightly", "--events", "e", "sh", "-c", f"echo {KEY}; exit 3")
    run("run", *words, *call, cwd=tmp_path, **state)
    run("run", "--events", "e", "true", cwd=tmp_path, **state)
    told = events(tmp_path / "e")

    assert [
        *("started", "ended", "retried", "ended", "decided"),
        *("started", "ended", "decided"),
    ] == [one["event"] for one in told]
    assert KEY not in (tmp_path / "e").read_text()
    assert ("nightly", 2, 3, "failed") == tuple(
        told[3][name] for name in ("name", "attempt", "exit_code", "verdict")
    )
    assert ("done", "proceed") == (told[-2]["verdict"], told[-1]["action"])
    assert all(one["v"] == 1 and one["time"].endswith("Z") for one in told)


def test_lines_of_many_stay_whole(tmp_path, state):
    """Eight at once, with words that do not fit into a line."""
    calls = [
        subprocess.Popen(
            [*MODULE, "run", "--events", "e", "true", "x" * 90_000, str(n)],
            env=environment(**state),
            cwd=tmp_path,
        )
        for n in range(8)
    ]
    assert {0} == {call.wait() for call in calls}
    told = events(tmp_path / "e")

    assert 24 == len(told)
    assert all(one["cut"] for one in told)
    assert max(map(len, (tmp_path / "e").read_bytes().split(b"\n"))) < 4096


# -- --metrics


def test_each_run_is_counted(tmp_path, state):
    """In a file for a collector; the journal counts into one of its own."""
    for words in (["true"], ["true"], ["false"]):
        run("run", "--metrics", "m.prom", *words, cwd=tmp_path, **state)
    text = (tmp_path / "m.prom").read_text()
    told = data("journal", "--metrics", str(tmp_path / "j.prom"), **state)

    assert 'exeunt_runs_total{program="true",verdict="done"} 2.0\n' in text
    assert 'exeunt_runs_total{program="false",verdict="failed"} 1.0\n' in text
    assert {"metrics": str(tmp_path / "j.prom")} == told
    assert (tmp_path / "j.prom").read_text().endswith("# EOF\n")


# -- --otel


class Collector(BaseHTTPRequestHandler):
    """Takes spans as a collector does, by OTLP over HTTP."""

    def do_POST(self):
        """Keep what was sent."""
        size = int(self.headers["Content-Length"])
        self.server.taken.append((self.path, self.rfile.read(size)))
        self.send_response(self.server.answer)
        self.end_headers()

    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture(scope="module")
def collector():
    """A collector on loopback."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Collector)
    server.taken, server.answer = [], 200
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def spans(collector):
    """What the collector has got, by OpenTelemetry's own messages."""
    from opentelemetry.proto.collector.trace.v1 import trace_service_pb2

    found = []
    for path, body in collector.taken:
        assert "/v1/traces" == path
        request = trace_service_pb2.ExportTraceServiceRequest.FromString(body)
        for group in request.resource_spans:
            service = {a.key: a.value.string_value for a in group.resource.attributes}
            for scope in group.scope_spans:
                found += [(service["service.name"], span) for span in scope.spans]
    collector.taken.clear()
    return found


def test_a_span_reaches_a_collector(collector, state):
    """In its caller's trace, named as the command has seen it, without its words."""
    address = f"http://127.0.0.1:{collector.server_port}"
    done = run(
        *("run", "--otel", "--name", "nightly", "sh", "-c"),
        "echo $TRACEPARENT; exit 3 # secret",
        TRACEPARENT=ABOVE,
        OTEL_EXPORTER_OTLP_ENDPOINT=address,
        **state,
    )
    ((service, span),) = spans(collector)
    told = {
        one.key: one.value.string_value or one.value.int_value
        for one in span.attributes
    }

    assert (3, "") == (done.code, done.stderr)
    assert f"00-{TRACE}-{span.span_id.hex()}-01\n" == done.stdout
    assert (TRACE, PARENT) == (span.trace_id.hex(), span.parent_span_id.hex())
    assert ("exeunt", "sh", span.SPAN_KIND_CLIENT) == (service, span.name, span.kind)
    assert told.pop("process.pid") > 1
    assert {
        "process.executable.name": "sh",
        "process.exit.code": 3,
        "error.type": "GENERAL_ERROR",
        "exeunt.verdict": "failed",
        "exeunt.status": "exited",
        "exeunt.name": "nightly",
    } == told
    assert (2, "GENERAL_ERROR") == (span.status.code, span.status.message)
    assert 0 < span.end_time_unix_nano - span.start_time_unix_nano


@pytest.mark.parametrize(
    ("variables", "sent"),
    [
        ({}, 1),
        ({"OTEL_SDK_DISABLED": "true"}, 0),
        ({"OTEL_TRACES_EXPORTER": "none"}, 0),
        ({"TRACEPARENT": ABOVE[:-1] + "0"}, 0),
        ({"TRACEPARENT": "rubbish"}, 1),
        ({"OTEL_SERVICE_NAME": "night"}, 1),
    ],
    ids=str,
)
def test_its_variables_are_obeyed(collector, state, variables, sent):
    """Switched off, not sampled, another service; a wrong parent is none."""
    address = f"http://127.0.0.1:{collector.server_port}"
    known = {"OTEL_EXPORTER_OTLP_ENDPOINT": address, **variables, **state}
    done = run("run", "--otel", "true", **known)
    found = spans(collector)

    assert (0, "") == (done.code, done.stderr)
    assert sent == len(found)
    for service, _ in found:
        assert variables.get("OTEL_SERVICE_NAME", "exeunt") == service


def test_a_collector_that_is_away_costs_a_line(state):
    """The number is the command's, and nobody waits for long."""
    done = run(
        *("run", "--otel", "true"),
        OTEL_EXPORTER_OTLP_ENDPOINT="http://127.0.0.1:1",
        OTEL_EXPORTER_OTLP_TIMEOUT="1",
        **state,
    )

    assert 0 == done.code
    assert 1 == done.stderr.count("\n")
    assert done.stderr.startswith("exeunt: --otel: ")


def test_what_is_not_installed_is_named(monkeypatch):
    """With the line that installs it."""
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk", None)

    with pytest.raises(InputError) as caught:
        check_installed()
    assert "pip install 'exeunt[otel]'" == caught.value.fix


def test_without_otel_nothing_of_it_is_loaded(state):
    """Nor is the command told of a trace of ours."""
    done = run("run", "--events", "/dev/null/x", "true", **state)
    plain = run("run", "sh", "-c", "echo $TRACEPARENT", TRACEPARENT=ABOVE, **state)

    assert 125 == done.code
    assert f"{ABOVE}\n" == plain.stdout


# -- what could not be done


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--events", "/nowhere/e"], "--events /nowhere/e cannot be written"),
        (["--metrics", "/nowhere/m"], "--metrics /nowhere/m cannot be written"),
        (["--metrics", "others.prom"], "holds what exeunt has not written"),
        (["--on-failure", " "], "--on-failure is empty"),
        (["--answers-fail"], "--answers-fail says nothing without --on-failure"),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_before_the_start(tmp_path, state, words, message):
    """The command does not run."""
    (tmp_path / "others.prom").write_text("node_load1 0.3\n")
    done = run("run", "--json", *words, "touch", "ran", cwd=tmp_path, **state)

    assert 125 == done.code
    assert message in json.loads(done.stdout)["detail"]
    assert not (tmp_path / "ran").exists()
