"""Wait status, return code or shell code → what the operating system saw."""

import enum
import os
import signal
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exeunt import (
    CodeTypeError,
    Exited,
    InputError,
    Signaled,
    TimedOut,
    Unstarted,
    from_returncode,
    from_shell,
    from_wait_status,
)

KILLERS = [signal.SIGHUP, signal.SIGINT, signal.SIGTERM, signal.SIGKILL, signal.SIGUSR1]
NO_NUMBER = [True, False, "0", "", 0.0, 1.5, None, b"0", [0]]


class Answer(enum.IntEnum):
    """A number with a name."""

    THREE = 3


def wait_for(program):
    """Run a program of our own and return its raw wait status."""
    process = os.posix_spawn(
        sys.executable, [sys.executable, "-c", program], os.environ
    )
    return os.waitpid(process, 0)[1]


def kill_self(number):
    """Write a program that dies by a signal, with that signal at its default."""
    return (
        "import os, resource, signal\n"
        f"if {number} not in (signal.SIGKILL,):\n"
        f"    signal.signal({number}, signal.SIG_DFL)\n"
        f"    signal.pthread_sigmask(signal.SIG_UNBLOCK, [{number}])\n"
        f"os.kill(os.getpid(), {number})\n"
        "signal.pause()\n"
    )


@pytest.mark.parametrize("number", [0, 1, 5, 79, 127, 128, 130, 137, 255])
def test_a_process_that_exits_is_seen_to_exit(number):
    """Its number is its number, even where a shell would mean a signal by it."""
    program = f"import os; os._exit({number})"
    run = subprocess.run([sys.executable, "-c", program], check=False)

    assert Exited(number) == from_wait_status(wait_for(program))
    assert Exited(number) == from_returncode(run.returncode)


@pytest.mark.parametrize("number", KILLERS)
@pytest.mark.clause("K9")
def test_a_process_that_is_killed_is_seen_to_be_killed(number):
    """The signal is certain from the kernel and subprocess, likely from a shell."""
    status = wait_for(kill_self(int(number)))
    run = subprocess.run([sys.executable, "-c", kill_self(int(number))], check=False)
    shell = subprocess.run(
        [
            "sh",
            "-c",
            '"$@"; exit $?',
            "sh",
            sys.executable,
            "-c",
            kill_self(int(number)),
        ],
        check=False,
        stderr=subprocess.DEVNULL,
    )

    assert Signaled(number) == from_wait_status(status)
    assert Signaled(number) == from_returncode(run.returncode)
    assert Signaled(number, certain=False) == from_shell(shell.returncode)
    assert number.name == from_wait_status(status).name
    assert 128 + number == from_wait_status(status).shell_code


def test_a_core_dump_is_seen_where_the_kernel_makes_one():
    """The flag is the kernel's word, whether or not this machine writes cores."""
    program = (
        "import os, resource, tempfile\n"
        "os.chdir(tempfile.gettempdir())\n"
        "limit = resource.getrlimit(resource.RLIMIT_CORE)[1]\n"
        "resource.setrlimit(resource.RLIMIT_CORE, (0, limit))\n"
    ) + kill_self(int(signal.SIGABRT))
    status = wait_for(program)

    assert os.WCOREDUMP(status) == from_wait_status(status).core_dumped
    assert Signaled(signal.SIGABRT, core_dumped=True) == from_wait_status(6 | 0x80)
    assert Signaled(signal.SIGABRT, core_dumped=False) == from_wait_status(6)


def test_a_process_that_has_only_stopped_has_not_ended(tmp_path):
    """A status of WUNTRACED or WCONTINUED is no ending, and is not read as one."""
    process = subprocess.Popen(["sleep", "60"], cwd=tmp_path)
    try:
        os.kill(process.pid, signal.SIGSTOP)
        stopped = os.waitpid(process.pid, os.WUNTRACED)[1]
        os.kill(process.pid, signal.SIGCONT)
        continued = os.waitpid(process.pid, os.WCONTINUED)[1]
    finally:
        process.kill()
        process.wait()

    for status in (stopped, continued):
        with pytest.raises(InputError, match="not ended"):
            from_wait_status(status)


@pytest.mark.parametrize("status", [-1, -256, -9])
def test_a_negative_wait_status_is_none(status):
    """waitpid returns no such thing; a return code went into the wrong function."""
    with pytest.raises(InputError, match="from_returncode"):
        from_wait_status(status)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (0, Exited(0)),
        (1, Exited(1)),
        (255, Exited(255)),
        (256, Exited(256)),
        (300, Exited(300)),
        (137, Exited(137)),
        (-1, Signaled(1)),
        (-9, Signaled(9)),
        (-64, Signaled(64)),
        (-65, Exited(-65)),
        (-300, Exited(-300)),
        (3221225786, Exited(3221225786)),  # Windows: STATUS_CONTROL_C_EXIT
    ],
)
@pytest.mark.clause("K9")
def test_a_return_code_is_read(code, expected):
    """Negative up to the last signal is a signal, everything else a number."""
    assert expected == from_returncode(code)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (0, Exited(0)),
        (124, Exited(124)),
        (126, Exited(126)),
        (127, Exited(127)),
        (128, Exited(128)),
        (129, Signaled(1, certain=False)),
        (137, Signaled(9, certain=False)),
        (192, Signaled(64, certain=False)),
        (193, Exited(193)),
        (255, Exited(255)),
        (256, Exited(256)),
        (-9, Signaled(9)),
        (-65, Exited(-65)),
    ],
)
@pytest.mark.clause("K9")
def test_a_shell_code_is_read(code, expected):
    """128+n is a signal that is not certain; a negative code is not from a shell."""
    assert expected == from_shell(code)


@pytest.mark.parametrize("value", NO_NUMBER, ids=repr)
@pytest.mark.parametrize(
    "read", [from_wait_status, from_returncode, from_shell, Exited, Signaled]
)
@pytest.mark.clause("K13")
def test_what_is_no_whole_number_is_refused(read, value):
    """A bool is no status, and neither is a text that looks like one."""
    with pytest.raises(CodeTypeError, match="is not a whole number"):
        read(value)


@pytest.mark.parametrize("number", [0, -9])
def test_a_signal_has_a_positive_number(number):
    """Signal 0 kills nobody, and -9 is a return code."""
    with pytest.raises(InputError):
        Signaled(number)


@pytest.mark.parametrize("why", ["lost", None, 127])
def test_a_failed_start_says_why_in_our_words(why):
    """The reason is one of three words, checked when it is given."""
    with pytest.raises(InputError, match="no reason not to start"):
        Unstarted(why)


def test_a_named_number_is_kept_as_a_number():
    """An IntEnum member is an int, and shows as one from here on."""
    assert "Exited(code=3)" == repr(Exited(Answer.THREE))
    assert "signal=9" in repr(Signaled(signal.SIGKILL))


@given(st.integers(0, 255))
@pytest.mark.clause("S6")
def test_every_exit_status_goes_through_a_wait_status_unchanged(number):
    """Eight bits up, eight bits down."""
    assert Exited(number) == from_wait_status(number << 8)
    assert number == from_wait_status(number << 8).shell_code


@given(st.integers())
def test_reading_a_code_is_total(code):
    """Any whole number is an ending; the number can be had back."""
    for ending in (from_returncode(code), from_shell(code)):
        match ending:
            case Exited(number):
                back = number
            case Signaled(number):
                back = -number if code < 0 else 128 + number

        assert code == back


@pytest.mark.parametrize(
    ("ending", "expected"),
    [
        (Exited(7), 7),
        (Signaled(15), 143),
        (TimedOut(), 124),
        (TimedOut(2.5, idle=True), 124),
        (Unstarted("not_found"), 127),
        (Unstarted("not_executable"), 126),
        (Unstarted("failed"), 125),
    ],
)
@pytest.mark.clause("S2", "S3", "S4", "S5", "S6")
def test_every_ending_has_a_shell_code(ending, expected):
    """What a shell would show as `$?`."""
    assert expected == ending.shell_code


def test_a_signal_without_a_name_is_named_by_its_number():
    """Real-time signals have none of their own."""
    assert "SIG50" == Signaled(50).name


def test_endings_need_nothing_of_posix():
    """A log is read on any system: naming a signal imports `signal` alone."""
    program = (
        "import sys\n"
        "before = set(sys.modules)\n"
        "from exeunt.model.ending import Exited\n"
        "Exited(1)\n"
        "print(*sorted(set(sys.modules) - before))\n"
    )
    loaded = subprocess.run(
        [sys.executable, "-S", "-c", program],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        check=True,
        text=True,
    ).stdout.split()

    assert set() == {"signal", "subprocess", "resource", "typing"} & set(loaded)
