"""exeunt decide → what to do next, for programs and for people."""

import json
import os
import subprocess

import jsonschema
import pytest

import exeunt
import running
from command_line import MODULE, at_terminal, data, envelope, environment, run, too_wide
from decisions import envelope as said
from exeunt.cli.run._record import MISUSE_NEXT, PLAIN_NEXT
from exeunt.cli.schema import schema
from exeunt.reading.recorded import read_record
from running import PYTHON, record

DECISION = jsonschema.Draft7Validator(schema("decision"))
MOVED = {"command": "tool 'new name'", "permanent": True}


def decided(*words, stdin=b""):
    """The decision that a call prints, checked against its schema."""
    found = data("decide", *words, stdin=stdin.decode())
    DECISION.validate(found)
    return found


def sh(line):
    """The words that have a shell do something."""
    return ["/bin/sh", "-c", line]


def shuck(number, *, timed_out=False, stdout="", stderr="", call=("tool", "x")):
    """A record of shuck's, with its seven keys and no other."""
    command, *args = call
    document = {
        "stdout": stdout,
        "stderr": stderr,
        "exit_code": number,
        "duration_ms": 5,
        "timed_out": timed_out,
        "command": command,
        "args": args,
    }
    return json.dumps(document).encode()


@pytest.mark.parametrize("way", ["file", "-", "stdin"])
def test_an_envelope_and_its_number_are_decided(tmp_path, way):
    """From a file, from stdin by name, and from stdin because it is there."""
    document = said(11, error={"retry_after": 30, "retryable": True})
    (tmp_path / "envelope.json").write_bytes(document)
    words = {"file": [str(tmp_path / "envelope.json")], "-": ["-"], "stdin": []}[way]
    found = decided("--exit-code", "11", *words, stdin=document)

    assert ("retry", "E14", 30) == (
        found["action"],
        found["rule"],
        found["wait_seconds"],
    )


@pytest.mark.parametrize(
    ("words", "action", "rule"),
    [
        (["--exit-code", "11"], "retry", "E38"),
        (["--exit-code", "11", "--attempts", "3"], "escalate", "E37"),
        (["--exit-code", "10"], "inspect_state", "E41"),
        (["--exit-code", "10", "--idempotent"], "retry", "E41"),
        (["--exit-code", "9"], "escalate", "K19"),
        (["--exit-code", "9", "--may-pay"], "pay", "E12"),
        (["--exit-code", "-9"], "inspect_state", "K9"),
        (["--exit-code", "300"], "inspect_state", "E33"),
        (["--exit-code", "8", "--dialect", "murli"], "retry", "E38"),
        (["--exit-code", "1", "--tool", "grep -q x file"], "proceed", "E3"),
        (["--exit-code", "2", "--tool", "grep -q x file"], "fix_input", "E6"),
    ],
    ids=str,
)
def test_a_number_alone_is_decided(words, action, rule):
    """By the default dialect, another one, or the tool's own table."""
    found = decided(*words)

    assert (action, rule) == (found["action"], found["rule"])


@pytest.mark.clause("K29")
@pytest.mark.parametrize("tool", ["tool old", ""])
def test_a_redirect_in_a_file_is_for_the_caller_to_follow(tool):
    """A file is no evidence of what was called; to another program it leads nobody."""
    document = said(13, error={"redirect": MOVED})
    given = ["--tool", tool] if tool else []
    found = decided("--exit-code", "13", *given, stdin=document)
    other = decided("--exit-code", "13", "--tool", "sudo tool old", stdin=document)

    assert ("follow_redirect", "K29", ["tool", "new name"]) == (
        found["action"],
        found["rule"],
        found["command"],
    )
    assert ("escalate", None) == (other["action"], other["command"])


@pytest.mark.clause("R40", "R41")
def test_warnings_are_passed_up():
    """They stand in the envelope's own warnings, with what to plan."""
    document = said(0, warnings=["--old is deprecated"])
    found = envelope(run("decide", stdin=document.decode()))

    assert "R40" == found["data"]["rule"]
    assert [
        "--old is deprecated",
        "the call is deprecated: plan to change it",
    ] == found["warnings"]


# -- documents that tell their number, and such that do not


def test_a_success_needs_no_number():
    """ok: true is 0; an envelope of murli's names its code."""
    murli = {"status": "error", "code": 8, "error": "x", "recoverable": True}

    assert "proceed" == decided(stdin=said(0))["action"]
    assert "retry" == decided(stdin=json.dumps(murli).encode())["action"]


@pytest.mark.parametrize(
    "document",
    [b"", b"{", b"[]", b"null", b"hello", b"<html>", said(5)],
    ids=["empty", "cut", "list", "null", "text", "html", "a failure"],
)
def test_without_a_number_only_a_document_will_do(document):
    """ARG_ERROR, with what is missing; with a number there is a decision."""
    result = run("decide", stdin=document.decode())

    assert 3 == result.code
    assert envelope(result)["error"]["suggestion"]
    assert decided("--exit-code", "5", stdin=document)["action"]


@pytest.mark.parametrize(
    ("words", "code", "number"),
    [
        (["."], "FILE_UNREADABLE", 3),
        (["no-such-file"], "FILE_NOT_FOUND", 5),
        (["--exit-code", "x"], "INVALID_INPUT", 3),
        (["--exit-code", "9" * 5000], "INVALID_INPUT", 3),
        (["--exit-code", "1", "--attempts", "-1"], "INVALID_INPUT", 3),
        (["--exit-code", "1", "--tool", "grep 'x"], "INVALID_INPUT", 3),
        (["--exit-code", "1", "--dialect", "latin"], "UNKNOWN_DIALECT", 3),
    ],
)
def test_a_wrong_call_is_told(words, code, number, tmp_path):
    """As any other command of ours tells it."""
    result = run("decide", *words, cwd=tmp_path)

    assert (number, code) == (result.code, envelope(result)["error"]["code"])


def test_a_huge_file_is_refused(tmp_path):
    """100 MB are no envelope, and are not read."""
    path = tmp_path / "huge"
    with path.open("wb") as file:
        file.truncate(100 << 20)
    result = run("decide", "--exit-code", "1", str(path))

    assert (3, True) == (result.code, "MiB" in envelope(result)["error"]["message"])


def test_a_pipe_that_nobody_writes_to_is_not_waited_for():
    """An agent's half-open pipe: the number alone decides."""
    end, kept = os.pipe()
    done = subprocess.run(
        [*MODULE, "decide", "--exit-code", "11"],
        stdin=end,
        capture_output=True,
        env=environment(),
        timeout=running.WATCHDOG,
        check=False,
    )
    os.close(end)
    os.close(kept)

    assert "retry" == json.loads(done.stdout)["data"]["action"]


# -- records


def test_a_record_whose_dialect_is_named_is_read_as_one_that_is_found():
    """The record is shuck's either way, and its child is grep."""
    document = shuck(1, call=("grep", "x"))
    named = decided("--dialect", "shuck", stdin=document)

    assert "proceed" == named["action"]
    assert decided(stdin=document) == named


@pytest.mark.clause("S13")
@pytest.mark.parametrize(
    ("document", "action"),
    [
        (shuck(0, stdout="rows"), "proceed"),
        (shuck(124, timed_out=True), "inspect_state"),
        (shuck(127), "install_tool"),
        (shuck(126), "fix_precondition"),
        (shuck(125), "escalate"),
        (shuck(1, stderr="boom"), "inspect_state"),
        (shuck(123), "inspect_state"),
        (shuck(137), "inspect_state"),
        (shuck(1, call=("grep", "x")), "proceed"),
        (shuck(11, stdout=said(11).decode()), "retry"),
    ],
)
def test_a_record_of_a_wrapper_leads_to_its_action(document, action):
    """shuck's decision tree, and better where the child's table is known."""
    assert action == decided(stdin=document)["action"]


RUNS = {
    "success": ["true"],
    "a tool's success": ["grep", "-c", "", "/dev/null"],
    "an answer": ["grep", "-q", "x", "/dev/null"],
    "a number": sh("exit 42"),
    "its own 127": sh("exit 127"),
    "a signal": sh("kill -9 $$"),
    "a deadline": ["--timeout", "0.1", "sleep", "60"],
    "silence": ["--idle", "0.1", "sleep", "60"],
    "not found": ["no-such-command"],
    "not executable": ["/"],
    "a wrong call": ["--no-such-option"],
    "a wrong directory": ["--cwd", "/no/such/directory", "true"],
    "a question": ["--pty", PYTHON, "-c", "input('name? ')"],
    "a dialect": ["--dialect", "murli", *sh("exit 8")],
    "an envelope": [PYTHON, "-c", f"print({said(11).decode()!r}); exit(11)"],
    "a line": ["--shell", "true; grep -q x /dev/null"],
    "a redirect": [
        PYTHON,
        "-c",
        f"print({said(13, error={'redirect': MOVED}).decode()!r}); exit(13)",
    ],
}


def test_what_still_runs_is_not_called_again():
    """Its record names the session in which it goes on."""
    document = json.loads(shuck(124))
    kept = {**document, "status": "waiting_for_input", "session": "my-job"}
    found = decided(stdin=json.dumps(kept).encode())
    left = envelope(run("decide", stdin=json.dumps({**kept, "session": "--all"})))

    assert ("answer_prompt", False) == (found["action"], found["repeat_identical"])
    assert ["exeunt", "session", "send", "my-job"] == found["command"]
    assert left["ok"] is False


@pytest.mark.parametrize("words", RUNS.values(), ids=RUNS)
def test_a_record_says_what_to_do_next(tmp_path, words):
    """`next` is a decision, and `exeunt decide` comes to the same."""
    found = record(tmp_path, *words)
    DECISION.validate(found["next"])

    assert found["next"] == decided(stdin=json.dumps(found).encode())


@pytest.mark.parametrize(
    ("name", "action", "rule"),
    [
        ("success", "proceed", "E3"),
        ("an answer", "proceed", "E3"),
        ("a number", "inspect_state", "E4"),
        ("a deadline", "inspect_state", "S13"),
        ("not found", "install_tool", "S13"),
        ("a wrong call", "fix_input", "S13"),
        ("a question", "answer_prompt", "S10"),
        ("a dialect", "retry", "E38"),
        ("a redirect", "escalate", "R37"),
    ],
)
def test_the_next_of_a_run(tmp_path, name, action, rule):
    """What a caller of `exeunt run --json` reads there."""
    found = record(tmp_path, *RUNS[name])["next"]

    assert (action, rule) == (found["action"], found["rule"])


def test_an_enveloped_record_is_decided_too(tmp_path):
    """In data of a success, in meta.run of a failure."""
    for line, action in (("exit 0", "proceed"), ("exit 42", "inspect_state")):
        done = running.run(tmp_path, "--envelope", *sh(line))

        assert action == decided(stdin=done.stdout)["action"]


def test_a_record_keeps_what_its_manifest_declared():
    """The reading in it was made with more than the streams, so it holds."""
    declared = {"80": {"name": "LOCKED", "retryable": True, "side_effects": "none"}}
    manifest = {"dialect": "agent-spec", "commands": {"": {"exit_codes": declared}}}
    done = exeunt.run(sh("exit 80"), manifest=manifest, log=False)
    reading, _ = read_record(done.as_dict())

    assert exeunt.Action.RETRY is exeunt.decide(done.reading).action
    assert exeunt.decide(done.reading) == exeunt.decide(reading)


@pytest.mark.parametrize("value", [None, True, "0", 1.5, [], {}], ids=repr)
@pytest.mark.parametrize(
    "key", ["exit_code", "stdout", "command", "args", "status", "reading"]
)
def test_a_damaged_record_is_decided_or_refused(key, value):
    """Any type in any place: a decision, or an ARG_ERROR."""
    document = {**json.loads(shuck(1)), "status": "exited", "reading": {}, key: value}
    result = run("decide", stdin=json.dumps(document))

    assert (3 if key == "exit_code" else 0) == result.code


def test_a_number_beside_a_record_must_be_its_own():
    """Two numbers are one too many."""
    assert 3 == run("decide", "--exit-code", "2", stdin=shuck(1).decode()).code
    assert 0 == run("decide", "--exit-code", "1", stdin=shuck(1).decode()).code


def test_the_constants_are_what_decide_says():
    """PLAIN_NEXT is the decision on an unknown command's success; so is the other."""
    plain = exeunt.read(exeunt.Exited(0), argv=["no-such-tool"])
    from exeunt.cli.run._record import refused

    reading, _ = read_record(refused("wrong", misuse=True))

    assert PLAIN_NEXT == exeunt.decide(plain).as_dict()
    assert MISUSE_NEXT == exeunt.decide(reading).as_dict()


# -- for people


def test_a_person_reads_it_in_a_few_lines(tmp_path):
    """The action first, then why; nothing is wider than the screen."""
    path = tmp_path / "envelope.json"
    path.write_bytes(said(13, error={"redirect": MOVED}))
    words = ("--exit-code", "13", "--tool", "tool old", str(path))
    shown = at_terminal("decide", *words, NO_COLOR="1").stdout

    assert (
        "follow_redirect\n"
        "  because   It moved, and nothing known before the run vouches for where to.\n"
        "  by        clause K29\n"
        "  run       tool 'new name'\n"
        "  known by  envelope\n"
    ) == shown
    assert [] == too_wide(shown)
