"""exeunt drive → an interactive program, typed at as a person would."""

import json
import subprocess

import pytest

from command_line import run as exeunt
from command_line import shell, too_wide
from running import EXEUNT, PYTHON, WATCHDOG, environment, record, run

# A program → what is typed at it, and what it says then.
PROGRAMS = {
    "python3": (["python3", "-q"], "print(6*7)", ">>> print(6*7)\n42\n"),
    "bash": (["bash", "--norc", "-i"], "echo $((6*7))", "echo $((6*7))\n42\n"),
    "sqlite3": (["sqlite3"], "select 6*7;", "sqlite> select 6*7;\n42\n"),
    "node": (["node"], "6*7", "> 6*7\n42\n"),
}
SLOW = 'await new Promise(then => setTimeout(then, 1500, "la" + "te"))'


def drive(tmp_path, *words, **options):
    """The record of `exeunt drive`."""
    return record(tmp_path, *words, verb="drive", **options)


# --- typed at -------------------------------------------------------------------------


@pytest.mark.clause("S10")
@pytest.mark.needs("sqlite3", "node")
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_is_typed_at_and_left_when_it_has_nothing_more_to_read(
    name, tmp_path
):
    """What is typed too early hangs all but one of them."""
    words, line, said = PROGRAMS[name]
    found = drive(tmp_path, *words, "--", line, TERM="xterm")

    assert ("exited", 0) == (found["status"], found["exit_code"])
    assert said in found["stdout"]
    assert 1 == found["stdout"].count(line)


@pytest.mark.needs("node")
def test_a_line_editor_that_works_is_waited_for(tmp_path):
    """node keeps the terminal raw while it awaits: no prompt, so no end of input."""
    found = drive(tmp_path, "node", "--", SLOW, TERM="xterm")

    assert "'late'\n> " in found["stdout"]


def test_a_state_is_kept_from_line_to_line(tmp_path):
    """Each is typed when the one before has done its work, however long that took."""
    lines = ["import time", "x = 6", "time.sleep(1); y = 7", "print(x * y)"]
    found = drive(tmp_path, "python3", "-q", "--", *lines)

    assert ">>> print(x * y)\n42\n" in found["stdout"]


def test_a_shell_runs_other_programs_and_its_number_is_the_commands(tmp_path):
    """bash gets the terminal back from what it runs, and exits as it is told."""
    lines = ["sleep 0.5", "cat", "of cat's", "exit 7"]
    found = drive(tmp_path, "bash", "--norc", "-i", "--timeout", "--", *lines)
    assert 2 == found["exit_code"]  # --timeout is bash's, which has none

    lines = ["sleep 0.5; python3 -c 'input()'", "of python's", "exit 7"]
    found = drive(tmp_path, "bash", "--norc", "-i", "--", *lines, TERM="xterm")
    assert 7 == found["exit_code"]


def test_the_end_of_input_comes_without_a_separator_too(tmp_path):
    """A program that has nothing to be told is told so."""
    found = drive(tmp_path, "cat")

    assert ("exited", "") == (found["status"], found["stdout"])


def test_it_passes_through_without_json(tmp_path):
    """What the program shows, and its number."""
    line = 'printf "Name? "; read x; echo "Hello, $x."; exit 3'
    done = run(tmp_path, "sh", "-c", line, "--", "Ann", verb="drive")

    assert (3, b"Name? Ann\nHello, Ann.\n", b"") == done


def test_a_program_has_thirty_seconds_unless_it_is_given_others(tmp_path):
    """shuck's default; a shorter limit ends it as it ends any run."""
    from exeunt.cli.run import asked

    assert 30.0 == asked(["cat"], {}, "drive")[0].timeout
    found = drive(tmp_path, "--timeout", "0.3", "sleep", "60")
    assert ("timed_out", True, 124) == (
        found["status"],
        found["timed_out"],
        found["exit_code"],
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "no command is given"),
        (["--", "input"], "'input' is not found"),
        (["--stdin", "/dev/null", "cat"], "--stdin and a terminal exclude each other"),
        (["--frobnicate", "cat"], "--frobnicate is no option of exeunt drive"),
    ],
)
def test_a_wrong_call_says_what_is_right(words, message, tmp_path):
    """Our own number, one line, and the verb that was called."""
    done = run(tmp_path, *words, verb="drive")

    assert done.code in {125, 127}
    assert message in done.stderr.decode()
    assert 1 == done.stderr.count(b"\n")


# --- as shuck documents it ------------------------------------------------------------
#
# The Python pattern is run with psql as it stands there, and with others for the rest.

BASH_PATTERN = """
exeunt drive --json {words} > result.json
exit_code=$(jq .exit_code result.json)
case $exit_code in
    0) echo "success" ;;
    124) echo "timed out" ;;
    126) echo "not executable" ;;
    127) echo "not found" ;;
    *) echo "failed with $exit_code" ;;
esac
"""
BASH_CASES = {
    "success": "python3 -q -- 'print(6*7)'",
    "timed out": "--timeout 0.3 sleep 60",
    "not executable": "/etc/passwd -- input",
    "not found": "no-such-tool -- input",
    "failed with 9": "python3 -q -- 'raise SystemExit(9)'",
}


@pytest.mark.clause("S12")
@pytest.mark.needs("jq")
@pytest.mark.parametrize("said", BASH_CASES)
def test_the_bash_pattern_works(said, tmp_path):
    """A record in a file, its number by jq, one branch for each ending."""
    line = BASH_PATTERN.format(words=BASH_CASES[said])
    done = shell(line, cwd=tmp_path, XDG_STATE_HOME=str(tmp_path))

    assert (0, f"{said}\n", "") == done


@pytest.mark.clause("S12")
@pytest.mark.parametrize("said", BASH_CASES)
def test_the_pattern_without_json_works(said, tmp_path):
    """The number of the call itself is the same."""
    line = BASH_PATTERN.format(words=BASH_CASES[said])
    line = line.replace("--json ", "").replace(
        "exit_code=$(jq .exit_code result.json)", "exit_code=$?"
    )
    done = shell(line, cwd=tmp_path, XDG_STATE_HOME=str(tmp_path))

    assert (0, f"{said}\n") == (done.code, done.stdout)


PYTHON_PATTERN = """
import subprocess, json, sys
result = subprocess.run(
    [{program!r}, "drive", "--json", *{words!r}],
    capture_output=True, text=True
)
data = json.loads(result.stdout)
if data["exit_code"] == 0:
    tables = data["stdout"]
    print("42" in tables)
elif data["exit_code"] == 124:
    raise TimeoutError("timed out")
elif data["exit_code"] == 127:
    raise FileNotFoundError("not found in PATH")
else:
    raise RuntimeError(f"failed ({{data['exit_code']}}): {{data['stderr']}}")
"""


@pytest.mark.clause("S12")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["python3", "-q", "--", "print(6*7)"], "True"),
        (["--timeout", "0.3", "sleep", "60"], "TimeoutError: timed out"),
        (["no-such-tool", "--", "x"], "FileNotFoundError: not found in PATH"),
        (["python3", "-q", "--", "exit(5)"], "RuntimeError: failed (5): "),
    ],
    ids=["0", "124", "127", "5"],
)
def test_the_python_pattern_works(words, said, tmp_path):
    """One JSON document on stdout, whatever happens; the ending is its exit_code."""
    source = PYTHON_PATTERN.format(program=EXEUNT, words=words)
    done = subprocess.run(
        [PYTHON, "-c", source],
        capture_output=True,
        text=True,
        env=environment(tmp_path),
        timeout=WATCHDOG,
        check=False,
    )
    assert said == (done.stdout or done.stderr).splitlines()[-1].rstrip("\n")


@pytest.mark.clause("S10", "S12")
@pytest.mark.needs("psql")
def test_the_python_pattern_works_with_psql(postgres, tmp_path):
    """The tables of a database, as psql lists them to a person."""
    at = ["psql", "-X", "-U", "postgres"]
    drive(tmp_path, *at, "--", "create table pigeons (n int);", PGHOST=postgres)
    source = PYTHON_PATTERN.format(
        program=EXEUNT, words=["psql", "-U", "postgres", "--", "\\dt"]
    ).replace("42", "pigeons")
    done = subprocess.run(
        [PYTHON, "-c", source],
        capture_output=True,
        text=True,
        env=environment(tmp_path, PGHOST=postgres, TERM="xterm"),
        timeout=WATCHDOG,
        check=False,
    )
    assert (0, "True\n") == (done.returncode, done.stdout)


# --- its page -------------------------------------------------------------------------


@pytest.mark.parametrize("words", [["--once", "key"], ["--max-input", "9"]])
def test_what_a_terminal_rules_out_is_refused_with_a_way_on(words):
    """No advice is given that would be refused as well, and the page has neither."""
    done = exeunt("drive", *words, "true")
    page = exeunt("drive", "--help")

    assert 125 == done.code
    assert f"{words[0]} and a terminal exclude each other" in done.stderr
    assert f"leave {words[0]} out" in done.stderr
    assert f"\n  {words[0]} " not in page.stdout


@pytest.mark.parametrize("words", [["drive", "--help"], ["help", "drive"]])
def test_it_has_a_page(words):
    """By either way, in eighty columns, with the separator in its usage."""
    done = exeunt(*words)

    assert (0, "") == (done.code, done.stderr)
    assert "exeunt drive [options] COMMAND [ARG...] [-- INPUT...]" in done.stdout
    assert [] == too_wide(done.stdout)


def test_the_form_may_be_asked_for_before_the_verb():
    """`exeunt --json drive` is `exeunt drive --json`."""
    done = exeunt("--json", "drive", "cat", XDG_STATE_HOME="/dev/null")

    assert "exited" == json.loads(done.stdout)["status"]
