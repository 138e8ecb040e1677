"""One table of probes, through no door, the light one and the keeping one: all equal.

An agent that is a process of its own has each shell find what a shell can inherit:
descriptors, limits, a mask, signals that are ignored or blocked. What the shell and its
commands see of that, write, and end with, is compared byte for byte.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from exeunt.agents.doors import start_file
from running import WATCHDOG

DOORS = ("light", "keep")
AGENT = """
import fcntl, json, os, resource, signal, subprocess, sys, tempfile
given = json.loads(sys.stdin.read())

def ready():
    # What the shell finds. Numbers that nobody gave are closed.
    high = []
    for number in (3, 7, 12):
        file = os.memfd_create("given")
        os.write(file, b"descriptor %d\\n" % number)
        os.lseek(file, 0, 0)
        high.append(fcntl.fcntl(file, fcntl.F_DUPFD, 100))
    os.closerange(3, 100)
    for number, place in zip((3, 7, 12), high):
        os.dup2(place, number)
    os.closerange(13, 120)
    os.setsid()
    os.umask(0o027)
    os.nice(3)
    resource.setrlimit(resource.RLIMIT_NOFILE, (300, 4000))
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR2})

told = {}
for name, text in given["probes"].items():
    words = [*given["shell"], text, "zero", "one two", "three"]
    done = subprocess.run(
        words, env=given["env"], input=b"first\\nsecond\\n", capture_output=True,
        preexec_fn=ready, close_fds=False, cwd="/usr/share",
    )
    streams = [stream.decode("latin-1") for stream in (done.stdout, done.stderr)]
    told[name] = done.returncode, *streams
print(json.dumps(told))
"""

# Name → what is asked. Both shells take them; `:` comes last where a lone command would
# be what the shell becomes, which a trap prevents.
PROBES = {
    "flags": "echo $-; set +o",
    "shell options": "shopt -p; setopt; :",
    "words": 'echo "$0|$#|$1|$@|$*"',
    "the last number": 'echo "$?"',
    "a background job's number": 'echo "${!-none}"',
    "variables": "echo $SHLVL $PWD $OLDPWD; :",
    "where it is": "pwd -P; pwd -L; dirs; :",
    "the environment": "env | grep -v '^_=' | sort; :",
    "nothing of ours": "set | grep -i exeunt; typeset -f | grep -i exeunt; :",
    "functions": "mine 1 2; typeset -f mine; exported 3",
    "aliases": "alias; :",
    "files": "umask; ulimit -n; ulimit -Hn; ulimit -c",
    "signals": "grep -E 'Sig(Blk|Ign|Cgt)' /proc/self/status; :",
    "an ignored signal": "kill -USR1 $$; echo alive",
    "descriptors": "ls /proc/self/fd; cat <&3 <&7; cat <&12; :",
    "no terminal": "for n in 0 1 2; do [ -t $n ] && echo $n; done; : 2>&1 </dev/tty",
    "stdin": "read -r line; echo got $line; cat; :",
    "its group and session": "[ `ps -o sid= -p $$` -eq `ps -o pgid= -p $$` ]; echo $?",
    "niceness": "nice; cat /proc/self/oom_score_adj; :",
    "its own words": "sed 's/--noprofile\\x00//' /proc/$$/cmdline | tr '\\0' '|'; :",
    "its program": "readlink /proc/$$/exe | sed 's/[0-9]//g'; :",
    "another shell": "bash -c 'echo $- $SHLVL'; zsh -c 'echo $-'; :",
    "a success": "exit 0",
    "a number": "exit 42",
    "numbers that we use": "sh -c 'exit 125'; echo $?; exit 124",
    "the highest": "exit 255",
    "KILL": "kill -9 $$",
    "TERM": "kill $$",
    "INT": "kill -INT $$; :",
    "HUP": "kill -HUP $$; :",
    "becoming another": "exec sh -c 'echo other; exit 6'",
    "a trap": "trap 'echo bye' EXIT; echo hi; exit 4",
    "a trap's number": "trap 'exit 9' EXIT; exit 4",
    "subshells": "(exit 3); echo $?; (trap 'echo t' EXIT; exit 5); echo $?",
    "an error stops it": "set -e; false; echo never",
    "what is not set stops it": "set -u; echo $nothing; echo never",
    "pipes that fail": "set -o pipefail; false | true; echo $?",
    "a word that is no command": "no_such_command_x; echo $?",
    "a syntax error": "echo a; if",
    "an open quote": "echo 'a",
    "a here-document": "cat <<X\nhello $0\nX\n",
    "bytes": "printf '\\377\\0\\376\\n'",
    "no UTF-8": "printf '%s' '\udcff\udcfe' | od -c; :",
    "much": "head -c 200000 /dev/zero | tr '\\0' x; :",
    "jobs": "sleep 0.05 & wait; echo $?; jobs",
    "job control": "set -m; sleep 0.05 & wait; echo $?",
    "a number of its own": "[ $$ -gt 1 ] && kill -0 $$ && echo $?",
}
STARTS = {
    "bash": (["bash"], ["bash", "-e"], ["bash", "-u"], ["bash", "-o", "pipefail"],
             ["bash", "-l"]),
    "zsh": (["zsh"], ["zsh", "-e"], ["zsh", "-u"], ["zsh", "-l"]),
}  # fmt: skip
ABOVE = "tr '\\0' ' ' </proc/$PPID/cmdline; :"  # the keeper, or the agent
CASES = [(shell, start) for shell, starts in STARTS.items() for start in starts]
OWN = 'MINE=1\nalias mine_too="echo aliased"\nmine() { echo "mine $*"; }\n'
PROFILE = 'echo "$-" >> "$HOME/profiles"\nfrom_profile() { echo profile; }\n'
# All that a profile may leave: none of it is lost, and none of it comes twice.
BASHS = r"""
export PROFILED='it'\''s "q" $x' TWICE=${TWICE-}+
lines=$'a\nb\tc' IFS=:
arr=(1 "2 3" '$4')
declare -A map=([k v]=1)
declare -x later
declare -ri FIXED=7
declare -n ref=arr
here() { cat <<X
a $1
X
}
export -f from_profile
alias from_alias='echo aliased'
shopt -s extglob expand_aliases nocasematch
ext() { case $1 in @(a|b)) echo y;; esac; }
uid=5
set -o pipefail
trap 'echo usr' USR2
unset HOSTTYPE
complete -W 'a b' cmd
hash -p /bin/ls listed
umask 077
cd /usr/lib
ulimit -n 200
"""
# What a login shell of bash has after it.
LEFT = """
echo "$PROFILED $TWICE $lines $IFS ${arr[2]} ${map[k v]} $uid ${HOSTTYPE-none} $FIXED"
declare -p; declare -f; declare -F; shopt; set -o; trap -p USR2; complete -p; hash -l
ref[0]=by; echo ${arr[0]}; here x; ext a; from_alias; umask; ulimit -n; pwd; env | sort
"""
CHANGING = r"(BASHPID|PPID|EPOCH\w*|S?RANDOM|SECONDS)=.*|declare -- _=.*"


@pytest.fixture
def home(tmp_path):
    """A person's home, with start files of their own."""
    found = tmp_path / "home"
    found.mkdir()
    (found / "own.bash").write_text(OWN)
    (found / ".zshenv").write_text(OWN)
    (found / ".bash_profile").write_text(PROFILE + BASHS)
    (found / ".zprofile").write_text(PROFILE)
    return found


def opened(place, shell, door, home, *, own=True):
    """Where a door is installed, and the variable that names it; none is the own."""
    own = str(home / "own.bash") if own and shell == "bash" else None
    if door is None:
        return {"BASH_ENV": own} if own else {}
    place.mkdir(exist_ok=True)
    for kind in DOORS:
        name = f"{kind}.{shell}"
        path = place / name / ".zshenv" if shell == "zsh" else place / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(start_file(kind, shell, own=own))
    variable = "ZDOTDIR" if shell == "zsh" else "BASH_ENV"
    return {variable: str(place / f"{door}.{shell}")}


def probed(home, shell, start, door, probes=PROBES, **how):
    """What each probe wrote and ended with."""
    tmp_path = home.parent
    codex = tmp_path / "codex"
    if not codex.is_symlink():
        codex.symlink_to(Path(sys.executable).resolve())
    env = {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "OLDPWD": "/usr",
        "SHLVL": "3",
        "LINES": "a\nb",
        "BASH_FUNC_exported%%": '() {  echo exported "$@"\n}',
        "CODEX_TOOL_CALL_ID": "call_0",
        **opened(tmp_path / "doors", shell, door, home, **how),
    }
    given = {"shell": [*start, "-c"], "env": env, "probes": probes}
    done = subprocess.run(
        [codex, "-I", "-S", "-c", AGENT],
        input=json.dumps(given).encode(),
        stdout=subprocess.PIPE,
        env={"PATH": os.environ["PATH"]},
        timeout=10 * WATCHDOG,
        check=True,
    )
    told = json.loads(done.stdout)
    return {name: (code, out, untold(err)) for name, (code, out, err) in told.items()}


def untold(said):
    """What was written without the one line that a door may add."""
    lines = said.splitlines(keepends=True)
    return "".join(lines[:-1] if lines and lines[-1].startswith("exeunt: ") else lines)


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(("shell", "start"), CASES, ids=str)
def test_a_door_changes_nothing(shell, start, door, home):
    """Streams, numbers and signals, and what a shell has, are equal for every probe."""
    bare = probed(home, shell, start, None)
    behind = probed(home, shell, start, door)

    assert {} == {
        name: (bare[name], behind[name])
        for name in PROBES
        if bare[name] != behind[name]
    }


@pytest.mark.parametrize("door", DOORS)
def test_all_that_a_profile_leaves_is_there(door, home):
    """Variables of each kind, functions, options, traps: as the first shell had."""
    probe = {"it": LEFT}
    bare, behind = (
        re.sub(CHANGING, "", probed(home, "bash", ["bash", "-l"], one, probe)["it"][1])
        for one in (None, door)
    )

    assert bare.splitlines() == behind.splitlines()
    assert bare.startswith('it\'s "q" $x + a\nb\tc : $4 1 5 none 7\n')


@pytest.mark.parametrize("door", DOORS)
def test_a_trap_that_a_profile_sets_stays(door, home):
    """As one that ends an agent of keys; then our own is not set."""
    (home / ".bash_profile").write_text("trap 'echo bye' EXIT\n")
    told = probed(home, "bash", ["bash", "-l"], door, {"it": "exit 3"}, own=False)

    assert (3, "bye\n", "") == told["it"]


@pytest.mark.parametrize("text", ["exit 3", "(exit 3)", "exec sh -c 'exit 3'"])
@pytest.mark.parametrize("door", [None, *DOORS])
def test_a_login_shell_logs_out_as_often_as_it_would(door, text, home):
    """Once where it is left by `exit`, and not at all by other ways."""
    (home / ".bash_logout").write_text("echo gone\n")
    told = probed(home, "bash", ["bash", "-l"], door, {"it": text}, own=False)

    assert (3, "gone\n" if text == "exit 3" else "", "") == told["it"]


@pytest.mark.parametrize("more", ["sleep 0 &", "trap : DEBUG", "set -x", "pushd /usr"])
def test_what_cannot_be_handed_on_is_not_kept(more, home):
    """The shell goes on by itself, and the profile has been read once."""
    quietly = f"{{ {more} \n}} >/dev/null 2>&1\n"
    (home / ".bash_profile").write_text(PROFILE + quietly)
    code, stdout, _ = probed(home, "bash", ["bash", "-l"], "keep", {"it": ABOVE})["it"]

    assert (0, False) == (code, "exeunt.agents.door" in stdout)
    assert 1 == len((home / "profiles").read_text().splitlines())


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("shell", STARTS)
def test_a_profile_is_read_once(shell, door, home):
    """A login shell's own file, and what it defines is there."""
    told = probed(home, shell, [shell, "-l"], door, {"it": "from_profile"})

    assert (0, "profile\n", "") == told["it"]
    assert 1 == len((home / "profiles").read_text().splitlines())


@pytest.mark.parametrize("login", [[], ["-l"]], ids=["", "login"])
@pytest.mark.parametrize("shell", STARTS)
def test_the_keeping_door_is_open_in_this_test(shell, login, home):
    """What is compared above is a shell that is kept, and one that is not."""
    behind = {
        door: probed(home, shell, [shell, *login], door, {"it": ABOVE})["it"][1]
        for door in (None, *DOORS)
    }

    assert "exeunt.agents.door" in behind["keep"]
    assert "exeunt.agents" not in behind["light"]
    assert behind[None] == behind["light"]
