"""An adopted app and a call → what it left behind, while this process lives on."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import exeunt
from exeunt import Done, ExitCode, contract
from exeunt.testing import invoke
from exeunt.testing._capture import judge

OPEN = Path("/dev/fd")  # the descriptors of this process
GOOD = (
    b'{"ok": true, "data": {}, "error": null, "warnings": [], '
    b'"meta": {"duration_ms": 0}}\n'
)


@contract(danger="mutating", exits={ExitCode.NOT_FOUND: "There is no such thing"})
def show(name: str):
    """Show a thing, or say that there is none."""
    if name == "nothing":
        exeunt.fail(ExitCode.NOT_FOUND, "no such thing", code="NO_THING")
    print("looking", flush=True)
    subprocess.run(["echo", "from a child"], check=True)
    return {"name": name}


def test_a_success_is_captured_whole(build):
    """Number, envelope and outcome of a call that went well."""
    left = invoke(build(show=show), ["show", "it"])

    assert (0, None, "show") == (left.code, left.signal, left.command)
    assert {"name": "it"} == left.envelope["data"]
    assert Done({"name": "it"}) == left.outcome
    assert 1 == left.stdout.count("\n")


def test_what_a_child_prints_is_captured_too(build):
    """A child's words are where a caller would find them."""
    app = build(show=show)

    assert "from a child\n" in invoke(app, ["show", "it"]).stderr
    assert "from a child\n" in invoke(app, ["show", "it"], mode="text").stdout


@pytest.mark.parametrize("mode", ["json", "text"])
def test_a_failure_has_the_same_number_in_each_mode(build, mode):
    """A named failure leaves with its number; only JSON mode has an envelope."""
    left = invoke(build(show=show), ["show", "nothing"], mode=mode)

    assert (5, ExitCode.NOT_FOUND) == (left.code, left.outcome.code)
    if mode == "json":
        assert "NO_THING" == left.envelope["error"]["code"]
    else:
        assert left.envelope is None
        assert "no such thing" in left.stderr


def test_a_rejected_call_is_captured(build):
    """What the parser rejects has an envelope as well."""
    left = invoke(build(show=show), ["show", "it", "--no-such-option"])

    assert (3, "validation") == (left.code, left.envelope["error"]["phase"])


@pytest.mark.parametrize("mode", ["json", "text"])
def test_help_is_the_frameworks_own(build, mode):
    """--help has no outcome of ours, and no envelope."""
    left = invoke(build(show=show), ["show", "--help"], mode=mode)

    assert (0, None, None) == (left.code, left.outcome, left.envelope)
    assert "name" in left.stdout.lower()


def test_the_text_of_one_failure_is_not_shown_again_for_the_next(build):
    """A rejected call leaves nothing behind that a later call could show."""
    app = build(show=show)
    invoke(app, ["show"], mode="text")

    assert "no such thing" in invoke(app, ["show", "nothing"], mode="text").stderr


@pytest.mark.skipif(os.name != "posix", reason="sends itself a signal")
def test_a_signal_is_captured(build):
    """The signal that would have ended the process is told, and does not end it."""

    def stop():
        """Stop."""
        os.kill(os.getpid(), signal.SIGTERM)

    left = invoke(build(stop=stop), ["stop"])

    assert (signal.SIGTERM, "CANCELLED") == (left.signal, left.outcome.error.code)


def test_stdin_and_environment_are_given(build):
    """A handler reads what the test gives it, and the test gets its own back."""

    def echo():
        """Echo."""
        return [sys.stdin.read(), os.environ.get("GIVEN"), os.environ.get("HOME")]

    before = dict(os.environ)
    left = invoke(
        build(echo=echo), ["echo"], stdin="in", env={"GIVEN": "1", "HOME": None}
    )

    assert ["in", "1", None] == left.envelope["data"]
    assert before == dict(os.environ)


def test_nobody_is_asked(build):
    """Without stdin there is nobody to answer, and the test does not hang."""

    def ask():
        """Ask."""
        return input("name? ")

    assert "INPUT_REQUIRED" == invoke(build(ask=ask), ["ask"]).envelope["error"]["code"]


@pytest.mark.clause("M12")
def test_the_process_lives_on_and_nothing_runs_after_the_exit(build):
    """After the number is known, nothing of the program runs."""
    events = []

    def leave():
        """Leave."""
        exeunt.cleanup(lambda: events.append("cleaned up"))
        events.append("left")
        sys.exit(ExitCode.GENERAL_ERROR)
        events.append("ran on")

    left = invoke(build(leave=leave), ["leave"])
    events.append(left.code)

    assert ["left", "cleaned up", 1] == events


@pytest.mark.clause("M12")
@pytest.mark.parametrize("mode", ["json", "text"])
def test_many_calls_leave_no_trace(build, mode):
    """Streams, descriptors, signals, threads and arguments are as they were."""
    app = build(show=show)

    def traces():
        return [
            sys.stdin,
            sys.stdout,
            sys.stderr,
            list(sys.argv),
            [os.fstat(number)[:3] for number in range(3)],
            len(list(OPEN.iterdir())) if OPEN.is_dir() else 0,
            [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)],
            threading.enumerate(),
            os._exit,
            dict(os.environ),
        ]

    invoke(app, ["show", "it"], mode=mode)  # what is imported once is no trace
    before = traces()
    for word in ("it", "nothing", "--help", "--no-such-option") * 5:
        invoke(app, ["show", word], mode=mode)

    assert before == traces()


def test_a_call_from_a_thread_works(build):
    """The test runner's main thread is not needed."""
    app, found = build(show=show), []
    thread = threading.Thread(
        target=lambda: found.append(invoke(app, ["show", "nothing"]).code)
    )
    thread.start()
    thread.join()

    assert [5] == found


@pytest.mark.parametrize("capture", ["capsys", "capfd"])
def test_what_the_test_prints_stays_its_own(build, request, capture):
    """pytest's capturing gets the words of the test, and none of the program's."""
    captured = request.getfixturevalue(capture)
    print("before")
    invoke(build(show=show), ["show", "it"], mode="text")
    print("after")

    assert ("before\nafter\n", "") == captured.readouterr()


@pytest.mark.parametrize(
    ("speak", "number"),
    [("agent-spec", 5), ("agent-spec@1.6", 5), ("murli", 5), ("holon", 1)],
)
def test_every_dialect_can_be_captured(build, speak, number):
    """The number is the dialect's, the outcome is the same."""
    left = invoke(build({"dialect": speak}, show=show), ["show", "nothing"])

    assert exeunt.encode(exeunt.dialect(speak), left.outcome).code == left.code
    assert ExitCode.NOT_FOUND is left.outcome.code
    assert number == left.code


@pytest.mark.parametrize(
    ("stdout", "code", "problem"),
    [
        pytest.param(GOOD, 0, None, id="good"),
        pytest.param(GOOD, 1, "ok is True", id="ok", marks=pytest.mark.clause("R47")),
        pytest.param(
            GOOD.replace(b'"warnings": [], ', b""),
            0,
            "'warnings' is missing",
            id="five keys",
            marks=pytest.mark.clause("R46"),
        ),
        pytest.param(
            GOOD.replace(b"{}", b"null"),
            0,
            "both null",
            id="both null",
            marks=pytest.mark.clause("R48"),
        ),
        pytest.param(b"hello\n" + GOOD, 0, "alone", id="words before"),
        pytest.param(GOOD + GOOD, 0, "alone", id="two documents"),
        pytest.param(GOOD[:-9], 0, "no envelope", id="cut off"),
        pytest.param(b"", 0, "no envelope", id="silent"),
        pytest.param(
            GOOD.replace(b"{}", b'["\xc3\xa9"]'), 0, "not ASCII", id="not ASCII"
        ),
    ],
)
def test_every_envelope_is_judged(stdout, code, problem):
    """An envelope that breaks a rule is found out, whoever wrote it."""
    _, found = judge(stdout, b"", code, "agent-spec")

    assert (problem is None) is (not found)
    assert problem is None or any(problem in one for one in found), found


@pytest.mark.parametrize(
    ("arguments", "fix"),
    [
        ((print, []), "pass what adopt"),
        ((exeunt.adopt, ["x"]), "pass what adopt"),
    ],
)
def test_what_is_no_adopted_app_is_refused(arguments, fix):
    """The error says what to pass."""
    with pytest.raises(TypeError, match=fix):
        invoke(*arguments)


def test_words_and_mode_are_checked(build):
    """One text is not a list of words, and there are two modes."""
    app = build(show=show)

    with pytest.raises(TypeError, match=r"\['show', 'it'\]"):
        invoke(app, "show it")
    with pytest.raises(ValueError, match='"json" or "text"'):
        invoke(app, ["show", "it"], mode="yaml")
