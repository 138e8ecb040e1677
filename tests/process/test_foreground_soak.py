"""Random signals to a run at a terminal → that is sane afterwards, and nobody is left.

A few runs here; `make soak` does a thousand. EXEUNT_SEED repeats those of a failure.
"""

import os
import random
import secrets
import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest

from jobs import PROMPT, Person
from running import Mark, until

SOAKED = os.environ.get("EXEUNT_SOAK") == "1"
RUNS = 1_000 if SOAKED else 15
# A short form is the same each time; what is random is for the soak.
SEED = int(os.environ.get("EXEUNT_SEED", "0")) or (
    secrets.randbelow(1 << 30) if SOAKED else 17
)
NAMES = (
    *("INT", "QUIT", "TERM", "HUP", "KILL", "USR1", "USR2", "WINCH", "ALRM", "SEGV"),
    *("STOP", "TSTP", "TTIN", "TTOU", "CONT"),
)
WHO = ("front", "keeper", "command")
# Each says who it is as soon as it is set up, by a file that is there at once.
BEGINS = """
import os, signal, sys, termios, time, tty
def say():
    with open("pid.new", "w") as file:
        print(os.getpid(), file=file)
    os.rename("pid.new", "pid")
"""
STAYS = """
say()
while True:
    time.sleep(600)
"""
PROGRAMS = {
    "raw.py": f"{BEGINS}tty.setraw(0){STAYS}",
    "tidy.py": f"""{BEGINS}
before = termios.tcgetattr(0)
def leave(number, _):
    termios.tcsetattr(0, termios.TCSANOW, before)
    raise SystemExit(number)
for number in (1, 2, 3, 15):
    signal.signal(number, leave)
tty.setcbreak(0){STAYS}""",
    "deaf.py": f"""{BEGINS}
for number in (1, 2, 3, 15):
    signal.signal(number, signal.SIG_IGN)
tty.setraw(0){STAYS}""",
    "reads.py": f"""{BEGINS}
modes = termios.tcgetattr(0)
modes[3] &= ~termios.ECHO
termios.tcsetattr(0, termios.TCSANOW, modes)
say()
while os.read(0, 1):
    pass
""",
    "moves.py": f"""{BEGINS}
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
moved, moves = os.pipe()
if not os.fork():
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpid())
    tty.setraw(0)
    os.write(moves, b"!")
    while True:
        time.sleep(600)
os.read(moved, 1)
{STAYS}""",
    "tree.sh": "setsid sleep 600 & sleep 600 & stty raw -echo\n"
    "echo $$ >pid.new; mv pid.new pid; wait",
}
LIMITS = ("", "--timeout 0.5", "--preserve-signal", "--signal INT", "--no-journal")


@pytest.mark.timeout(3600 if SOAKED else 300)
def test_the_terminal_is_sane_whoever_gets_which_signal(tmp_path):
    """Front, keeper and command, stopped and killed: each at any moment of a run."""
    chance, mark = random.Random(SEED), Mark()  # noqa: S311 - to be repeated
    for name, text in PROGRAMS.items():
        (tmp_path / name).write_text(text)
    person = Person(tmp_path, mark=mark)
    before = person.modes()
    for number in range(RUNS):
        did = harass(person, tmp_path, chance)
        told = (SEED, number, did)

        assert until(lambda: [person.pid] == mark.survivors()), told
        assert until(lambda: person.pid == person.has()), (*told, person.has())
        person.type(f"echo run''{number}\r")
        person.until(f"run{number}\r\n")
        person.until(PROMPT)
        assert before == person.modes(), told
    person.close()
    assert [] == mark.gone()


def harass(person, place, chance):
    """Run a program, and send signals, the last of which end it; say what was done."""
    (place / "pid").unlink(missing_ok=True)
    name = chance.choice(sorted(PROGRAMS))
    program = f"{'sh' if name.endswith('.sh') else 'python3 -ISs'} {name}"
    options = f"--reap --kill-after 0.1 {chance.choice(LIMITS)}"
    did = [f"exeunt run {options} {program}"]
    person.type(did[0] + "\r")
    assert until(lambda: person.has() != person.pid)
    assert until(lambda: (place / "pid").exists() or person.has() == person.pid)
    pids = those_of(place / "pid")
    for _ in range(chance.randrange(1, 5)):
        who, signal_name = chance.choice(WHO), chance.choice(NAMES)
        killed = not {"KILL front", "KILL keeper"}.isdisjoint(did)
        if killed and signal_name == "KILL" and who != "command":
            continue  # nobody of ours would be left to end the tree
        send(pids, who, signal_name)
        did.append(f"{signal_name} {who}")
        time.sleep(chance.random() / 50)
    for who in WHO:
        send(pids, who, "CONT")
    send(pids, "front", "TERM")
    return did


def those_of(path):
    """The three processes of a run, held so that no other is meant by its number."""
    try:
        command = int(path.read_text())
    except OSError:
        return {}  # its time was up before it was set up
    pids = {"command": command, "keeper": parent_of(command)}
    pids["front"] = parent_of(pids["keeper"])
    found = {}
    for who, pid in pids.items():
        with suppress(ProcessLookupError):
            if pid > 1:
                found[who] = os.pidfd_open(pid)
    return found


def send(held, who, name):
    """Signal one of them, if it is there."""
    with suppress(KeyError, ProcessLookupError):
        signal.pidfd_send_signal(held[who], getattr(signal, f"SIG{name}"))


def parent_of(pid):
    """A process's parent; 0 if it is gone."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return 0
    return int(stat.rpartition(") ")[2].split()[1])
