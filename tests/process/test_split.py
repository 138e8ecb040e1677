"""A command at two terminals → stderr stays apart, and nobody notices the second."""

import os
from hashlib import sha256

import pytest

import exeunt
from exeunt import InputError
from running import (
    WATCHDOG,
    Mark,
    python,
    record,
    run,
    sh,
    start,
    until,
)

MUCH = 300_000  # bytes for each stream, more than a terminal holds
# Both streams at once, each by a thread of its own: neither may hold up the other.
TALK = f"""
import os, threading
def say(number, letter):
    with open(number, "wb", closefd=False) as file:
        file.write(letter * {MUCH} + b"END")
both = [threading.Thread(target=say, args=(n, l)) for n, l in ((1, b"o"), (2, b"e"))]
[one.start() for one in both]
[one.join() for one in both]
"""
# As programs do that take stderr for the terminal: sudo and less are of them.
MODES = """
import os, termios
modes = termios.tcgetattr(2)
modes[3] &= ~(termios.ECHO | termios.ICANON)
for when in (termios.TCSANOW, termios.TCSADRAIN, termios.TCSAFLUSH):
    termios.tcsetattr(2, when, modes)
os.write(2, b"Key? ")
os.write(1, b"got " + os.read(WHERE, 100))
"""
# It ignores the end of input, so that its last question stands.
ASK_TWICE = """
import os
os.write(2, b"A? ")
os.read(0, 100)
os.write(2, b"B? ")
while True:
    os.read(0, 100)
"""
ASK = "import getpass; print(len(getpass.getpass()))"


@pytest.fixture
def mark():
    """A mark; whoever still carries it after the test is killed."""
    found = Mark()
    yield found
    found.gone(within=0)


def bash(line):
    """The same for bash, which prompts on stderr."""
    return ["bash", "--norc", "-c", line]


def split(tmp_path, *words, **options):
    """The record of a command at two terminals."""
    return record(tmp_path, "--pty", "--split", *words, **options)


def streams(found):
    """What was said where."""
    return found["stdout"], found["stderr"], found["streams"]


# --- what it is -----------------------------------------------------------------------


@pytest.mark.clause("K24")
def test_without_it_a_terminal_is_one_stream(tmp_path):
    """What went to stderr is in stdout, in its order, and the record says so."""
    found = record(tmp_path, "--pty", *sh("echo out; echo err >&2; echo out"))

    assert ("out\nerr\nout\n", "", "merged") == streams(found)


@pytest.mark.clause("K24")
@pytest.mark.parametrize("verb", ["run", "drive"])
def test_stderr_stays_apart_and_all_three_are_terminals(verb, tmp_path):
    """Neither stream has a byte of the other's, and each has its log and digest."""
    source = (
        "import os; print([os.isatty(n) for n in range(3)]); os.write(2, b'err\\n');"
        "print(os.ttyname(0) == os.ttyname(1) != os.ttyname(2))"
    )
    words = ["--pty"] if verb == "run" else []
    found = record(tmp_path, *words, "--split", *python(source), verb=verb)

    assert ("[True, True, True]\nTrue\n", "err\n", "split") == streams(found)
    assert None not in {found["log"], found["stderr_log"], found["stderr_sha256"]}


@pytest.mark.clause("K24", "S9")
def test_stdin_keeps_the_terminal_that_controls_the_command(tmp_path):
    """/dev/tty is the first one, and both have the size that was asked for."""
    source = (
        "import os; tty = os.open('/dev/tty', os.O_RDWR);"
        "print(os.tcgetpgrp(0) == os.tcgetpgrp(tty) == os.getpid());"
        "print(*{tuple(os.get_terminal_size(n)) for n in range(3)})"
    )
    found = split(tmp_path, "--size", "100x30", *python(source))

    assert "True\n(100, 30)\n" == found["stdout"]


def test_it_passes_through_apart_and_byte_for_byte(tmp_path):
    """Our own two streams get the two of the command."""
    line = r"printf 'a\nb\r\n'; printf 'c\nd' >&2; exit 3"

    assert (3, b"a\nb\r\n", b"c\nd") == run(tmp_path, "--pty", "--split", *sh(line))


def test_the_library_has_it():
    """The same by a word of the same name, also in runs that are many at once."""
    words = sh("echo out; echo err >&2")
    options = {"size": (80, 24), "split": True, "log": False}
    many = [exeunt.request(words, **options) for _ in range(20)]

    for done in [exeunt.run(words, **options), *exeunt.run_all(many)]:
        assert ("out\n", "err\n", "split") == streams(done.as_dict())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["--split", "true"],
            "--split needs a terminal; add --pty; without it, stderr is apart already",
        ),
        (
            ["--pty", "--split", "--merge", "true"],
            "--merge and --split exclude each other; give one of the two",
        ),
    ],
)
def test_a_call_that_makes_no_sense_is_refused(words, message, tmp_path):
    """One line says what would, and nothing is started."""
    assert (125, b"", f"exeunt: {message}\n".encode()) == run(tmp_path, *words)


def test_the_library_refuses_it_without_a_terminal():
    """Pipes are apart, so the caller must have meant something else."""
    with pytest.raises(InputError, match="split needs a terminal"):
        exeunt.run(["true"], split=True)


# --- what comes through it ------------------------------------------------------------


def test_neither_stream_holds_up_the_other(tmp_path):
    """Both at once, more than a terminal holds, and not a byte is lost."""
    found = split(tmp_path, *python(TALK))

    digests = [sha256(letter * MUCH + b"END").hexdigest() for letter in (b"o", b"e")]
    assert digests == [found["sha256"], found["stderr_sha256"]]


def test_a_command_may_close_stderr(tmp_path):
    """Nobody has that terminal open any more, which ends neither it nor the run."""
    line = "echo err >&2; exec 2>&-; sleep 0.3; read answer; echo got $answer"
    found = split(tmp_path, "--input=y", *sh(line))

    assert ("y\ngot y\n", "err\n", "split") == streams(found)


def test_a_command_may_leave_both_and_come_back_to_one(tmp_path):
    """/dev/tty is there as long as the command is."""
    line = (
        "echo one >&2; exec </dev/null >/dev/null 2>&1; sleep 0.5;"
        " echo two >/dev/tty; exit 3"
    )
    found = split(tmp_path, *sh(line))

    assert (3, "two\n", "one\n") == (
        found["exit_code"],
        found["stdout"],
        found["stderr"],
    )


def test_a_reader_of_stderr_that_goes_away_ends_that_terminal_alone(tmp_path, mark):
    """As with a pipe: who goes on to write there is told, the rest is untouched."""
    line = "while echo err >&2; do :; done; echo out"
    process = start(tmp_path, "--pty", "--split", *sh(line), mark=mark)
    assert b"err" == process.stderr.read(3)
    process.stderr.close()

    assert b"out\n" == process.stdout.read()
    process.stdout.close()
    assert 0 == process.wait(timeout=WATCHDOG)


def test_many_runs_leave_no_terminal():
    """Whatever became of them, the host holds what it held."""
    exeunt.run(["true"], log=False)  # the first one opens what all others use
    held = sorted(os.listdir("/proc/self/fd"))  # noqa: PTH208 - names are wanted
    for words in (["true"], ["/no/such/command"], sh("kill -9 $$")):
        exeunt.run(words, size=(80, 24), split=True, log=False)
        request = exeunt.request(words, size=(80, 24), split=True, log=False)
        exeunt.start(request).abandon()

    assert until(lambda: held == sorted(os.listdir("/proc/self/fd")))  # noqa: PTH208


# --- who asks there -------------------------------------------------------------------


def test_a_question_on_stderr_is_the_prompt(tmp_path):
    """bash asks there and reads from the other terminal."""
    found = split(tmp_path, *bash('echo hello; read -p "Really? " answer'))

    assert ("waiting_for_input", "hello\n", "Really? ") == (
        found["status"],
        found["stdout"],
        found["stderr"],
    )
    assert ("Really? ", "line", "certain") == tuple(found["waiting"].values())[:3]


def test_the_last_question_alone_is_the_prompt(tmp_path):
    """What was answered before it is not, though stderr has both in one line."""
    found = split(tmp_path, "--input=y", *python(ASK_TWICE))

    assert ("A? B? ", "B? ") == (found["stderr"], found["waiting"]["prompt"])


def test_a_question_that_was_answered_stands_no_more(tmp_path):
    """Who then reads without a word asks nothing."""
    line = 'read -p "A? " a; echo thanks; while :; do read b; done'
    found = split(tmp_path, "--input=y", *bash(line))

    assert ("A? ", "") == (found["stderr"], found["waiting"]["prompt"])


def test_a_question_is_the_prompt_whatever_stdout_says_meanwhile(tmp_path):
    """Which of the two terminals is read first does not matter."""
    source = "import os; os.write(2, b'A? '); os.write(1, b'x\\n'); os.read(0, 9)"

    assert "A? " == split(tmp_path, *python(source))["waiting"]["prompt"]


@pytest.mark.needs("sqlite3")
@pytest.mark.parametrize(
    ("words", "typed", "out", "err"),
    [
        (["python3", "-q"], "6*7", ">>> 6*7\n42\n", ""),
        (["python3", "-ISq"], "6*7", "6*7\n42\n", ">>> "),
        (["python3", "-q"], "1/0", ">>> 1/0\n", "ZeroDivisionError"),
        (["bash", "--norc", "-i"], "echo $((6*7))", "42\n", "$((6*7))\n"),
        (["sqlite3"], "select 6*7;", "sqlite> select 6*7;\n42\n", ""),
        (["sqlite3"], "nonsense;", "nonsense;\n", "syntax error"),
    ],
    ids=["python", "plain python", "traceback", "bash", "sqlite3", "its error"],
)
def test_programs_that_prompt_on_either_are_typed_at(words, typed, out, err, tmp_path):
    """Each says its results on stdout and its complaints on stderr, as in pipes."""
    found = record(tmp_path, "--split", *words, "--", typed, verb="drive", TERM="xterm")

    assert ("exited", "split") == (found["status"], found["streams"])
    assert out in found["stdout"]
    assert err in found["stderr"]


def test_a_password_is_typed_where_it_is_read(tmp_path):
    """getpass has /dev/tty, and the prompt of bash's is on stderr."""
    found = split(tmp_path, "--secret-input=hunter22", *python(ASK))
    assert ("Password: \n8\n", "") == (found["stdout"], found["stderr"])

    line = 'read -sp "Password: " word; echo ${#word}'
    found = split(tmp_path, "--secret-input=hunter22", *bash(line))
    assert ("8\n", "Password: ") == (found["stdout"], found["stderr"])


@pytest.mark.parametrize("where", [0, 2])
def test_modes_that_are_set_on_stderr_hang_nobody(where, tmp_path):
    """Who reads there too gets keys; who reads from stdin gets a line."""
    source = MODES.replace("WHERE", str(where))
    found = split(tmp_path, "--input=y", *python(source))

    assert ("exited", "Key? ") == (found["status"], found["stderr"])
    assert "got y" == found["stdout"].strip().splitlines()[-1]


def test_a_secret_is_not_typed_where_only_stderr_does_not_echo(tmp_path):
    """It would be shown by the terminal that is read; the run says that it waits."""
    line = "stty -echo <&2; printf 'Password: ' >&2; read word"
    found = split(tmp_path, "--secret-input=hunter22", *sh(line))

    assert ("waiting_for_input", "", "Password: ") == (
        found["status"],
        found["stdout"],
        found["waiting"]["prompt"],
    )


def test_an_answer_goes_to_the_terminal_that_is_read(tmp_path):
    """From one to the other and back, each when it is its turn."""
    source = (
        "import os; [os.write(1, b'%d %s' % (n, os.read(n, 9))) for n in (0, 2, 0, 2)]"
    )
    answers = [f"--input={letter}" for letter in "abcd"]
    found = split(tmp_path, *answers, *python(source))

    assert "a\n0 a\n2 b\nc\n0 c\n2 d\n" == found["stdout"]
    assert "b\nd\n" == found["stderr"]


@pytest.mark.needs("less")
def test_less_gets_its_keys(tmp_path):
    """It reads them from the terminal that stderr is."""
    (tmp_path / "numbers").write_text("".join(f"{n}\n" for n in range(500)))
    words = ["less", str(tmp_path / "numbers"), "--", "G", "q"]
    found = record(
        tmp_path, "--raw", "--split", *words, verb="drive", TERM="xterm", LESS=""
    )

    assert ("exited", 0) == (found["status"], found["exit_code"])
    assert "\n499\n" in found["stdout"]


def test_what_waits_for_a_key_on_stderr_is_said(tmp_path):
    """The evidence is the same as for stdin."""
    found = split(tmp_path, *python(MODES.replace("WHERE", "2")))

    assert "waiting_for_input" == found["status"]
    assert ("Key? ", "keys", "certain") == tuple(found["waiting"].values())[:3]
