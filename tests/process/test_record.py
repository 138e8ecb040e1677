"""How a run ended → one record: the same keys each time, and what it means."""

import copy
import errno
import json
import os
import pickle
import resource
import signal
from pathlib import Path

import pytest

import exeunt
from exeunt import Cleanup, Completed, Done, ErrorDetail, ExitCode, Failed, InputError
from exeunt.cli.schema import schema
from exeunt.process.completed import PLAIN_SUCCESS
from exeunt.process.flow import Running
from running import PYTHON, finish, host, record, run, sh, start, wait_for

SEVEN = ["stdout", "stderr", "exit_code", "duration_ms", "timed_out", "command", "args"]
SECRET = "sk-live/51HxQ+pL2 e"  # noqa: S105 - nobody's


def python(source, *args):
    """The words that have Python do something."""
    return [PYTHON, "-I", "-S", "-c", source, *map(str, args)]


# --- the same keys on every path ------------------------------------------------------


@pytest.fixture
def files(tmp_path):
    """Files that cannot be run, each for its own reason."""
    (tmp_path / "plain").write_text("text")
    (tmp_path / "text").write_text("no program")
    (tmp_path / "text").chmod(0o755)
    (tmp_path / "script").write_text("#!/no/such/interpreter\n")
    (tmp_path / "script").chmod(0o755)
    return tmp_path


# Words (a leading / of the directory of the files) → status, number.
ENDINGS = {
    "success": (["true"], "exited", 0),
    "a number": (sh("exit 42"), "exited", 42),
    "its own 124": (sh("exit 124"), "exited", 124),
    "its own 127": (sh("exit 127"), "exited", 127),
    "the highest": (sh("exit 255"), "exited", 255),
    "a signal": (sh("kill -9 $$"), "signaled", 137),
    "a deadline": (["--timeout", "0.1", "sleep", "60"], "timed_out", 124),
    "silence": (["--idle", "0.1", "sleep", "60"], "idle", 124),
    "not found": (["no-such-command"], "not_found", 127),
    "no such path": (["/no/such/path"], "not_found", 127),
    "an empty name": ([""], "not_found", 127),
    "no interpreter": (["{files}/script"], "not_found", 127),
    "no permission": (["{files}/plain"], "not_executable", 126),
    "no program": (["{files}/text"], "not_executable", 126),
    "a directory": (["{files}"], "not_executable", 126),
    "no directory": (["--cwd", "/no/such", "true"], "internal_error", 125),
    "no input": (["--stdin", "/no/such", "true"], "internal_error", 125),
    "no command": ([], "internal_error", 125),
    "no such option": (["--frobnicate", "true"], "internal_error", 125),
    "no time": (["--timeout", "soon", "true"], "internal_error", 125),
    "a shell line": (["--shell", "exit 3"], "exited", 3),
}


@pytest.mark.clause("S3", "S7", "S8")
@pytest.mark.parametrize("name", ENDINGS)
def test_every_ending_is_one_record_with_the_same_keys(name, files):
    """One document, valid, all keys in one order, and its number is our own."""
    words, status, code = ENDINGS[name]
    done = run(files, "--json", *(word.format(files=files) for word in words))
    keys = list(run(files, "--json", "--no-log", "true").record)

    assert (code, b"") == (done.code, done.stderr)
    assert 1 == done.stdout.count(b"\n") == len(done.stdout.splitlines())
    assert done.stdout.isascii()
    assert keys == list(done.record)
    assert SEVEN == keys[:7]
    assert (status, code) == (done.record["status"], done.record["exit_code"])
    assert done.record["timed_out"] is (status in {"timed_out", "idle"})
    source = {"exited": "child", "signaled": "signal"}.get(status, "runner")
    assert source == done.record["source"]
    assert (done.record["detail"] is None) is (status not in UNSTARTED)
    assert 0 <= done.record["duration_ms"] < ROUGHLY


ROUGHLY = 300_000  # ms; the clock since the machine began would be longer
UNSTARTED = {"not_found", "not_executable", "internal_error"}


@pytest.mark.clause("S7")
@pytest.mark.parametrize("name", ENDINGS)
def test_every_ending_is_one_envelope(name, files):
    """--envelope: five keys; the record is the data, or of a failure in its meta."""
    words, status, code = ENDINGS[name]
    done = run(files, "--envelope", *(word.format(files=files) for word in words))
    said = done.record
    inner = said["meta"]["run"] if code else said["data"]

    assert (code, b"") == (done.code, done.stderr)
    assert ["ok", "data", "error", "warnings", "meta"] == list(said)
    assert said["ok"] is (code == 0)
    assert (status, code) == (inner["status"], inner["exit_code"])
    assert (said["error"] is None) is (code == 0)
    if status in UNSTARTED:
        assert "validation" == said["error"]["phase"]
        assert inner["detail"] == said["error"]["message"]
        assert said["error"]["retryable"] is False


def test_the_schema_knows_every_key():
    """Our own records have every property of the schema but what agents add."""
    properties = schema("run-record")["definitions"]["record"]["properties"]
    keys = exeunt.run(["true"], log=False).as_dict().keys()

    assert properties.keys() - {"next", "attempts", "pages", "replayed"} == keys
    assert SEVEN == schema("run-record")["definitions"]["record"]["required"]


@pytest.mark.parametrize(
    ("line", "interpreter"),
    [("#!/no/such/interpreter -x\n", "/no/such/interpreter"), ("#! /no/sh", "/no/sh")],
)
def test_a_missing_interpreter_is_named(line, interpreter, tmp_path):
    """A script that is there, and what it needs is not."""
    script = tmp_path / "script"
    script.write_text(line)
    script.chmod(0o755)
    found = record(tmp_path, script)

    assert (127, f"{script} needs {interpreter}, which does not exist") == (
        found["exit_code"],
        found["detail"],
    )


def test_nothing_is_handed_to_a_shell(tmp_path):
    """A text file without a #! line is no program, and a word is one word."""
    made = tmp_path / "made"
    script = tmp_path / "script"
    script.write_text(f"touch {made}\n")
    script.chmod(0o755)

    assert 126 == record(tmp_path, script)["exit_code"]
    assert "$HOME;`x`*\n" == record(tmp_path, "echo", "$HOME;`x`*")["stdout"]
    assert not made.exists()


@pytest.mark.clause("S3")
def test_without_descriptors_there_is_still_a_record(tmp_path):
    """At each number that is too small 125 and why, and nothing half started."""
    made = tmp_path / "made"
    found = set()
    for number in range(6, 21):

        def few(number=number):
            resource.setrlimit(resource.RLIMIT_NOFILE, (number, number))

        words = ["--json", "--no-log", "touch", made]
        done = finish(start(tmp_path, *words, preexec_fn=few))
        found.add((done.code, done.record["detail"], made.exists()))
        made.unlink(missing_ok=True)

    reason = "the run could not be prepared: Too many open files"
    assert {(125, reason, False), (0, None, True)} == found


@pytest.mark.clause("S3")
def test_too_many_words_are_not_started():
    """E12: what no kernel takes is 125, with another way to pass it."""
    done = exeunt.run(["true", "x" * 200_000], log=False)

    assert ("internal_error", 125) == (done.status, done.exit_code)
    assert "too long; pass data by --stdin" in (done.detail or "")


@pytest.mark.clause("S3")
def test_without_processes_there_is_still_a_record():
    """A launch that the system refuses is 125 and why, and leaves nothing open."""

    def refuse(*_):
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    before = os.listdir("/proc/self/fd")  # noqa: PTH208 - names are wanted
    with Running(exeunt.request(["true"], input=b"x", log=False)) as running:
        done = running.start(refuse).wait()

    assert ("internal_error", 125) == (done.status, done.exit_code)
    assert "the run could not be prepared: Resource tempor" in (done.detail or "")
    assert len(before) == len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - as above


@pytest.mark.clause("S7")
def test_a_cancelled_run_has_its_record(tmp_path):
    """TERM ends the command, the record is complete, and we die by the signal."""
    ready = tmp_path / "ready"
    process = start(tmp_path, "--json", *sh(f"echo PART; : > {ready}; sleep 60"))
    wait_for(ready)
    process.terminate()
    done = finish(process)

    assert -signal.SIGTERM == done.code
    assert ("cancelled", 143, "PART\n") == (
        done.record["status"],
        done.record["exit_code"],
        done.record["stdout"],
    )


def test_words_that_are_no_text_are_valid_json(tmp_path):
    """A lone byte in a word is neither an error nor broken JSON."""
    found = record(tmp_path, "echo", os.fsdecode(b"a\xffb"))

    assert "a\ufffdb\n" == found["stdout"]
    assert 1 == len(found["args"])


# --- what it means --------------------------------------------------------------------


@pytest.mark.parametrize("words", [[], ["--frobnicate"], ["--timeout", "0", "true"]])
def test_a_wrong_call_can_be_put_right(words, tmp_path):
    """It is not read as a bug to report: the call is to be corrected."""
    reading = run(tmp_path, "--json", *words).record["reading"]
    error = run(tmp_path, "--envelope", *words).record["error"]

    assert (125, "ARG_ERROR", "after_fix", "none", "validation") == tuple(
        reading[name] for name in ("code", "name", "retryable", "side_effects", "phase")
    )
    assert "ARG_ERROR" == error["code"]


def test_no_match_is_an_answer(tmp_path):
    """grep 1 is SUCCESS with the answer no, and our own status is still grep's."""
    done = run(tmp_path, "--json", "grep", "x", "/dev/null")

    assert 1 == done.code
    assert ("SUCCESS", "no", "atlas") == tuple(
        done.record["reading"][name] for name in ("name", "answer", "certainty")
    )
    envelope = run(tmp_path, "--envelope", "grep", "x", "/dev/null").record
    assert (False, "ANSWER_NO") == (envelope["ok"], envelope["error"]["code"])


def test_a_shell_line_is_read_by_its_last_command(tmp_path):
    """--shell: the atlas reads the line, not /bin/sh."""
    reading = record(tmp_path, "--shell", "true && grep x /dev/null")["reading"]

    assert ("SUCCESS", "no") == (reading["name"], reading["answer"])


@pytest.mark.parametrize("name", ENDINGS)
def test_nothing_that_may_have_happened_is_repeated_blindly(name, files):
    """What did not run needs a change first; what was cut off is unknown."""
    words, status, _ = ENDINGS[name]
    words = [word.format(files=files) for word in words]
    reading = run(files, "--json", "--no-log", *words).record["reading"]

    assert reading["retryable"] != "yes"
    if status in UNSTARTED:
        assert "none" == reading["side_effects"]
        assert reading["retryable"] in {"no", "after_fix"}
    if status in {"timed_out", "idle", "signaled"}:
        assert "unknown" == reading["side_effects"]


def test_the_reading_of_a_plain_success_is_written_down_right():
    """PLAIN_SUCCESS is what read() itself says of an unknown command."""
    expected = exeunt.read(exeunt.Exited(0), b"text\n", argv=["frobnicate"]).as_dict()

    assert expected == PLAIN_SUCCESS


def test_a_known_tool_is_read_by_its_table_also_when_it_succeeds():
    """The short cut is for commands that no table knows."""
    done = exeunt.run(["grep", "-c", "", "/dev/null"], log=False)
    known = exeunt.run(["grep", "", "/etc/passwd"], log=False)

    assert 1 == done.exit_code
    assert done.as_dict()["reading"] == done.reading.as_dict()
    assert known.as_dict()["reading"] == known.reading.as_dict()
    assert "atlas" == known.as_dict()["reading"]["certainty"]


OUTCOMES = {
    "success": Done({"id": 42}),
    "a failure": Failed(
        ExitCode.RATE_LIMITED, ErrorDetail("QUOTA", "slow down", retry_after=30)
    ),
}


def speaking(tmp_path, dialect, outcome):
    """The words of a command that ends as an outcome in a dialect."""
    said = exeunt.encode(exeunt.dialect(dialect), outcome)
    (tmp_path / "out").write_bytes(said.stdout)
    (tmp_path / "err").write_bytes(said.stderr)
    line = f"cat {tmp_path}/out; cat {tmp_path}/err >&2; exit {said.code}"
    (tmp_path / "tool").write_text(f"#!/bin/sh\n{line}\n")
    (tmp_path / "tool").chmod(0o755)
    return [str(tmp_path / "tool")]


@pytest.mark.parametrize("dialect", ["agent-spec", "agent-spec@1.6", "murli"])
@pytest.mark.parametrize("outcome", OUTCOMES.values(), ids=OUTCOMES)
def test_an_envelope_of_the_command_is_read(dialect, outcome, tmp_path):
    """On stdout, or as murli does at the end of stderr."""
    reading = record(tmp_path, *speaking(tmp_path, dialect, outcome))["reading"]

    assert (outcome.code.name, "envelope") == (reading["name"], reading["certainty"])


@pytest.mark.parametrize("most", ["0", "1000", "65536"])
def test_a_large_envelope_is_read_whatever_is_shown_of_it(most, tmp_path):
    """The document on stdout is read whole, though the record cuts its text."""
    outcome = Done({"rows": ["x" * 1000] * 500})
    words = speaking(tmp_path, "agent-spec", outcome)
    found = record(tmp_path, "--max-output", most, *words)

    assert found["omitted_bytes"] > 400_000
    assert ("SUCCESS", "envelope", []) == tuple(
        found["reading"][name] for name in ("name", "certainty", "anomalies")
    )


def test_what_the_text_does_to_a_document_is_not_read(tmp_path):
    """Characters that the text writes out are read as they are."""
    outcome = Done({"name": "a\u202eb"})
    said = json.dumps(
        {"ok": True, "data": outcome.data, "error": None, "warnings": [], "meta": {}},
        ensure_ascii=False,
    )
    (tmp_path / "out").write_text(said)
    done = exeunt.run(["cat", tmp_path / "out"], log=False)

    assert "\u202e" not in done.stdout
    assert outcome.data == done.reading.envelope.data


@pytest.mark.parametrize(
    "size", [5_000_000, 40_000_000], ids=["more than is kept", "more than is read"]
)
def test_a_document_without_end_costs_little(size, tmp_path):
    """What is too long to keep is no reason to fail."""
    source = f"import os; os.write(1, b'{{'); print('\\'x\\',' * ({size} // 4))"
    found = record(tmp_path, "--no-log", *python(source))

    assert ("exited", 0) == (found["status"], found["exit_code"])


def test_a_broken_envelope_is_noted(tmp_path):
    """A document that breaks off is an anomaly, and the number counts."""
    reading = record(tmp_path, *sh('printf \'{"ok": true, "da\'; exit 3'))["reading"]

    assert 3 == reading["code"]
    assert "malformed_json" in reading["anomalies"]


def test_a_named_dialect_is_obeyed(tmp_path):
    """--dialect: the number is read by that table and no other."""
    reading = record(tmp_path, "--dialect", "agent-spec", *sh("exit 11"))["reading"]

    assert ("RATE_LIMITED", "agent-spec") == (reading["name"], reading["dialect"])


# --- secrets --------------------------------------------------------------------------


def hidden_in(*places):
    """Which of these bytes hold the secret, or half of it."""
    return [place for place in places if SECRET[:9].encode() in place]


@pytest.mark.parametrize("form", [[], ["--json"], ["--envelope"]], ids=str)
def test_a_secret_is_nowhere(form, tmp_path):
    """Neither stream, nor words, environment, log or what we say ourselves."""
    slow = (
        "import os, time\n"
        "for byte in os.environb[b'TOKEN']:\n"
        "    os.write(1, bytes([byte])); os.write(2, bytes([byte]))\n"
        "os.write(1, b'\\nEND\\n'); raise SystemExit(3)\n"
    )
    words = [*python(slow), f"--token={SECRET}", SECRET]
    options = ["--secret-env", "TOKEN", "--env", f"PAGER={SECRET}"]
    options += ["--log", tmp_path / "log"]
    done = run(tmp_path, *form, *options, *words, TOKEN=SECRET)
    logs = [path.read_bytes() for path in (tmp_path / "log", tmp_path / "log.err")]

    assert 3 == done.code
    assert [] == hidden_in(done.stdout, done.stderr, *logs)
    assert [b"***\nEND\n", b"***"] == logs
    assert b"***" in done.stdout
    if form == ["--json"]:
        assert ["--token=***", "***"] == done.record["args"][-2:]


def test_a_secret_in_the_commands_own_name_is_not_repeated(tmp_path):
    """Not in what could not be found, by either form."""
    path = f"/no/such/{SECRET}"
    secret = ["--secret-env", f"TOKEN={path}"]
    done = run(tmp_path, *secret, path)
    found = record(tmp_path, *secret, path)

    assert (127, b"exeunt: *** does not exist\n") == (done.code, done.stderr)
    assert ("***", "*** does not exist") == (found["command"], found["detail"])


@pytest.mark.parametrize("form", [[], ["--json"], ["--envelope"]], ids=str)
@pytest.mark.parametrize(
    "wrong",
    [
        ["--timeout", SECRET],
        ["--env", SECRET],
        ["--max-output", SECRET],
        [f"--{SECRET}"],
        ["--dialect", SECRET],
        ["--output", SECRET],
        ["--shell", "x", SECRET],
    ],
    ids=lambda wrong: wrong[0][:10],
)
@pytest.mark.parametrize("first", [True, False], ids=["before", "after"])
def test_a_secret_is_not_in_what_we_say_is_wrong(form, wrong, first, tmp_path):
    """A wrong call hides what it named a secret, wherever that stands."""
    secret = ["--secret-env", f"TOKEN={SECRET}"]
    both = [*secret, *wrong] if first else [*wrong, *secret]
    done = run(tmp_path, *form, *both, "true")

    assert 125 == done.code
    assert [] == hidden_in(done.stdout, done.stderr)


@pytest.mark.clause("S3")
@pytest.mark.parametrize("form", [[], ["--json"]], ids=str)
@pytest.mark.parametrize("value", ["a", "abc"])
def test_a_secret_that_is_everywhere_is_refused(form, value, tmp_path):
    """One to three characters cannot be hidden, and nothing starts."""
    made = tmp_path / "made"
    done = run(tmp_path, *form, "--secret-env", f"T={value}", "touch", made)
    said = done.record["detail"] if form else done.stderr.decode()

    assert 125 == done.code
    assert "a secret of fewer than 4 characters cannot be hidden; give a longer" in said
    assert not made.exists()


def test_an_empty_secret_hides_nothing(tmp_path):
    """A variable that is set to nothing is no secret, and no error."""
    assert b"text\n" == run(tmp_path, "--secret-env", "T=", "echo", "text").stdout


@pytest.mark.clause("S3")
def test_a_secret_that_is_not_set_is_refused(tmp_path):
    """A misspelt name would hide nothing."""
    done = run(tmp_path, "--secret-env", "NO_SUCH_TOKEN", "true")

    assert 125 == done.code
    assert b"exeunt: --secret-env NO_SUCH_TOKEN: it is not set" in done.stderr


def test_a_program_has_secrets_too(monkeypatch, tmp_path):
    """exeunt.run(secrets=..., secret_env=...): hidden in all that is returned."""
    monkeypatch.setenv("TOKEN", SECRET)
    line = f'echo "$TOKEN other-{SECRET} hunter2!"; echo "$TOKEN" >&2'
    done = exeunt.run(
        shell=line, secrets=["hunter2!"], secret_env=["TOKEN"], log=tmp_path / "log"
    )

    assert ("*** other-*** ***\n", "***\n") == (done.stdout, done.stderr)
    shown = [repr(done), str(done.as_dict()), str(pickle.dumps(done))]
    assert [] == [text for text in shown if SECRET[:9] in text or "hunter2!" in text]
    assert b"*** other-*** ***\n" == (tmp_path / "log").read_bytes()


# --- a record in a program ------------------------------------------------------------


def test_a_record_is_a_value():
    """It cannot be changed, equals its copy, survives pickling, and fits a screen."""
    done = exeunt.run(sh("seq 5000; exit 3"), log=False)
    with pytest.raises(AttributeError, match="does not change"):
        done.exit_code = 0

    assert done == pickle.loads(pickle.dumps(done)) == copy.copy(done)  # noqa: S301
    assert done.reading == pickle.loads(pickle.dumps(done)).reading  # noqa: S301
    assert isinstance(done, Completed)
    assert isinstance(done.cleanup, Cleanup)
    assert repr(done).startswith("<Completed '/bin/sh': exited 3, ")
    assert len(repr(done)) < 100
    assert not done.ok


def test_a_record_does_not_keep_what_was_read():
    """Input, secrets and the environment are the request's, not the result's."""
    done = exeunt.run(
        ["true"], input=b"x" * 1_000_000, env={"A": "y" * 1000}, log=False
    )

    assert len(pickle.dumps(done)) < 5000


def test_a_records_dictionary_is_the_callers_own(monkeypatch):
    """Changing it changes no other record."""
    monkeypatch.setenv("PAGER", "less")
    done = exeunt.run(["frobnicate-or-true"], log=False)
    plain = exeunt.run(["true"], log=False)
    for one in (done, plain):
        said = one.as_dict()
        said["reading"]["name"] = "CHANGED"
        said["environment"].clear()
        said["cleanup"]["left"] = 7
        assert "CHANGED" != one.as_dict()["reading"]["name"]
        assert one.environment
        assert 0 == one.cleanup.left


def test_a_run_that_was_let_go_is_no_success():
    """What nobody waited for is cancelled, and says that nobody saw its end."""
    with exeunt.start(exeunt.request(["sleep", "60"], log=False)) as running:
        pass
    done = running.wait()

    assert ("cancelled", 143, "best_effort") == (
        done.status,
        done.exit_code,
        done.cleanup.proof,
    )
    assert "unknown" == done.reading.effects.value


def test_a_run_can_be_cancelled_and_waited_for():
    """cancel() ends the tree; wait() says so, each time the same."""
    with exeunt.start(exeunt.request(["sleep", "60"], log=False)) as running:
        running.cancel()
        done = running.wait()

        assert ("cancelled", 143, "SIGTERM") == (
            done.status,
            done.exit_code,
            done.signal,
        )
        running.cancel()  # too late is no error
        assert done is running.wait()


@pytest.mark.parametrize(
    ("words", "options", "message"),
    [
        ("git status", {}, "a command is a list of words"),
        (b"git", {}, "a command is a list of words"),
        ([], {}, "no command is given"),
        (5, {}, "5 is no list of words"),
        (["sleep", 5], {}, "an argument is a text, not 5"),
        ([b"ls"], {}, "an argument is a text, not b'ls'"),
        (["a\0b"], {}, "an argument holds a NUL"),
        (["\ud800"], {}, "half a character"),
        (None, {}, "give the words of a command, or shell="),
        (["x"], {"shell": "y"}, "give the words of a command, or shell="),
        (None, {"shell": 5}, "a shell's line is a text, not 5"),
        (["x"], {"cwd": 5}, "cwd is a text, not 5"),
        (["x"], {"cwd": b"/"}, "cwd is a text, not b'/'"),
        (["x"], {"timeout": -1}, "timeout of -1 seconds cannot be kept"),
        (["x"], {"timeout": 0}, "timeout of 0 seconds"),
        (["x"], {"timeout": float("nan")}, "timeout of nan seconds"),
        (["x"], {"timeout": "5"}, "timeout is a number of seconds, not '5'"),
        (["x"], {"timeout": True}, "timeout is a number of seconds, not True"),
        (["x"], {"idle": 0}, "idle of 0 seconds"),
        (["x"], {"kill_after": -0.1}, "kill-after of -0.1 seconds"),
        (["x"], {"max_output": -1}, "max-output of -1"),
        (["x"], {"max_output": 1.5}, "max-output is a whole number, not 1.5"),
        (["x"], {"max_log": None}, "max-log is a whole number, not None"),
        (["x"], {"log": None}, "log is a text, not None"),
        (["x"], {"log": 3}, "log is a text, not 3"),
        (["x"], {"reap": "no"}, "reap is True or False, not 'no'"),
        (["x"], {"merge": 1}, "merge is True or False, not 1"),
        (["x"], {"raw": None}, "raw is True or False"),
        (["x"], {"clear_env": 0}, "clear_env is True or False"),
        (["x"], {"quiet_env": "yes"}, "quiet_env is True or False"),
        (["x"], {"secrets": "hunter2"}, "secrets is a list of texts"),
        (["x"], {"secrets": [b"hunter2"]}, "a secret is a text"),
        (["x"], {"secrets": ["abc"]}, "fewer than 4 characters"),
        (["x"], {"secret_env": "TOKEN"}, "secret_env is a list of texts"),
        (["x"], {"secret_env": ["NO_SUCH_TOKEN"]}, "NO_SUCH_TOKEN is not set"),
        (["x"], {"dialect": "klingon"}, "there is no dialect 'klingon'"),
        (["x"], {"manifest": "x"}, "manifest is a mapping"),
    ],
)
def test_what_cannot_be_run_is_refused(words, options, message):
    """Before anything starts, as an error that says what to do."""
    with pytest.raises(InputError, match=message) as caught:
        exeunt.run(words, **options)

    assert caught.value.fix


@pytest.mark.parametrize(
    "limit", [float("inf"), 1e20, 10**400, 40 * 86_400, 1e9], ids=str
)
def test_a_limit_beyond_all_bounds_is_none(limit):
    """Nothing that takes a time chokes on a long one."""
    done = exeunt.run(
        ["echo", "hi"], timeout=limit, idle=limit, kill_after=limit, log=False
    )

    assert ("hi\n", "exited") == (done.stdout, done.status)


def test_a_long_grace_is_long():
    """kill_after=inf is patience without end, not the default."""
    assert exeunt.request(["x"], kill_after=float("inf")).kill_after > 1e8
    assert 0.0 == exeunt.request(["x"], kill_after=0).kill_after


def test_paths_are_words(tmp_path):
    """A pathlib.Path is as good as a text."""
    (tmp_path / "file").write_text("one\n")
    words = [Path("/bin/cat"), tmp_path / "file"]

    assert "one\n" == exeunt.run(words, log=False).stdout


def test_each_option_of_a_request_does_something(tmp_path):
    """What `exeunt run` can, exeunt.run() can."""
    script = "echo $A; echo err >&2; printf '\\033[1mx\\033[0m'; pwd"
    done = exeunt.run(
        shell=script,
        cwd=tmp_path,
        env={"A": "1"},
        clear_env=True,
        quiet_env=False,
        merge=True,
        raw=True,
        max_output=None,
        log=tmp_path / "log",
        timeout=100,
        idle=100,
        kill_after=1,
        reap=True,
        dialect="murli",
        manifest=None,
    )

    assert f"1\nerr\n\x1b[1mx\x1b[0m{tmp_path}\n" == done.stdout
    assert ("merged", {}, str(tmp_path / "log")) == (
        done.streams,
        done.environment,
        done.log,
    )
    assert "murli" == done.reading.dialect


def test_a_manifest_explains_a_commands_own_code():
    """exeunt.run(manifest=...): what the command declares is read first."""
    entry = {"description": "locked", "retryable": True, "side_effects": "none"}
    exits = {"79": {**entry, "name": "LOCKED"}}
    manifest = {"commands": {"-c": {"exit_codes": exits}}, "dialect": "agent-spec"}
    done = exeunt.run(sh("exit 79"), manifest=manifest, log=False)

    assert ("LOCKED", "declared") == (done.reading.name, done.reading.certainty.value)


def test_a_host_needs_no_state_directory(tmp_path):
    """A library run logs where the user's state is, and goes on where there is none."""
    source = """
        import exeunt
        done = exeunt.run(["echo", "hi"])
        print(done.stdout, done.log is None, bool(done.log_error))
    """

    assert "hi\n False False\n" == host(source, tmp_path=tmp_path)


@pytest.mark.clause("S13")
@pytest.mark.parametrize(
    ("words", "options", "code", "action"),
    [
        (["true"], {}, 0, "proceed"),
        (["sleep", "60"], {"timeout": 0.1}, 124, "inspect_state"),
        (["no-such-command"], {}, 127, "install_tool"),
        (["/etc/passwd"], {}, 126, "fix_precondition"),
        (["true"], {"cwd": "/nonexistent"}, 125, "escalate"),
        (["sh", "-c", "exit 1"], {}, 1, "inspect_state"),
        (["sh", "-c", "exit 123"], {}, 123, "inspect_state"),
    ],
)
def test_every_ending_leads_to_its_next_step(words, options, code, action):
    """A wrapper's decision tree: none of its leaves is to repeat the call blindly."""
    done = exeunt.run(words, log=False, **options)
    reading = done.reading

    assert (code, action) == (done.exit_code, reading.action.value)
    assert not reading.repeat_identical
