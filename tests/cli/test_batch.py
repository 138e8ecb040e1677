"""exeunt batch → many commands: what they print, what is told, and how it ends."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from command_line import MODULE, at_terminal, data, envelope, environment, run
from exeunt.batches.queue import Counts
from exeunt.cli.batch import _bar, _joblog, _limits, _output


@pytest.fixture
def state(tmp_path):
    """The environment of batches that are not there yet."""
    return {"XDG_STATE_HOME": str(tmp_path / "state")}


def start(*words, state, cwd=None):
    """Start exeunt batch, with its output in pipes."""
    return subprocess.Popen(
        [*MODULE, "batch", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(**state),
        cwd=cwd,
        text=True,
    )


def until(holds):
    """Wait for something that happens soon, on a machine that may be busy."""
    for _ in range(1200):
        if found := holds():
            return found
        time.sleep(0.05)
    raise AssertionError


def test_each_job_prints_its_whole_output_at_its_end(state):
    """As with GNU parallel, and with no envelope where nobody asks for one."""
    line = "echo {}a; sleep 0.{}; echo {}b; echo {}e >&2"
    done = run("batch", "--jobs", "2", "--shell", line, ":::", "1", "2", **state)

    blocks = {"1a\n1b\n", "2a\n2b\n"}
    assert done.code == 0
    assert done.stdout[:6] in blocks
    assert done.stdout[6:] in blocks
    assert sorted(done.stderr.split()) == ["1e", "2e"]


def test_kept_order_and_tags(state):
    """-k prints in the order of the input, --tag says which line is whose."""
    words = ("--jobs", "3", "-k", "--tag", "--shell", "sleep 0.{}; echo x; printf {}")
    done = run("batch", *words, ":::", "4", "2", "0", **state)

    assert done.stdout == "4\tx\n4\t42\tx\n2\t20\tx\n0\t0"


def test_much_output_is_kept_in_files(state):
    """What waits for its turn is as it was, and bytes are bytes."""
    make = "import sys,time;n=int(sys.argv[1]);time.sleep(0.5*(n==1));"
    make += "sys.stdout.buffer.write(bytes([n])*200000)"
    words = ("--jobs", "3", "-k", "--", sys.executable, "-c", make)
    done = subprocess.run(
        [*MODULE, "batch", *words, ":::", "1", "2", "3"],
        capture_output=True,
        env=environment(**state),
        check=True,
    )

    assert done.stdout == b"\1" * 200_000 + b"\2" * 200_000 + b"\3" * 200_000


def test_a_failure_is_told_and_resumed(state, tmp_path):
    """The number, the line to go on with, the log, the results; then all is done."""
    words = ("--name", "n", "--joblog", "log", "--results", "r.jsonl", "-k")
    line = "test -e {} || exit 7"
    (tmp_path / "a").touch()
    first = run(
        "batch", *words, "--shell", line, ":::", "a", "b", cwd=tmp_path, **state
    )
    rows = data("batch", "show", "n", "--state", "failed", **state)["rows"]

    assert (first.code, first.stdout) == (2, "")
    assert "error: of 2 jobs: 1 done, 1 failed" in first.stderr
    assert "exeunt batch --resume n --retry-failed" in first.stderr
    assert [("2", "failed", 7)] == [(r["id"], r["state"], r["exit_code"]) for r in rows]
    log = (tmp_path / "log").read_text().splitlines()
    assert log[0].split("\t") == _joblog.HEAD.rstrip().split("\t")
    assert {(one.split("\t")[0], one.split("\t")[6]) for one in log[1:]} == {
        ("1", "0"),
        ("2", "7"),
    }
    lines = (tmp_path / "r.jsonl").read_text().splitlines()
    results = [json.loads(one) for one in lines]
    assert {(r["job"]["number"], r["state"], r["attempts"]) for r in results} == {
        (1, "done", 1),
        (2, "failed", 1),
    }

    (tmp_path / "b").touch()
    again = ("--resume", "n", "--retry-failed", "--idempotent", *words[2:])
    second = run("batch", *again, cwd="/", **state)
    told = data("batch", "status", "n", **state)

    assert second.code == 0, second.stderr
    assert (told["done"], told["total"], told["jobs"]) == (2, 2, [])


def test_other_input_is_told_as_new_gone_and_same(state):
    """What is the same is not run again, and what is gone not at all."""
    run("batch", "--name", "n", "--", "echo", ":::", "a", "b", **state)
    done = run("batch", "--resume", "n", "--", "echo", ":::", "b", "c", **state)

    assert (done.code, done.stdout) == (0, "c\n")
    assert "1 new, 1 gone, 1 the same" in done.stderr
    assert "new: echo c" in done.stderr


def test_one_envelope_where_it_is_asked_for(state, tmp_path):
    """The counts under their names, and nothing that the jobs print."""
    log = tmp_path / "log"
    words = ("--json", "--joblog", str(log), "--shell", "echo hi; exit {}")
    done = run("batch", *words, ":::", "0", "3", **state)
    told = envelope(done)

    assert done.code == told["meta"]["exit_code"] == 2
    assert told["error"]["code"] == "PARTIAL_FAILURE"
    found = told["meta"]["batch"]
    assert (found["done"], found["failed"], found["total"]) == (1, 1, 2)
    rows = log.read_text().splitlines()[1:]
    assert [row.split("\t")[5] for row in rows] == ["3", "3"]


def test_the_numbers_of_gnu_parallel(state):
    """How many failed; and of a halt, the number of the failure."""
    fails = ("--exit", "parallel", "--shell", "exit {}", ":::", "7", "0", "1")

    assert run("batch", "-j1", *fails, **state).code == 2
    assert run("batch", "-j1", "--halt", "soon,fail=1", *fails, **state).code == 7


def test_dry_run_prints_what_a_shell_would_take(state, tmp_path):
    """And nothing is remembered."""
    done = run(
        "batch", "--dry-run", "--", "echo", "{}", "{#}", ":::", "a b", "'", **state
    )

    assert done.stdout == "echo 'a b' 1\necho ''\"'\"'' 2\n"
    assert not (tmp_path / "state").exists()


def test_term_finishes_what_runs_and_begins_no_more(state, tmp_path):
    """What was not begun is told, with the line that goes on."""
    line = "echo > {}.began; until test -e go; do sleep 0.02; done; echo {}"
    words = ("--name", "n", "-j1", "--shell", line, ":::", "a", "b")
    begun = start(*words, state=state, cwd=tmp_path)
    until((tmp_path / "a.began").exists)
    begun.send_signal(signal.SIGTERM)
    (tmp_path / "go").touch()
    out, err = begun.communicate()

    assert (begun.returncode, out) == (-signal.SIGTERM, "a\n")
    assert "of 2 jobs: 1 done, 1 not begun" in err
    assert "exeunt batch --resume n" in err
    assert run("batch", "--resume", "n", cwd="/", **state).stdout == "b\n"


def test_an_interrupt_ends_all_trees(state, tmp_path):
    """Nothing of them runs on, and what was begun is in doubt."""
    line = "sh -c 'echo $$ > {}.pid; sleep 1000' & wait"
    words = ("--name", "n", "-j2", "--shell", line, ":::", "a", "b")
    begun = start(*words, state=state, cwd=tmp_path)
    pids = [tmp_path / "a.pid", tmp_path / "b.pid"]
    until(lambda: all(p.exists() and p.read_text().endswith("\n") for p in pids))
    begun.send_signal(signal.SIGINT)
    _, err = begun.communicate()

    assert begun.returncode == -signal.SIGINT
    assert "2 in doubt" in err
    for path in pids:
        until(lambda path=path: not os.path.exists(f"/proc/{int(path.read_text())}"))  # noqa: PTH110 - of /proc
    told = run("batch", "--resume", "n", **state)
    assert told.code == 82
    assert "exeunt batch resolve n JOB" in told.stderr
    for job, how in (("1", "done"), ("2", "failed")):
        data("batch", "resolve", "n", job, how, **state)
    counts = data("batch", "status", "n", **state)
    assert (counts["done"], counts["failed"], counts["doubt"]) == (1, 1, 0)


def test_a_reader_that_has_seen_enough_ends_the_batch(state):
    """What runs is finished, and what is left can be resumed."""
    line = f"{' '.join(MODULE)} batch --name n -j1 --shell 'echo {{}}' ::: $(seq 200)"
    subprocess.run(
        ["bash", "-c", f"{line} | head -n 1"],
        capture_output=True,
        env=environment(**state),
        check=True,
    )
    counts = until(
        lambda: (
            (found := data("batch", "status", "n", **state))["run_by"] == [] and found
        )
    )

    assert counts["doubt"] == 0
    assert counts["todo"] > 0
    assert counts["done"] + counts["todo"] == 200


def test_the_verbs_show_and_settle(state):
    """list, status, show, pause, resume, cancel, remove: for people and programs."""
    run(
        "batch",
        "--name",
        "n",
        "--",
        "sh",
        "-c",
        "echo out {}; exit {}",
        ":::",
        "0",
        **state,
    )

    assert [one["name"] for one in data("batch", "list", **state)["batches"]] == ["n"]
    shown = data("batch", "show", "n", "1", **state)
    assert (shown["state"], shown["output"]["stdout"]) == ("done", ["out 0"])
    for words in (("list",), ("status", "n"), ("show", "n"), ("show", "n", "1")):
        told = at_terminal("batch", *words, **state)
        assert (told.code, "n" in told.stdout) == (0, True)
    for verb in ("pause", "resume", "cancel", "remove"):
        assert data("batch", verb, "n", **state)["name"] == "n"
    gone = run("batch", "status", "n", **state)
    assert (gone.code, envelope(gone)["error"]["code"]) == (5, "UNKNOWN_BATCH")
    assert run("batch", "--resume", "n", **state).code == 5


def test_a_command_without_input_is_refused(state):
    """Nobody waits for what does not come."""
    begun = start("--", "echo", state=state)
    out, err = begun.communicate()

    assert (begun.returncode, out) == (3, "")
    assert "there is no input" in err
    assert "::: INPUT" in err


def test_lines_for_a_shell_come_from_stdin_too(state):
    """As with parallel < lines; what is new in an input is told without secrets."""
    given = "echo one\necho two | tr t T\n"
    words = ("batch", "--name", "n", "-k", "--lines")
    more = "curl --token hunter2hunter2 | cat\n"

    assert run(*words, stdin=given, **state).stdout == "one\nTwo\n"
    told = run("batch", "--resume", "n", "--lines", stdin=given + more, **state)
    assert "new: curl --token" in told.stderr
    assert "hunter2" not in told.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "there is nothing to run"),
        (("nosuch.jsonl",), "nosuch.jsonl cannot be read"),
        (("--", "true", "{2}", ":::", "a"), "asks for {2}"),
        (("gzip", "x", ":::", "a"), "write -- before a command"),
        (("--pipe", "--", "sort"), "split -n l/8"),
        (("--retries", "3", "--", "x", ":::", "a"), "--attempts N"),
        (("--jobs", "0", "--", "x", ":::", "a"), "would run none"),
        (("-jx", "--", "x", ":::", "a"), "no number of jobs"),
        (("--halt", "2", "--", "x", ":::", "a"), "soon,fail=1"),
        (("--memfree", "lots", "--", "x", ":::", "a"), "500M"),
        (("--retry-failed", "--", "x", ":::", "a"), "--resume NAME"),
        (("--resume", "nosuch"), "no batch named nosuch"),
        (("--name", "../x", "--", "x", ":::", "a"), "no name for a batch"),
        (("--joblog", "/nowhere/x", "--", "x", ":::", "a"), "cannot be written"),
        (("-k", "--line-buffer", "--", "x", ":::", "a"), "says nothing beside -k"),
        (("--job", "2", "--", "x", ":::", "a"), "did you mean --jobs?"),
    ],
)
def test_a_wrong_call_starts_nothing(state, tmp_path, words, message):
    """The message is on stderr, and names what to write."""
    done = run("batch", *words, **state)

    assert done.code in {3, 5}
    assert done.stdout == ""
    assert message in done.stderr
    assert "try: " in done.stderr
    assert not list(tmp_path.glob("state/exeunt/batches/*.db"))


def test_nothing_is_queued_of_an_input_with_a_wrong_line(state, tmp_path):
    """The line is named, and no job was begun."""
    jobs = tmp_path / "jobs.jsonl"
    jobs.write_text('{"argv": ["touch", "a"]}\n{"argv": ["touch", "b"], "idd": "x"}\n')
    done = run("batch", "jobs.jsonl", cwd=tmp_path, **state)

    assert done.code == 3
    assert "line 2: a job has no 'idd'; did you mean id?" in done.stderr.replace(
        "\ntry: ", "; "
    )
    assert not (tmp_path / "a").exists()
    assert not list(tmp_path.glob("state/exeunt/batches/*.db"))


# -- the parts that need no process


@pytest.mark.parametrize(
    ("counts", "rate", "why", "width", "expected"),
    [
        (Counts(todo=3, done=1), None, "", 80, "[#####...............]  25%  1/4"),
        (Counts(todo=3, done=1), 0.5, "", 80, "25%  1/4  0.5/s  6s left"),
        (
            Counts(todo=90, doing=2, done=5, failed=1, held=1, doubt=1),
            120.0,
            "paused",
            120,
            "1 failed  1 in doubt  1 held  2 running  120/s  1s left  paused",
        ),
        (Counts(todo=90, done=10), 2.0, "", 16, "10%  10/100"),
        (Counts(todo=90, done=10), 2.0, "", 3, "10%"),
        (Counts(), None, "", 80, "100%  0/0"),
    ],
)
def test_the_bar_says_what_fits(counts, rate, why, width, expected):
    """What is less important goes first, and the line is never wider."""
    line = _bar.line(counts, rate, why, width)

    assert line.endswith(expected)
    assert len(line) <= width


def test_the_rate_is_that_of_late():
    """A batch that began fast and is slow now has no old speed."""
    rate = _bar.Rate(0.0, 0)

    assert rate.at(0.5, 10) is None
    assert rate.at(10.0, 100) == 10.0
    assert rate.at(20.0, 110) == 5.5
    assert rate.at(60.0, 120) == 0.25


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [(0.2, "0s"), (59, "59s"), (61, "1m 01s"), (7260, "2h 01m"), (90_000, "1d 1h")],
)
def test_a_time_is_told_in_two_units(seconds, expected):
    """As a person would say it."""
    assert _bar.span(seconds) == expected


@pytest.mark.needs("parallel")
def test_the_log_is_what_parallel_would_write(tmp_path, state):
    """Columns, padding, numbers and signals; the times are those of the clock."""
    lines = [
        "true",
        "exit 3",
        "kill -9 $$",
        "nosuch-program",
        "echo 'a\tb'",
        "printf x",
    ]
    (tmp_path / ".parallel").mkdir()
    (tmp_path / ".parallel" / "will-cite").touch()
    subprocess.run(
        ["parallel", "-j1", "--joblog", "theirs", ":::", *lines],
        capture_output=True,
        env=environment(HOME=str(tmp_path), SHELL="/bin/bash"),
        cwd=tmp_path,
        check=False,
    )
    (tmp_path / "lines").write_text("".join(f"{line}\n" for line in lines))
    run("batch", "-j1", "--joblog", "ours", "--lines", "lines", cwd=tmp_path, **state)
    theirs, ours = (
        [line.split("\t") for line in (tmp_path / name).read_text().splitlines()]
        for name in ("theirs", "ours")
    )

    times = slice(2, 4)
    assert [len(row[3]) for row in ours[1:]] == [len(row[3]) for row in theirs[1:]]
    for row in (*ours, *theirs):
        del row[times]
    assert ours == theirs


@pytest.mark.parametrize(
    ("text", "expected"),
    [("3", 3), ("100%", None), ("+2", None), ("-1000", 1), ("1%", 1)],
)
def test_how_many_jobs_run_side_by_side(text, expected):
    """A number, a share of the processors, or so many more."""
    count = _limits.processors()
    expected = {"100%": count, "+2": count + 2}.get(text, expected)

    assert _limits.at_once("--jobs", text) == expected


def test_lines_are_tagged_whole():
    """Parts of a line get one tag, whatever came in between."""
    ours, theirs = os.pipe()
    lines = _output.Lines(_output.Printer(lambda: None), theirs, b"t\t")
    for piece in (b"a", b"b\nc\n", b"", b"d", b"e"):
        lines.write(piece)
    lines.end()

    assert os.read(ours, 100) == b"t\tab\nt\tc\nt\tde"
