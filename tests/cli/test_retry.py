"""`exeunt run --retry` → one output and one number, however many runs it took."""

import json
import os
import signal
import subprocess

import pytest

from calling import App, done, failed, moved, unchanged
from running import EXEUNT, PYTHON, environment, finish, record, run, start, wait_for

SOON = {"retry_after": 0.01}
LONG = {"retry_after": 60}


def test_the_output_of_a_repeated_run_does_not_leave(tmp_path):
    """stdout has the last run's bytes alone; stderr has those of all of them."""
    last = done({"n": 3})
    app = App(tmp_path, failed(12, **SOON), failed(12, **SOON), last)
    said = run(tmp_path, "--retry", *app.words)

    assert (0, last[1].encode()) == (said.code, said.stdout)
    assert ["call 1", "exeunt", "call 2", "exeunt", "call 3"] == [
        line.partition(":")[0] for line in said.stderr.decode().splitlines()
    ]


def test_the_number_is_the_last_runs(tmp_path):
    """What is given up leaves with its own code, and its own envelope."""
    last = failed(12, **SOON)
    app = App(tmp_path, last)
    said = run(tmp_path, "--retry", "--attempts", "2", *app.words)

    assert (12, last[1].encode(), 2) == (said.code, said.stdout, app.count)


def test_bytes_pass_as_they_are(tmp_path):
    """More than a pipe holds, and no text at all."""
    said = run(tmp_path, "--retry", "--", "sh", "-c", "head -c 300000 /dev/zero")

    assert (0, bytes(300_000)) == (said.code, said.stdout)


def test_the_record_has_every_attempt(tmp_path):
    """--json prints one record: the last run's, with what was tried, and what next."""
    app = App(tmp_path, failed(12, **SOON), done({"n": 2}))
    said = record(tmp_path, "--retry", *app.words)

    assert [("asked", 12), ("retry", 0)] == [
        (one["why"], one["exit_code"]) for one in said["attempts"]
    ]
    assert ("proceed", [{"n": 2}]) == (said["next"]["action"], said["pages"])


@pytest.mark.clause("R30")
def test_every_page_is_part_of_the_output(tmp_path):
    """Pages are no repetition: each leaves, in its order."""
    one, two = done([1], truncated=True, cursor="p2"), done([2])
    app = App(tmp_path, one, failed(12, **SOON), two)
    said = run(tmp_path, "--retry", *app.words)

    assert (one[1] + two[1]).encode() == said.stdout


@pytest.mark.clause("R31")
def test_a_kept_answer_is_the_output(tmp_path):
    """not_modified is answered with the envelope that was kept."""
    answer = done({"n": 1}, etag="v1")
    app = App(tmp_path, answer, unchanged())
    run(tmp_path, "--retry", *app.words)
    said = run(tmp_path, "--retry", *app.words, "--etag", "v1")

    assert (0, answer[1].encode(), 2) == (said.code, said.stdout, app.count)


ADOPTED = """\
#!{python}
import click, exeunt

@click.group()
def app(): pass

@app.group()
def users(): pass

@users.command()
@click.option("--name")
@exeunt.contract(renamed_from={{"user create": True}})
def add(name):
    return {{"added": name}}

exeunt.adopt(app, dialect="agent-spec")()
"""


@pytest.fixture
def adopted(tmp_path):
    """The words that call an adopted program by a former path of a command."""
    path = tmp_path / "bin" / "app"
    path.parent.mkdir()
    path.write_text(ADOPTED.format(python=PYTHON))
    path.chmod(0o755)
    return [str(path), "--output", "json", "user", "create", "--name", "ada"]


@pytest.mark.clause("R38", "K29")
def test_what_has_moved_is_followed_once_its_manifest_was_taken(tmp_path, adopted):
    """Before it, the caller is told; after it, the next process knows, and says so."""
    first = run(tmp_path, "--retry", *adopted)
    assert 13 == first.code
    assert f"exeunt manifest {adopted[0]} takes what".encode() in first.stderr

    assert 0 == run(tmp_path, adopted[0], verb="manifest").code
    second = run(tmp_path, "--retry", *adopted)
    third = run(tmp_path, "--retry", *adopted)
    assert [(0, "ada")] * 2 == [
        (one.code, json.loads(one.stdout)["data"]["added"]) for one in (second, third)
    ]
    assert b"exeunt: it moved: running " in second.stderr
    assert b"for good" not in second.stderr
    assert b"for good, which exeunt journal redirects --forget 1 " in third.stderr

    forgotten = run(tmp_path, "redirects", "--forget", "1", verb="journal")
    assert b'"forgotten": 1' in forgotten.stdout
    assert b"for good" not in run(tmp_path, "--retry", *adopted).stderr


@pytest.mark.clause("K29")
@pytest.mark.parametrize(("follow", "code"), [("no", 13), ("adopted", 0), ("any", 0)])
def test_who_is_followed_can_be_said(tmp_path, adopted, follow, code):
    """--follow no is a caller that wants to see each redirect itself."""
    run(tmp_path, adopted[0], verb="manifest")
    options = ["--retry", "--follow", follow, "--env", f"PATH={tmp_path}/bin:/bin"]

    assert code == run(tmp_path, *options, *adopted).code


@pytest.mark.clause("K29")
def test_an_envelope_on_stdout_starts_nothing(tmp_path):
    """What `env` runs prints a redirect of env: env is not who said so."""
    app = App(tmp_path / "bin", moved(f"env touch {tmp_path}/ran", permanent=True))
    said = record(tmp_path, "--retry", "env", *app.words)

    assert ("follow_redirect", "K29", 1) == (
        said["next"]["action"],
        said["next"]["rule"],
        len(said["attempts"]),
    )
    assert "next.command" in said["untrusted"]
    assert not (tmp_path / "ran").exists()


@pytest.mark.clause("R35")
def test_an_expired_token_is_refreshed_by_a_line(tmp_path):
    """--refresh runs once, and what it prints, a token perhaps, is not shown."""
    app = App(tmp_path, failed(8, "TOKEN_EXPIRED"), done())
    line = f"echo secret; echo ran >> {tmp_path}/refreshed"
    said = run(tmp_path, "--retry", "--refresh", line, *app.words)

    assert (0, 2) == (said.code, app.count)
    assert "ran\n" == (tmp_path / "refreshed").read_text()
    assert b"secret" not in said.stdout + said.stderr


def test_a_refresh_that_fails_repeats_nothing(tmp_path):
    """The command's own number is what is left with."""
    app = App(tmp_path, failed(8, "TOKEN_EXPIRED"))
    said = run(tmp_path, "--retry", "--refresh", "exit 1", *app.words)

    assert (8, 1) == (said.code, app.count)
    assert b"exeunt: --refresh did not succeed\n" in said.stderr


@pytest.mark.clause("E41")
@pytest.mark.parametrize(("given", "count"), [((), 1), (("--idempotent",), 2)])
def test_only_what_is_safe_to_do_twice_is_done_twice(tmp_path, given, count):
    """A timeout is not repeated unless --idempotent says that it may be."""
    app = App(tmp_path, failed(10, **SOON), done())
    run(tmp_path, "--retry", *given, *app.words)

    assert count == app.count


# -- what processes share


def test_two_processes_share_a_hold(tmp_path):
    """While one waits out a rate limit, another does not call the program either."""
    app = App(tmp_path, failed(11, **LONG), done())
    first = start(tmp_path, "--retry", "--progress", *app.words)
    try:
        assert b"call 1\n" == first.stderr.readline()
        assert first.stderr.readline().startswith(b"exeunt: attempt 2 of 3 in 6")
        second = run(tmp_path, "--retry", "--max-wait", "5", *app.words, "other")
    finally:
        first.kill()
        finish(first)

    assert (125, 1) == (second.code, app.count)
    assert f"exeunt journal release {app.path} ends".encode() in second.stderr


def test_a_released_hold_is_no_hold(tmp_path):
    """Whoever knows better can end it."""
    app = App(tmp_path, failed(11, **LONG), done())
    assert 11 == run(tmp_path, "--retry", "--max-wait", "5", *app.words).code
    assert 0 == run(tmp_path, "release", *app.words, verb="journal").code

    assert 0 == run(tmp_path, "--retry", "--max-wait", "5", *app.words).code


@pytest.mark.clause("E37")
def test_the_breaker_counts_over_processes(tmp_path):
    """After ten failures by ten processes nothing runs, until somebody allows it."""
    app = App(tmp_path, failed(5, retryable=False))
    for _ in range(10):
        assert 5 == run(tmp_path, "--retry", *app.words).code
    broken = run(tmp_path, "--retry", "--json", *app.words)
    assert (125, 10, []) == (broken.code, app.count, broken.record["attempts"])
    assert ("escalate", "E37") == (
        broken.record["next"]["action"],
        broken.record["next"]["rule"],
    )

    assert [] == broken.record["warnings"]  # it is told once
    advice = broken.record["detail"].partition("exeunt ")[2]
    verb, action, name, *_ = advice.split()
    assert 0 == run(tmp_path, action, name, verb=verb).code
    assert 5 == run(tmp_path, "--retry", *app.words).code


def test_a_call_that_never_failed_cannot_be_reset(tmp_path):
    """A fingerprint that nobody knows is told, not silently taken."""
    said = run(tmp_path, "reset", "0123abcd", verb="journal")

    assert 5 == said.code
    assert b"UNKNOWN_CALL" in said.stdout


def test_without_a_store_nothing_is_remembered(tmp_path):
    """--no-store makes no file, and so knows no breaker."""
    app = App(tmp_path / "bin", failed(5, retryable=False))
    assert 5 == run(tmp_path, "--retry", "--no-store", *app.words).code

    assert not (tmp_path / "state" / "exeunt" / "store.db").exists()


# -- being told to stop


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_wait_at_once(tmp_path, number):
    """It dies by the signal, and the call is not made again."""
    app = App(tmp_path, failed(11, **LONG))
    process = start(tmp_path, "--retry", "--progress", *app.words)
    process.stderr.readline()
    assert b"attempt 2" in process.stderr.readline()
    process.send_signal(number)
    said = finish(process)

    assert (-number, 1) == (said.code, app.count)


def test_a_cancelled_wait_still_has_its_record(tmp_path):
    """With --json there is one record, whatever happens."""
    app = App(tmp_path, failed(11, **LONG))
    process = start(tmp_path, "--retry", "--progress", "--json", *app.words)
    assert b"attempt 2" in process.stderr.readline()
    process.terminate()
    said = finish(process)

    assert (-15, "stop", "K22") == (
        said.code,
        said.record["next"]["action"],
        said.record["next"]["rule"],
    )
    assert 1 == len(said.record["attempts"])


def test_a_signal_ends_a_run_and_nothing_is_repeated(tmp_path):
    """Even a command that leaves with a number that may be repeated."""
    line = f"trap 'exit 75' TERM; echo >> {tmp_path}/ran; while :; do sleep 0.01; done"
    options = ["--retry", "--json", "--dialect", "sysexits"]
    process = start(tmp_path, *options, "--", "sh", "-c", line)
    wait_for(tmp_path / "ran")
    process.terminate()
    said = finish(process)

    assert (-15, "\n") == (said.code, (tmp_path / "ran").read_text())
    assert ["K22"] == [one["next"]["rule"] for one in said.record["attempts"]]


# -- for people


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((), True),
        (("--quiet",), False),
        (("--json",), False),
        (("--json", "--progress"), True),
    ],
)
def test_each_attempt_is_marked(tmp_path, given, said):
    """stderr says which attempt comes, when and why, at a terminal or not."""
    app = App(tmp_path, failed(12, **SOON), done())
    told = run(tmp_path, "--retry", *given, *app.words).stderr

    mark = b" s: A service is down for the moment, and nothing was changed.\n"
    assert said is (b"exeunt: attempt 2 of 3 in 0.01" in told)
    assert said is (mark in told)


ATTEMPTS = """
    read -r number < count
    echo $((number + 1)) > count
    echo "out $number"
    echo "err $number" >&2
    while [ ! -e "go-$number" ]; do sleep 0.01; done
    [ "$number" -eq 3 ]
"""


@pytest.mark.parametrize("which", ["all", "last"])
def test_attempts_are_streamed(tmp_path, which):
    """Their output is there while they run: of stdout all, or at last the last."""
    (tmp_path / "count").write_text("1\n")
    words = ["--idempotent", "--attempt-output", which, "--cwd", tmp_path]
    process = start(tmp_path, *words, "--", "sh", "-c", ATTEMPTS)
    for number in (1, 2, 3):
        if which == "all":
            assert f"out {number}\n".encode() == process.stdout.readline()
        assert f"err {number}\n".encode() == process.stderr.readline()
        (tmp_path / f"go-{number}").touch()
        if number < 3:
            mark = f"exeunt: attempt {number + 1} of 3 in ".encode()
            assert process.stderr.readline().startswith(mark)
    ended = finish(process)

    assert (0, b"" if which == "all" else b"out 3\n") == (ended.code, ended.stdout)


@pytest.mark.parametrize(("given", "count"), [((), 2), (("last",), 1)])
def test_at_a_terminal_every_attempt_is_shown(tmp_path, given, count):
    """A person sees all of it, unless --attempt-output says otherwise."""
    app = App(tmp_path, failed(12, **SOON), done())
    ours, theirs = os.openpty()
    options = ["--retry", *(("--attempt-output", *given) if given else ())]
    words = [EXEUNT, "run", *options, *app.words]
    subprocess.run(words, stdout=theirs, env=environment(tmp_path), check=True)
    os.close(theirs)
    shown = os.read(ours, 65_536)
    os.close(ours)

    assert count == shown.count(b'"ok"')


# -- by the caller's word


@pytest.mark.clause("E40", "R34")
@pytest.mark.parametrize(
    ("options", "ends", "count"),
    [
        (["--idempotent"], "exit 1", 3),
        (["--attempts", "2", "--idempotent"], "exit 42", 2),
        (["--attempts", "2", "--idempotent"], "kill -9 $$", 2),
        (["--attempts", "2", "--idempotent", "--timeout", "0.5"], "exec sleep 60", 2),
        (["--attempts", "2", "--idempotent", "--idle", "0.5"], "exec sleep 60", 2),
        (["--idempotent"], "exit 2", 1),
        (["--idempotent"], "exit 3", 1),
        (["--idempotent"], "exit 127", 1),
        (["--idempotent"], "exit 0", 1),
        (["--attempts", "2", "--retry-on", "2,70-80"], "exit 75", 2),
        (["--attempts", "2", "--retry-on", "2", "--retry-on", "3"], "exit 3", 2),
        (["--attempts", "2", "--retry-on", "signal"], "kill -9 $$", 2),
        (
            ["--attempts", "2", "--retry-on", "timeout", "--timeout", "0.5"],
            "exec sleep 60",
            2,
        ),
        (["--retry-on", "2,signal"], "exit 1", 1),
        (["--attempts", "5"], "exit 1", 1),
        (["--retry"], "exit 1", 1),
    ],
    ids=str,
)
def test_what_the_caller_allows_is_repeated(tmp_path, options, ends, count):
    """Who says how to retry need not say --retry; nothing else is repeated."""
    line = f"echo >> {tmp_path}/ran; {ends}"
    said = record(tmp_path, *options, "--no-log", "--", "sh", "-c", line)

    assert count == len((tmp_path / "ran").read_text())
    assert count == len(said["attempts"])


def test_warnings_are_told(tmp_path):
    """What a command warned of is on stderr too, as a plan if it speaks of an end."""
    app = App(tmp_path, done(warnings=["`list` will be removed"]))
    told = run(tmp_path, "--retry", *app.words).stderr

    assert b"exeunt: warning: `list` will be removed\n" in told
    assert b"exeunt: warning: the call is deprecated: plan to change it\n" in told


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--no-store", "true"], b"--no-store says nothing without --retry"),
        (["--retry-on", "0", "true"], b"--retry-on 0 is no list of endings"),
        (["--retry", "--attempt-output", "x", "true"], b"write all, or last"),
        (["--attempts", "2", "--detach", "true"], b"--attempts and --detach exclude"),
        (["--retry", "--attempts", "0", "true"], b"--attempts 0 is no number of times"),
        (["--retry", "--detach", "true"], b"--retry and --detach exclude each other"),
        (["--retry", "--max-wait", "soon", "true"], b"--max-wait soon is no time"),
        (["--retry", "--follow", "yes", "true"], b"write no, adopted, any"),
    ],
)
def test_a_wrong_call_is_refused_before_anything_runs(tmp_path, words, message):
    """The answer names the fix, and the number is ours."""
    said = run(tmp_path, *words)

    assert 125 == said.code
    assert message in said.stderr


def test_a_pipe_is_no_input_for_what_may_run_twice(tmp_path):
    """--stdin - of a pipe is refused, and says what to do instead."""
    said = run(tmp_path, "--retry", "--stdin", "-", "cat", stdin=b"once")

    assert 125 == said.code
    assert b"put it in a file" in said.stderr
