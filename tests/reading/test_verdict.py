"""An ended run → its verdict: the table, over every status and every reading."""

import itertools
import json

import pytest

import exeunt
from exeunt import (
    Answer,
    Certainty,
    Effects,
    ExitCode,
    Exited,
    Reading,
    Signaled,
    TimedOut,
    Unstarted,
    Verdict,
)
from exeunt.model.row import worst
from exeunt.model.words import Status
from exeunt.reading.recorded import read_record
from exeunt.reading.verdict import BY_STATUS, bounded

ENDINGS = (Exited(0), Exited(1), Signaled(9), Signaled(1, certain=False))
NEVER = (TimedOut(1.0), TimedOut(1.0, idle=True), Unstarted("not_found"))
DONE, NO, FINDINGS = Verdict.DONE, Verdict.NO, Verdict.FINDINGS
UNKNOWN, FAILED = Verdict.UNKNOWN, Verdict.FAILED
ENVELOPE = {"ok": True, "data": {}, "error": None, "warnings": [], "meta": {}}


def reading(ending, code, answer=None, *, doubtful=False, at_best=DONE):
    """Make a reading of what matters here."""
    return Reading(
        ending=ending,
        code=code,
        number=ending.shell_code,
        meaning="it was made for this test",
        retryable=None,
        effects=Effects.UNKNOWN,
        answer=answer,
        action=code.action,
        certainty=Certainty.ATLAS,
        dialect="atlas",
        source="this test",
        doubtful=doubtful,
        at_best=at_best,
    )


# What exeunt ended, or never began, did not do its job.
NOT_ITS_OWN = ("timed_out", "idle", "cancelled", "unkillable")
NOT_BEGUN = ("not_found", "not_executable")


def expected(status, made):
    """Say by the written table what came of a run."""
    ending = made.ending
    if status in NOT_ITS_OWN + NOT_BEGUN or made.at_best is FAILED:
        return FAILED
    if made.doubtful or status == "internal_error":
        return UNKNOWN
    killed = isinstance(ending, Signaled) and ending.certain
    if killed or isinstance(ending, TimedOut | Unstarted):
        return FAILED
    if made.code is not ExitCode.SUCCESS:
        return FAILED
    by_code = {None: DONE, Answer.NO: NO, Answer.FINDINGS: FINDINGS}[made.answer]
    return by_code if made.at_best is DONE else UNKNOWN


@pytest.mark.clause("K28")
@pytest.mark.parametrize("status", [s for s in BY_STATUS if BY_STATUS[s] is not None])
def test_every_status_with_every_reading_has_the_verdict_of_the_table(status):
    """K28: what did not end by itself has failed; a doubt is never a success."""
    many = itertools.product(
        (*ENDINGS, *NEVER),
        ExitCode,
        (None, *Answer),
        (False, True),
        (DONE, *(UNKNOWN, FAILED)),
    )
    for ending, code, answer, doubtful, at_best in many:
        if answer is not None and code is not ExitCode.SUCCESS:
            continue  # no table has an answer that is a failure
        made = reading(ending, code, answer, doubtful=doubtful, at_best=at_best)

        assert expected(status, made) is bounded(status, made).verdict, made


def test_the_table_has_every_status_and_no_other():
    """A status without a line of the table would have no verdict."""
    assert set(Status) == set(BY_STATUS)
    assert ["detached", "waiting_for_input"] == sorted(
        status for status, best in BY_STATUS.items() if best is None
    )


def test_verdicts_are_in_order_and_the_worst_holds():
    """Among several the one that promises least is taken."""
    assert [DONE, NO, FINDINGS, UNKNOWN, FAILED] == [*Verdict]
    assert UNKNOWN is worst([NO, UNKNOWN, DONE])
    assert FAILED is worst([UNKNOWN, FAILED])


@pytest.mark.clause("K28")
@pytest.mark.parametrize(
    ("argv", "code", "stdout", "stderr", "verdict"),
    [
        (["grep", "x", "f"], 1, b"", b"", NO),
        (["grep", "x", "f"], 0, b"x\n", b"", DONE),
        (["grep", "x", "f"], 2, b"", b"grep: f: No such file\n", FAILED),
        (["pytest"], 1, b"1 failed in 0.1s\n", b"", FINDINGS),
        (["python", "-m", "pytest"], 1, b"", b"", UNKNOWN),
        (
            ["python", "-m", "pytest"],
            1,
            b"",
            b"/usr/bin/python: No module named pytest\n",
            FAILED,
        ),
        (["npx", "eslint", "."], 1, b"", b"npm error code ENOTCACHED\n", FAILED),
        (["docker", "exec", "c", "grep", "x", "f"], 1, b"", b"", UNKNOWN),
        (["false"], 1, b"", b"", FAILED),
        (["an-unknown-program"], 3, b"", b"", FAILED),
        (["an-unknown-program"], 0, b"", b"", DONE),
    ],
)
def test_a_command_has_the_verdict_of_the_worst_that_may_have_happened(
    argv, code, stdout, stderr, verdict
):
    """K28: a wrapper's own failure is not read as the answer of what it runs."""
    found = exeunt.read(Exited(code), stdout, stderr, argv=argv)

    assert verdict is found.verdict
    assert verdict.value == found.as_dict()["verdict"]


@pytest.mark.clause("K28")
@pytest.mark.parametrize(
    ("line", "code", "verdict"),
    [
        ("false", 1, FAILED),
        ("./deploy.sh || false", 1, FAILED),
        ("grep -q root /etc/passwd && false", 1, UNKNOWN),
        ("rsync a b; [ $? -eq 0 ]", 1, FAILED),
        ("cp a b && [ -f b ]", 1, FAILED),
        ("[ -f x ]", 1, NO),
        ("test -f x", 1, NO),
        ("make; grep x f", 1, NO),
        ("cd x && grep a b", 1, UNKNOWN),
        ("grep a b && mypy .", 1, FINDINGS),
    ],
)
@pytest.mark.parametrize("as_words", [False, True], ids=["line", "sh -c"])
def test_a_line_has_one_verdict_however_it_is_called(line, code, verdict, as_words):
    """K28: false always fails, and test answers only when it stands alone."""
    call = {"argv": ["sh", "-c", line]} if as_words else {"line": line}

    assert verdict is exeunt.read(Exited(code), **call).verdict


@pytest.mark.clause("K28")
@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        (b"", DONE),
        (b"make: nothing to be done\n", DONE),
        (b"/bin/bash: line 1: cd: nosuch: No such file or directory\n", UNKNOWN),
        (b"bash: line 3: [: many: integer expression expected\n", UNKNOWN),
        (b"sh: 1: cd: can't cd to nosuch\n", UNKNOWN),
        (b"I like bash: line by line\n", DONE),
    ],
)
def test_what_a_shell_says_of_its_line_takes_a_success_back(said, verdict):
    """K28: a builtin that fails is no process, so only the shell can tell of it."""
    found = exeunt.read(Exited(0), b"", said, line="cd x; ls", hidden="none")

    assert verdict is found.verdict


@pytest.mark.clause("K28")
def test_a_directory_that_is_not_there_is_no_success(tmp_path):
    """K28: the line goes on in the wrong place, and ends with 0."""
    done = exeunt.run(shell="cd nosuch; ls", cwd=tmp_path)  # noqa: S604 - a line is the subject

    assert ("exited", 0, FAILED) == (done.status, done.exit_code, done.verdict)


@pytest.mark.clause("K28")
@pytest.mark.parametrize(
    ("call", "certainty"),
    [
        ({"line": "cat f | grep -q x"}, Certainty.GUESS),
        ({"line": "make; grep x f"}, Certainty.GUESS),
        ({"argv": ["sh", "-c", "make; grep x f"]}, Certainty.GUESS),
        ({"line": "grep x f"}, Certainty.ATLAS),
        ({"argv": ["sh", "-c", "grep x f"]}, Certainty.ATLAS),
        ({"argv": ["timeout", "5", "grep", "x", "f"]}, Certainty.ATLAS),
    ],
)
def test_a_line_that_nobody_watched_is_a_guess(call, certainty):
    """K28: a lone command keeps its table, and a list hides what it likes."""
    assert certainty is exeunt.read(Exited(1), **call).certainty


@pytest.mark.clause("K5", "E35", "R26")
@pytest.mark.parametrize(
    ("call", "change", "verdict"),
    [
        ({"argv": ["app"]}, {"ok": False}, DONE),
        ({"line": "app"}, {"ok": False}, DONE),
        ({"argv": ["app"]}, {"ok": False, "error": {"code": "X"}}, UNKNOWN),
        ({"argv": ["timeout", "5", "app"]}, {"ok": False}, UNKNOWN),
        ({"line": "app | cat"}, {"ok": False}, UNKNOWN),
        ({"line": "app; true"}, {"ok": False}, UNKNOWN),
    ],
)
def test_ok_false_at_exit_0_is_done_unless_the_number_may_be_anothers(
    call, change, verdict
):
    """K5: through a pipe or a wrapper the 0 proves nothing about the envelope."""
    said = json.dumps({**ENVELOPE, **change}).encode()

    assert verdict is exeunt.read(Exited(0), said, **call).verdict


@pytest.mark.clause("K28")
@pytest.mark.parametrize("best", ["done", "no", "findings"])
def test_a_verdict_is_never_believed_from_a_file(best):
    """K28: a record can be written by anybody; its facts bound what it says."""
    record = {
        "stdout": "",
        "stderr": "",
        "exit_code": 1,
        "duration_ms": 1,
        "timed_out": False,
        "command": "deployctl",
        "args": [],
        "status": "exited",
        "reading": {
            "code": 1,
            "name": "SUCCESS",
            "verdict": best,
            "retryable": None,
            "side_effects": "complete",
            "answer": "no",
            "certainty": "declared",
            "anomalies": [],
        },
    }

    assert FAILED is read_record(record)[0].verdict


def test_an_older_record_is_read_without_a_verdict():
    """What was written before there were verdicts gets one from its facts."""
    record = {
        "stdout": "",
        "stderr": "",
        "exit_code": 1,
        "duration_ms": 1,
        "timed_out": False,
        "command": "grep",
        "args": ["x", "f"],
        "status": "exited",
    }

    assert NO is read_record(record)[0].verdict


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        (["true"], DONE),
        (["false"], FAILED),
        (["grep", "-q", "x", "/dev/null"], NO),
        (["sh", "-c", "kill -9 $$"], FAILED),
        (["no-such-program-here"], FAILED),
    ],
)
def test_ok_is_that_the_verdict_is_done_everywhere(words, verdict):
    """Completed, its record and Called say the same of one run."""
    done = exeunt.run(words)
    called = exeunt.call(words, store=False)

    assert verdict is done.verdict
    assert verdict is called.verdict
    assert (verdict is DONE) is done.ok
    assert (verdict is DONE) is called.ok
    assert verdict.value == done.as_dict()["reading"]["verdict"]


def test_what_exeunt_ended_has_failed_whatever_it_left_with():
    """A command that takes its deadline calmly and exits with 0 did not do its job."""
    line = "trap 'exit 0' TERM; echo on; while :; do sleep 0.05; done"
    done = exeunt.run(shell=line, timeout=0.5)

    assert ("timed_out", FAILED, False) == (done.status, done.verdict, done.ok)
