"""A command that is likely to wait, for a while → kept, not typed at, not ended."""

import pytest

from running import SOON, Mark, python, record, sh

RAW = """
import os, select, socket, time, tty
tty.setraw(0)
print('> ', end='', flush=True)
"""
POOL = """
import multiprocessing
with multiprocessing.Pool(2) as pool:
    pool.map(abs, [1, 2])
    input("Go? ")
"""
# A program that answers to keys, but waits for its network at the same time.
SERVES = f"""
{RAW}
server = socket.create_server(("127.0.0.1", 0))
print(select.select([0, server], [], [], 20))
"""
# Both ends of its socket are its own: that is how asyncio wakes itself.
WAKES = f"""
{RAW}
ours, theirs = socket.socketpair()
select.select([0, theirs], [], [])
"""
# A pipe with a name, by which shells of a user tell each other things, as fish does.
TOLD = f"""
import tempfile
{RAW}
name = tempfile.mkdtemp() + "/told"
os.mkfifo(name)
select.select([0, os.open(name, os.O_RDWR)], [], [])
"""
# A runtime's own clock, as that of Go: it waits for a time, beside who reads keys.
TICKS = f"""
import threading
{RAW}
clock = select.epoll()
def tick():
    while True:
        clock.poll(0.1)
threading.Thread(target=tick, daemon=True).start()
os.read(0, 1)
"""
# A question that others than its reader may end.
TIMED = f"""
import threading
{RAW}
threading.Thread(target=os.read, args=(0, 1), daemon=True).start()
time.sleep(9)
os._exit(0)
"""


@pytest.fixture
def mark():
    """A mark; whoever still carries it after the test is killed."""
    found = Mark()
    yield found
    found.gone(within=0)


def kept(tmp_path, *words, **options):
    """Run a command whose patience is short; return its record."""
    given = ("--pty", "--patience", "1", "--timeout", "60", "--keep", "60")
    return record(tmp_path, *given, *words, **options)


@pytest.mark.clause("S2")
@pytest.mark.parametrize(
    ("words", "prompt"),
    [
        (["python3", "-q"], ">>> "),
        (["bash", "--norc"], "bash-"),
        pytest.param(["vim", "-u", "NONE"], "", marks=pytest.mark.needs("vim")),
        pytest.param(["top", "-d", "10"], "", marks=pytest.mark.needs("top")),
        pytest.param(["sqlite3"], "sqlite> ", marks=pytest.mark.needs("sqlite3")),
        pytest.param(["node"], "> ", marks=pytest.mark.needs("node")),
        pytest.param(
            ["tmux", "-L", "patience", "-f", "/dev/null", "new", "sh"],
            "",
            marks=pytest.mark.needs("tmux"),
        ),
        (python(WAKES), "> "),
        (python(TICKS), "> "),
        (python(TOLD), "> "),
    ],
    ids=[
        "python",
        "bash",
        "vim",
        "top",
        "sqlite3",
        "node",
        "tmux",
        "asyncio",
        "a clock",
        "a named pipe",
    ],
)
def test_what_is_likely_to_wait_is_kept_after_some_patience(
    words, prompt, tmp_path, mark
):
    """The caller returns with 124; nothing was ended, and no limit was over."""
    found = kept(tmp_path, *words, mark=mark, TERM="xterm", TMUX_TMPDIR=str(tmp_path))
    waiting, reading = found["waiting"], found["reading"]

    assert ("waiting_for_input", 124) == (found["status"], found["exit_code"])
    assert (False, None) == (found["timed_out"], found["signal"])
    assert "likely" == waiting["confidence"]
    assert prompt in waiting["prompt"]
    assert ("INPUT_REQUIRED", "answer_prompt") == (
        reading["name"],
        found["next"]["action"],
    )
    assert found["session"] is not None
    assert mark.survivors()  # it goes on
    assert found["duration_ms"] < SOON * 1000


@pytest.mark.parametrize(
    "words",
    [
        ["sleep", "9"],
        python(f"{RAW}time.sleep(9)"),
        python(SERVES),
        python(TIMED),
        ["tail", "-f", "/dev/null"],
        pytest.param(["watch", "-n", "9", "true"], marks=pytest.mark.needs("watch")),
    ],
    ids=["a sleep", "raw", "a server", "a thread", "tail -f", "watch"],
)
def test_silence_alone_is_no_question(words, tmp_path):
    """It runs to its deadline, long after the patience."""
    given = ("--pty", "--patience", "0.5", "--timeout", "5")
    found = record(tmp_path, *given, *words, TERM="xterm")

    assert ("timed_out", True) == (found["status"], found["timed_out"])


def test_without_patience_what_is_likely_runs_to_its_deadline(tmp_path):
    """0 turns it off; the record says how it looked."""
    given = ("--pty", "--patience", "0", "--timeout", "5")
    found = record(tmp_path, *given, "bash", "--norc")

    assert ("timed_out", "likely") == (found["status"], found["waiting"]["confidence"])


@pytest.mark.parametrize(
    "words",
    [
        sh("setsid sleep 60 & printf 'Go? '; read x"),
        python(POOL),
        sh("yes | { printf 'Go? ' >&2; read x </dev/tty; }"),
    ],
    ids=["a daemon", "a pool", "a full pipe"],
)
def test_who_neither_works_nor_uses_the_terminal_hides_no_question(
    words, tmp_path, mark
):
    """A question beside them is as certain as one alone."""
    found = record(tmp_path, "--pty", "--keep", "60", *words, mark=mark)

    assert ("waiting_for_input", "Go? ", "certain") == (
        found["status"],
        found["waiting"]["prompt"],
        found["waiting"]["confidence"],
    )


def test_a_sleeper_of_the_foreground_makes_a_question_likely(tmp_path, mark):
    """It may end the wait when it wakes, so that takes some patience."""
    found = kept(tmp_path, *sh("sleep 60 & printf 'Go? '; read x"), mark=mark)

    assert ("waiting_for_input", "likely") == (
        found["status"],
        found["waiting"]["confidence"],
    )
    assert "while others sleep" in found["waiting"]["evidence"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--patience", "1", "true"), "--patience needs a terminal"),
        (("--pty", "--patience", "soon", "true"), "--patience soon"),
        (("--pty", "--patience", "1", "--retry", "true"), "exclude each other"),
    ],
)
def test_a_patience_that_means_nothing_is_refused(words, says, tmp_path):
    """Nothing is run, and the message names the option."""
    found = record(tmp_path, *words)

    assert (125, "ARG_ERROR") == (found["exit_code"], found["reading"]["name"])
    assert says in found["detail"]
