"""A person's terminal → the command's while it runs, and theirs afterwards."""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from jobs import END, INT, PROMPT, QUIT, SUSPEND, Person
from running import EXEUNT, PYTHON, Mark, environment, is_running, until

# What a program sees of its terminal; an environment differs in what shells count.
FACTS = """
import fcntl, os, signal, sys, termios
print(*map(os.isatty, range(3)), os.ttyname(0), os.ttyname(1), os.get_terminal_size(1))
print(os.tcgetpgrp(0) == os.getpgrp() == os.getpid(), os.getsid(0))
print(termios.tcgetattr(0))
masks = open("/proc/self/status").read().partition("SigBlk:")[2].split()[:3:2]
print([hex(int(mask, 16) & ~(3 << 31)) for mask in masks])  # but the C library's own
print(sorted((n, v) for n, v in os.environ.items() if n not in {"_", "SHLVL", "PS1"}))
"""
# The parts of a word stand apart where it is typed: what the terminal echoes is no
# answer of the command's.
CLEANS = """
import time
try:
    print("rea" + "dy", flush=True)
    time.sleep(600)
except KeyboardInterrupt:
    print("cleaned up")
"""
RAW = """
import sys, time, tty
tty.setraw(0)
print("ra" + "w", flush=True)
time.sleep(float(sys.argv[1]))
sys.exit(int(sys.argv[2]))
"""
# It has a job of its own in the foreground, and forgets to take the terminal back.
MOVES = """
import os, signal, sys, time
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
child = os.fork()
if not child:
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpid())
    print("mo" + "ved", flush=True)
    time.sleep(float(sys.argv[1]))
    os._exit(0)
if sys.argv[2] == "wait":
    os.waitpid(child, 0)
"""
STAYS = "echo rea''dy; exec sleep 600"
WRAPS = """
import subprocess
try:
    subprocess.run(["exeunt", "run", "sh", "stays.sh"])
except KeyboardInterrupt:
    print("the caller heard it")
"""
FILES = {
    "facts.py": FACTS,
    "cleans.py": CLEANS,
    "raw.py": RAW,
    "moves.py": MOVES,
    "wraps.py": WRAPS,
    "stays.sh": STAYS,
    "cat.sh": "echo rea''dy; exec cat",
    "loop.sh": "for i in 1 2; do exeunt run sh stays.sh; echo on; done",
    # It is as quick as whoever gives it the terminal back.
    "after.sh": "exeunt run python3 raw.py 600 0\n"
    'until set -- $(ps -o pgid=,tpgid= -p $$) && [ "$1" = "$2" ]; do :; done\n'
    "stty -g\nread -r line\necho got $line",
    "asks.sh": "test -t 1 && echo ours || echo not ours",
}


@pytest.fixture
def mark():
    """What the trees of a test carry; nobody of them survives it."""
    marked = Mark()
    yield marked
    marked.gone(within=0)


@pytest.fixture
def person(tmp_path, mark):
    """Somebody at a terminal, with a few programs at hand."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    one = Person(tmp_path, mark=mark)
    yield one
    one.close()


def front_of(person):
    """The process of `exeunt run` that the shell, or its script, has started."""
    found = []
    waiting = [person.pid]
    while waiting:
        pid = waiting.pop()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        found += map(int, children)
        waiting += map(int, children)
    return next(pid for pid in found if b"exeunt" in words_of(pid))


def words_of(pid):
    """The words of a process, without directories."""
    words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    return [word.rpartition(b"/")[2] for word in words[:2]]


def keeper_of(front):
    """The only child of a front."""
    (pid,) = Path(f"/proc/{front}/task/{front}/children").read_text().split()
    return int(pid)


def state(pid):
    """The letter of what a process does."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0]


# --- as without us


def test_the_command_sees_what_it_would_see_without_us(person):
    """Terminals, size, modes, its group, signals, and an environment as it was."""
    person.run("export PAGER=less EDITOR=vi LC_ALL=C.UTF-8 DISPLAY=:0")
    alone = person.run("python3 facts.py")
    ours = person.run("exeunt run --timeout 100 python3 facts.py")

    assert "True True True" in alone
    assert alone == ours


def test_ctrl_c_runs_what_the_command_does_about_it(person):
    """Its cleanup, to the end, and its own number."""
    person.start("exeunt run python3 cleans.py")
    person.until("ready")
    person.type(INT)

    assert "cleaned up" in person.ended()
    assert 0 == person.status()


@pytest.mark.parametrize(
    ("key", "code"), [(INT, 130), (QUIT, 131)], ids=["INT", "QUIT"]
)
def test_a_key_ends_the_command_and_the_loop_around_it(key, code, person):
    """A shell sees the signal; nobody explains a key to who has pressed it."""
    person.start("for i in 1 2; do exeunt run sh stays.sh; echo on; done")
    person.until("ready")
    person.type(key)
    shown = person.ended() if key == INT else person.until("on\r\n")

    assert "exeunt:" not in shown
    if key == INT:
        assert (code, False) == (person.status(), "on\n" in shown)
        return
    person.until("ready")
    person.type(INT)
    person.ended()


@pytest.mark.parametrize("shell", ["bash", "dash"])
def test_ctrl_c_ends_a_script_too(shell, person):
    """The key reached the command alone; the script is told."""
    person.start(f"{shell} loop.sh")
    person.until("ready")
    person.type(INT)

    assert "on\n" not in person.ended()
    assert 130 == person.status()


def test_ctrl_c_reaches_a_program_that_called_us(person):
    """As if it had started the command itself."""
    person.start("python3 wraps.py")
    person.until("ready")
    person.type(INT)

    assert "the caller heard it" in person.ended()


def test_a_job_is_suspended_and_goes_on(person, mark):
    """^Z, jobs, fg, bg and kill %1 do what they do."""
    person.start("exeunt run sh cat.sh")
    person.until("ready\r\n")
    person.type("one\r")
    person.until("one\r\none")
    person.type(SUSPEND)
    stopped = person.ended()
    listed = person.run("jobs")
    person.resume()
    person.type("two\r")
    person.until("two\r\ntwo")
    person.type(SUSPEND)
    person.ended()
    person.run("bg")

    assert "Stopped" in stopped
    assert "Stopped" in listed
    assert until(lambda: "Stopped" in person.run("jobs"))  # it reads, in the background
    person.run("kill %1")
    assert until(lambda: "Stopped" not in person.run("jobs"))
    assert [] == [pid for pid in mark.gone() if pid != person.pid]


@pytest.mark.parametrize("name", ["CONT", "KILL"])
def test_who_has_stopped_goes_on_as_the_command_does(name, person):
    """Somebody else continues it, or kills it: nobody waits for fg then."""
    person.start("exeunt run sh stays.sh")
    person.until("ready")
    front = front_of(person)
    command = keeper_of(keeper_of(front))
    person.type(SUSPEND)
    person.ended()
    assert "T" == state(front)
    os.kill(command, getattr(signal, f"SIG{name}"))

    if name == "CONT":
        assert until(lambda: "S" == state(front))
        os.kill(front, signal.SIGTERM)
    assert until(lambda: not is_running(front))


def test_suspending_a_script_suspends_all_of_it(person):
    """The shell sees a stopped job, and the terminal is its own meanwhile."""
    person.start("bash loop.sh")
    person.until("ready")
    person.type(SUSPEND)

    assert "Stopped" in person.ended()
    person.resume()
    assert until(lambda: person.has() != person.pid)
    person.type(INT)
    person.ended()


def test_an_inner_shell_has_jobs_of_its_own(person):
    """It says nothing of job control that is missing."""
    person.start("exeunt run bash --norc -i")
    greeting = person.until(PROMPT)
    person.start("sh cat.sh")
    person.until("ready")
    person.type(SUSPEND)
    stopped = person.ended()
    person.resume()
    person.type("one\r")
    person.until("one\r\none")
    person.type(INT)
    person.ended()
    person.start("exit 7")

    assert "job control" not in greeting
    assert "Stopped" in stopped
    assert "exeunt: bash 7" in person.ended()
    assert 7 == person.status()


def test_runs_in_runs_stop_and_go_on_together(person):
    """An inner shell that suspends itself stops both of us, for the outer one."""
    person.start("exeunt run exeunt run bash --norc -i")
    person.until(PROMPT)
    stopped = person.run("suspend")
    person.resume()
    person.start("echo ba''ck")
    person.until("back\r\n")
    person.until(PROMPT)
    person.start("exit 0")
    person.ended()

    assert "Stopped" in stopped
    assert 0 == person.status()


def test_in_the_background_it_waits_for_the_terminal(person):
    """It takes it from nobody, and gets it by fg."""
    person.run("exeunt run sh cat.sh &")

    assert until(lambda: "Stopped" in person.run("jobs"))
    assert person.pid == person.has()
    person.resume()
    person.type("one\r")
    person.until("one\r\none")
    person.type(END)
    person.ended()
    assert 0 == person.status()


def test_pipelines_are_as_before(person):
    """Neither side fights over the terminal."""
    assert "3\n2\n1\n" == person.run("exeunt run seq 3 | tac")
    assert "x\n" == person.run("echo x | exeunt run --stdin - cat")
    assert "3\n" == person.run("seq 3 | exeunt run --stdin - tail -n 1 | cat")
    person.start("exeunt run cat stays.sh | less")
    person.until("(END)")
    person.type("q")
    person.ended()
    assert 0 == person.status()


def test_signals_to_us_reach_the_command_once(person, tmp_path):
    """Whoever knows our number, and not the command's."""
    (tmp_path / "notes.sh").write_text(
        "trap 'echo us''r1' USR1; trap 'echo te''rm; exit 3' TERM\n"
        "echo rea''dy; while :; do sleep 600 & wait $!; done"
    )
    person.start("exeunt run bash notes.sh")
    person.until("ready")
    front = front_of(person)
    os.kill(front, signal.SIGUSR1)
    person.until("usr1")
    os.kill(front, signal.SIGTSTP)
    person.ended()
    person.resume()
    os.kill(front, signal.SIGTERM)
    shown = person.ended()

    assert 1 == shown.count("term\n")
    assert 143 == person.status()


def test_the_number_is_preserved_as_a_signal_only_when_asked(person):
    """Another shell's `kill`: 128 and the number, either way."""
    person.run("exeunt run sh -c 'kill -KILL $$'")
    plain = person.status()
    shown = person.run("exeunt run --preserve-signal sh -c 'kill -SEGV $$'")

    assert (137, 139) == (plain, person.status())
    assert "Segmentation fault" in shown
    assert "core dumped" not in shown


# --- what is not handed over


@pytest.mark.parametrize(
    "options",
    ["--merge", "--idle 100", "--log kept", "--secret-env HIDDEN=hunter22", "--json",
     "--retry", "--once key", "--pty --patience 0"],
)  # fmt: skip
def test_what_needs_the_output_gets_it(options, person):
    """The command's terminal is then ours alone, or none."""
    line = "sh -c 'found=$(readlink /proc/$$/fd/1); echo $found >target'"
    person.run(f"exeunt run {options} {line}")
    tty = person.run("readlink /proc/$$/fd/0").strip()

    assert tty != person.run("cat target").strip()
    person.run(f"exeunt run {line}")
    assert tty == person.run("cat target").strip()


def test_a_named_secret_is_hidden_at_a_terminal_too(person):
    """Handing over would show it."""
    shown = person.run(
        "HIDDEN=hunter22 exeunt run --secret-env HIDDEN sh -c 'echo $HIDDEN'"
    )

    assert "***\n" == shown


def test_the_journal_says_that_nothing_was_captured(person):
    """Its row is of a kind of its own, and has no output rather than an empty one."""
    person.run("exeunt run sh asks.sh")
    person.run("exeunt run sh asks.sh | cat")
    person.run("exeunt journal --json >rows")
    rows = json.loads(person.run("cat rows"))["data"]["runs"]
    person.run("exeunt journal show 1 --json >row")
    row = json.loads(person.run("cat row"))["data"]

    assert ["run", "foreground"] == [row["kind"] for row in rows]
    assert {None} == {*row["output"].values()}


# --- the terminal, afterwards


@pytest.mark.parametrize("options", ["", "--log kept"], ids=["handed", "captured"])
@pytest.mark.parametrize(
    ("how", "code"),
    [("0 0", 0), ("0 3", 3), ("600 0", 124)],
    ids=["done", "failed", "ended by us"],
)
def test_modes_are_as_before(how, code, options, person):
    """Whoever has changed them, and however that ended."""
    before = person.modes()
    person.run(f"exeunt run {options} --timeout 4 python3 raw.py {how}")

    assert code == person.status()
    assert before == person.modes()


@pytest.mark.parametrize("who", ["command", "keeper", "front"])
def test_who_is_killed_leaves_a_sane_terminal(who, person, mark):
    """And nobody behind."""
    before = person.modes()
    person.start("exeunt run python3 raw.py 600 0")
    person.until("raw")
    front = front_of(person)
    keeper = keeper_of(front)
    victim = {"front": front, "keeper": keeper, "command": keeper_of(keeper)}[who]
    os.kill(victim, signal.SIGKILL)
    person.ended()

    assert {"front": 137, "keeper": 125, "command": 137}[who] == person.status()
    assert until(lambda: [person.pid] == mark.survivors())
    assert before == person.modes()


def test_the_keeper_gives_it_back_to_a_script_whose_front_was_killed(person):
    """No shell does so there: modes and terminal are needed by the next line."""
    before = person.modes()
    person.start("sh after.sh")
    person.until("raw")
    os.kill(front_of(person), signal.SIGKILL)
    shown = person.until(before[0])
    person.type("line\r")

    assert "Killed" in shown
    assert "got line" in person.ended()


def test_a_limit_ends_an_inner_shell_and_its_job(person, mark):
    """What has the terminal by then is gone, and it is the person's again."""
    before = person.modes()
    person.start("exeunt run --timeout 5 bash --norc -i")
    person.until(PROMPT)
    person.start("sh stays.sh")
    shown = person.ended()

    assert "its time was up" in shown
    assert 124 == person.status()
    assert before == person.modes()
    assert until(lambda: [person.pid] == mark.survivors())


def test_what_left_the_group_is_ended_too(person, mark):
    """The whole tree is the keeper's, as ever."""
    person.run("exeunt run --timeout 2 sh -c 'setsid sleep 600 & sleep 600'")

    assert 124 == person.status()
    assert [person.pid] == mark.survivors()


def test_a_failure_is_told_on_a_line_of_its_own(person):
    """Wherever the cursor is: a row of blanks leads to the next line, or to its own."""
    broken = person.run("exeunt run sh -c 'printf half; exit 3'")
    whole = person.run("exeunt run sh -c 'echo whole; exit 3'")

    assert broken.startswith(f"half{' ' * 200}\r\x1b[2mexeunt: sh 3")
    assert whole.startswith(f"whole\n{' ' * 200}\r\x1b[2mexeunt: sh 3")
    assert person.run("exeunt run none").startswith("exeunt: 'none' is not found")


# --- odd places


def test_a_terminal_that_vanishes_takes_everybody_with_it(person, mark):
    """The hang-up is passed on; nobody waits for who cannot come back."""
    person.start("exeunt run sh -c 'setsid sleep 600 & exec sh stays.sh'")
    person.until("ready")
    os.close(person.master)

    assert [] == mark.gone()


def test_without_a_controlling_terminal_output_passes_through(person):
    """As in a cron job; a terminal that controls others is none of ours to give."""
    shown = person.run("setsid --wait exeunt run sh asks.sh")

    assert "not ours\n" == shown


def test_a_terminal_that_controls_others_is_not_handed_over(person):
    """Nobody's job control is disturbed there."""
    master, slave = os.openpty()
    name = os.ttyname(slave)
    person.run(f"exeunt run sh asks.sh <{name} >{name}")
    shown = os.read(master, 100)
    for end in (master, slave):
        os.close(end)

    assert b"not ours" in shown
    assert 0 == person.status()


def test_a_terminal_of_no_columns_is_no_obstacle(person):
    """As of some servers: the line is then as it is, on a line that is new."""
    person.resize(0, 0)
    shown = person.run("exeunt run sh -c 'stty size; exit 3'")

    assert "0 0\n\n" in shown
    assert "exeunt: sh 3" in shown


@pytest.mark.parametrize("how", ["0 wait", "600 leave"], ids=["gone", "alive"])
def test_a_program_that_moves_the_foreground_loses_it_at_its_end(how, person, mark):
    """Its job is gone, or was left behind: the terminal is not with either."""
    person.run(f"exeunt run python3 moves.py {how}")
    person.start("sh cat.sh")
    person.until("ready\r\n")
    person.type("one\r")
    person.until("one\r\none")
    person.type(END)
    person.ended()

    assert 0 == person.status()
    assert {person.pid} <= {*mark.survivors()}


def test_who_cannot_be_stopped_does_not_wait_for_ever(person, mark):
    """In an orphaned group nobody could continue it: it is hung up."""
    person.run("(exeunt run sh cat.sh </dev/tty & echo $! >front)")

    assert until(lambda: [person.pid] == mark.survivors())
    assert "foreground" in person.run("exeunt journal --json")


def test_ctrl_z_means_nothing_where_nobody_could_continue_us(tmp_path, mark):
    """As the first process of a terminal, such as in a container: it goes on."""
    (tmp_path / "cat.sh").write_text(FILES["cat.sh"])
    words = (EXEUNT, "run", "sh", "cat.sh")
    person = Person(tmp_path, shell=words, mark=mark)
    person.until("ready\r\n")
    person.type(SUSPEND)
    person.type("one\r")
    person.until("one\r\none")
    person.type(END)
    _, status = os.waitpid(person.pid, 0)
    person.close()

    assert 0 == os.waitstatus_to_exitcode(status)


def test_a_program_with_a_session_of_its_own_is_let_go(person):
    """setsid, and su, which begins one for its command."""
    assert "ours\n" == person.run("exeunt run setsid --wait sh asks.sh")
    if not os.geteuid():
        assert "ours\n" == person.run("exeunt run su root -c 'sh asks.sh'")
    assert 0 == person.status()


def test_a_command_that_never_was_leaves_the_terminal_where_it_is(person, tmp_path):
    """Not found, no program, no directory."""
    before = person.modes()
    (tmp_path / "text").write_text("no program\n")
    (tmp_path / "text").chmod(0o755)
    found = []
    for words in ("none", "./text", "--cwd none true", "/"):
        person.run(f"exeunt run {words}")
        found.append(person.status())

    assert [127, 126, 125, 126] == found
    assert before == person.modes()


def test_the_library_gives_no_terminal_away(tmp_path):
    """A host at a terminal runs its commands in sessions of their own, as ever."""
    master, slave = os.openpty()
    source = "import exeunt; print(exeunt.run(['tty'], stdin=0, log=False).exit_code)"
    done = subprocess.run(
        ["setsid", "--ctty", "--wait", PYTHON, "-c", source],
        stdin=slave,
        stdout=subprocess.PIPE,
        env=environment(tmp_path),
        check=False,
    )
    for end in (master, slave):
        os.close(end)

    assert b"0\n" == done.stdout
