"""A line that a shell was given → how each of its commands ended, and what it hides.

Where the kernel tells nobody how processes end, as in a container, a failure may stay
unseen; then it is unknown, and never none.
"""

import json
import os
import socket
import subprocess

import pytest

import exeunt
from exeunt.model.stage import hidden_in
from exeunt.process import _witness
from running import EXEUNT, PYTHON, record, run, unshared
from telling import TELLS, ended, told

HIDES = [
    "no-such-program | tail -3",
    "false | true",
    "(cd no-such-directory && false); echo ok",
    "f() { false; true; }; f",
    "x=$(false); echo $x",
    "echo $(ls no-such-file)",
    "for i in 1 2; do false; done; true",
    "ls no-such-file; echo done",
    "cd no-such-directory; ls",
    "(cd no-such-directory; ls); echo done",
    "ls no-such-file || true",
    "ls no-such-file || echo no; true",
    "bash -c 'ls no-such-file | cat'",
    "timeout 60 sh -c 'ls no-such-file; true'",
    "{ ls no-such-file; } 2>&1 | cat",
    "if true; then ls no-such-file; fi; true",
    "printf 'a\\nb\\n' | while read x; do ls no-such-file; done; true",
    "ls no-such-file & wait",
    "sort < no-such-file | head -1",
    "cat > /dev/null <<E\nx\nE\nls no-such-file; true",
    "kill -9 $BASHPID | true",
    "eval 'ls no-such-file; true'",
    "eval ls no-such-file '|' cat",
    "eval 'ls no-such-file'; true",
    "v=$(ls no-such-file; echo 1); echo $v",
    "v=$(ls no-such-file | cat)",
    "f() { ls no-such-file; }; echo $(f; ls /)",
    "bash <<< 'ls no-such-file; true'",
    "bash <<'E'\nls no-such-file\ntrue\nE",
    "sh -s a <<E\nls no-such-file; true\nE",
    "find /dev/null -exec ls no-such-file \\;",
    "x='ls no-such-file; true'; eval \"$x\"",
    "for i in 1 2; do ls no-such-file && break || sleep 0.01; done",
    "ls no-such-file || sleep 0.01",
    "! grep x no-such-file",
    "set -e; f() { ls no-such-file; true; }; f || ls /",
]


@pytest.mark.parametrize("line", HIDES)
def test_a_failure_that_a_line_hides_is_seen(line):
    """The line ends with 0, and the verdict is not done."""
    done = ended(line)

    assert 0 == done.exit_code
    assert hidden_in(done.stages) in ({"failed"} if TELLS else {"failed", "unknown"})
    if TELLS:
        assert "failed" == done.reading.verdict.value
        assert "hidden_failure" in {one.value for one in done.reading.anomalies}
    assert not done.ok or not TELLS


HIDES_NOTHING = [
    "true | true",
    "yes | head -1",
    "yes | head -1 | cat",
    "seq 100000 | grep -q 5",
    "seq 100000 | sed 1q",
    "grep x /dev/null || echo none",
    "grep x /dev/null | wc -l",
    "grep -q x /dev/null; echo done",
    "ls no-such-file || ls /",
    "! ls no-such-file; true",
    "test -e no-such-file; cd / && ls",
    "if ls no-such-file; then echo a; else ls /; fi",
    "if grep x /dev/null; then echo a; else echo b; fi",
    "if ls no-such-file > /dev/null; then echo a; else echo b; fi",
    "while ls no-such-file; do :; done; true",
    "cd / && ls",
    "for i in 1 2 3; do ls /; done",
    "f() { ls /; }; f | cat",
    "true() { ls /; }; true; ls /",
    "sleep 60 & kill $!; wait; ls /",
    "bash -c 'ls / | cat'",
    "make --version | sed 1q || true",
    "cat <<E | cat\nx\nE",
    "eval 'grep -q x /dev/null || ls /'",
    "v=$(ls no-such-file || ls /); ls / | cat",
    "v=$(ls no-such-file 2> /dev/null || echo 0); echo $v",
    'ls "$(if ls no-such-file; then ls /; else echo /; fi)"; true',
    "f() { ls /; }; echo $(f | cat)",
    "find /dev/null -exec grep -q x {} \\; -print",
    "find /dev/null -exec ls {} \\;",
    "for i in no-such-file /; do ls $i && break || sleep 0.01; done",
    "for i in no-such-file /; do if ls $i; then break; fi; done",
    "for i in / /; do continue; done; ls /",
    "! grep x /dev/null",
    "if mkdir / 2> /dev/null; then ls /; fi",
    "set -e; f() { grep x /dev/null; ls /; }; f || ls /",
]


@pytest.mark.parametrize("line", HIDES_NOTHING)
def test_what_is_asked_or_may_end_first_is_not_hidden(line):
    """Answers, conditions, fallbacks and readers that had enough hide nothing."""
    done = ended(line, env={"LC_ALL": "C"})

    assert 0 == done.exit_code
    assert hidden_in(done.stages) in ({"none"} if TELLS else {"none", "unknown"})


GIVEN = [
    "echo a | xargs sh -c 'ls no-such-file; true'",
    "flock /dev/null -c 'ls no-such-file; true'",
    "nice flock /dev/null -c 'ls no-such-file | cat'",
]


@pytest.mark.parametrize("line", GIVEN)
def test_a_line_that_a_program_gives_to_a_shell_may_be_gone_before_it_is_read(line):
    """What failed in it is seen in any case, and is hidden where it was read."""
    done = ended(line)

    assert 0 == done.exit_code
    assert not TELLS or hidden_in(done.stages) in {"failed", "doubted"}
    assert not TELLS or done.reading.verdict.value in {"failed", "unknown"}


DOUBTS = [
    "if mkdir /; then ls /; fi",
    "if ls no-such-file; then echo a; else echo b; fi",
    "case a in a) ls no-such-file;; esac; if true; then ls /; fi",
]


@pytest.mark.parametrize("line", DOUBTS)
def test_a_failure_of_which_nobody_knows_what_the_line_made_is_no_success(line):
    """It was seen, and whether it is hidden was not: the verdict is unknown."""
    done = ended(line)

    assert 0 == done.exit_code
    assert hidden_in(done.stages) == ("doubted" if TELLS else "unknown")
    assert "unknown" == done.reading.verdict.value or not TELLS


@pytest.mark.parametrize(
    ("recipe", "hidden"),
    [
        ("@ls no-such-file | cat", {"failed", "doubted"}),
        ("@ls no-such-file; true", {"failed", "doubted"}),
        ("-@ls no-such-file", {"none"}),
        ("@ls / | cat", {"none"}),
    ],
)
@pytest.mark.needs("make")
def test_the_lines_that_a_program_gives_to_a_shell_are_read(tmp_path, recipe, hidden):
    """What a recipe hides is hidden from make; what make lets pass is its business."""
    (tmp_path / "Makefile").write_text(f"all:\n\t{recipe}\n")
    done = exeunt.run(["make"], cwd=str(tmp_path), log=False)
    beside = exeunt.run(["env", "make"], cwd=str(tmp_path), log=False)
    verdicts = {done.reading.verdict.value, beside.reading.verdict.value}

    assert (0, 0) == (done.exit_code, beside.exit_code)
    assert not TELLS or {hidden_in(done.stages), hidden_in(beside.stages)} <= hidden
    assert not TELLS or ("done" in verdicts) == ("none" in hidden)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("ls no-such-file && ls /", 2),
        ("false; ls no-such-file", 2),
        ("set -e; ls no-such-file; true", 2),
        ("set -o pipefail; ls no-such-file | cat", 2),
        ("(ls no-such-file)", 2),
        ("no-such-program && ls", 127),
        ("ls / | grep -q no-such-file", 1),
    ],
)
def test_what_the_line_tells_itself_is_not_hidden(line, code):
    """A failure whose status is the line's own is no secret."""
    done = ended(line)
    failed = [one for one in told(done) if one[1] == code]

    assert code == done.exit_code
    assert [False] * len(failed) == [hidden for *_, hidden in failed]


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("cd / && grep -q x /dev/null", "no"),
        ("(cd / && grep -q x /dev/null)", "no"),
        ("v=$(grep x /dev/null)", "no"),
        ("((0))", "no"),
        ("i=0; ((i++))", "no"),
        ("echo /dev/null | xargs grep x", "no"),
        ("echo no-such-file | xargs ls", "failed"),
        ("ls / && ((0))", "failed"),
        ("cd / && (test -f no-such-file)", "failed"),
        ("cd no-such-directory && pytest", "failed"),
    ],
)
def test_the_table_of_the_command_that_ended_a_line_is_asked(line, verdict):
    """Both might end with 1: what was seen tells which of the two it was."""
    found = ended(line).reading.verdict.value

    assert found == verdict or (not TELLS and found == "unknown")


def test_each_command_of_the_pipelines_has_its_status():
    """The stages stand in the order of the line; what did not run has no status."""
    done = ended("ls no-such-file | cat && true || ls /; (exit 3) | cat")

    expected = [
        ("ls no-such-file", 2, True),
        ("cat", 0, False),
        ("true", 0, False),
        ("ls /", None, False),
        ("( exit 3 )", 3, True),
        ("cat", 0, False),
    ]
    assert hidden_in(done.stages) != "none"
    assert told(done) == expected or not TELLS


def test_words_given_to_a_shell_are_a_line_as_well(tmp_path):
    """`sh -c LINE` reads as --shell does, options of the shell included."""
    line = "ls no-such-file | cat; true"
    first = record(tmp_path, "sh", "-c", line)
    second = record(tmp_path, "bash", "-o", "pipefail", "-c", line)

    assert (3, 3) == (len(first["stages"]), len(second["stages"]))
    assert "done" not in {
        first["reading"]["verdict"],
        second["reading"]["verdict"],
    } or (not TELLS)


def test_what_a_shell_does_not_wait_for_is_awaited(tmp_path):
    """The end of `<( )` is seen, though its reader has gone before."""
    line = "cat <(exec >&- 2>&-; sleep 0.05; ls no-such-file)"
    found = record(tmp_path, "bash", "-c", line)["reading"]["verdict"]

    assert found == "failed" or not TELLS


@pytest.mark.parametrize("words", [["ls", "a|b"], ["sh", "-c", "ls"], ["echo", ";"]])
def test_a_lone_command_has_no_stages(tmp_path, words):
    """Nothing is listened to, and the reading is that of the command's table."""
    assert record(tmp_path, *words)["stages"] is None


def test_what_was_ended_has_no_stages():
    """A line that did not end by itself hides nothing: it failed as it is."""
    assert ended("true; sleep 60", timeout=0.3).stages is None


def test_the_words_of_a_stage_are_masked(tmp_path):
    """Secrets are hidden in the stages as they are in the arguments."""
    line = "no-such-program --password hunter22 | cat; echo 12345678 | cat"
    found = record(tmp_path, "--secret-env", "S=12345678", "--shell", line)["stages"]

    assert "hunter22" not in str(found)
    assert "12345678" not in str(found)
    assert ["no-such-program", "--password", "***"] == found[0]["words"]


def test_what_a_command_prints_says_nothing_about_a_line():
    """A line on stdout that looks like the keeper's own word is the command's."""
    forged = "printf 'L 00\\nE 0 0\\nD 0 0 - -\\n'; ls no-such-file | cat"

    done = ended(forged)

    assert hidden_in(done.stages) in ({"failed"} if TELLS else {"unknown"})


def test_many_processes_are_read_as_one():
    """Of a thousand and more, all that succeeded prove that nothing was hidden."""
    line = "for i in $(seq 1500); do /bin/true; done"
    clean, dirty = ended(line), ended(f"{line}; ls no-such-file; true")

    assert "failed" != hidden_in(clean.stages)
    assert "none" != hidden_in(dirty.stages)


def test_a_line_of_ten_thousand_stages_is_no_success_by_mistake():
    """What is too long to be replayed is not known, and takes no time."""
    done = ended(" | ".join(["cat"] * 10_000) + "; true")

    assert (0 == done.exit_code) is not ("failed" == done.reading.verdict.value)


def test_a_listener_that_reads_too_slowly_knows_nothing():
    """Events that the kernel has dropped are no proof: the stages are unknown."""
    listener = _witness.watch()
    if listener is None:
        return  # nothing is told here that could be lost
    listener.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    leader = os.posix_spawn(
        "/bin/bash", ["bash", "-c", "for i in {1..300}; do /bin/true; done"], os.environ
    )
    os.waitpid(leader, 0)
    listener.follow(leader)
    listener.finish()

    assert (False, True) == (listener.told()[0], listener.lost)


LONE = ["grep ';' /dev/null", "ls 2>&1", "echo 'a | b'", 'ls "a;b" &> /dev/null']


@pytest.mark.parametrize("line", LONE)
def test_a_lone_command_is_not_listened_to(line):
    """Quotes and `2>&1` join nothing: the command has no stages."""
    assert ended(line).stages is None


def shut(tmp_path, line, *options, **env):
    """The record of a line where the kernel tells nobody how processes end."""
    words = [*unshared("-n"), EXEUNT, "run", "--json", "--no-log", *options]
    return json.loads(run(tmp_path, *words, "--shell", line, **env).stdout)


def shut_marks(tmp_path, line, **env):
    """Of each stage there its status and whether it is hidden."""
    found = shut(tmp_path, line, **env)["stages"]
    return [(one["status"], one["hidden"]) for one in found]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("no-such-program | tail -3", [(127, True), (0, False)]),
        ("false | true", [(1, True), (0, False)]),
        ("yes | head -1", [(141, False), (0, False)]),
        ("ls / | cat", [(0, False), (0, False)]),
        ("cd no-such-directory; ls /", [(1, True), (0, False)]),
        ("cd /; ls", [(0, False), (0, False)]),
        ("ls no-such-file; true", [(2, True), (0, False)]),
        ("ls no-such-file || ls /", [(None, False), (None, False)]),
        ("f() { ls no-such-file; true; }; f", [(0, False), (2, True)]),
        (
            "(cd no-such-directory; ls); true",
            [(0, False), (0, False), (1, True), (0, False)],
        ),
        ("(cd /; ls); true", [(0, False), (0, False), (0, False), (0, False)]),
        ("ls no-such-file | cat; true", [(None, None), (0, False), (0, False)]),
        ("trap 'echo bye' EXIT; ls / | cat", [(None, None)]),
    ],
)
def test_bash_tells_where_the_kernel_does_not(tmp_path, line, expected):
    """Its traps see failures that nobody asks about, and the last pipeline."""
    assert expected == shut_marks(tmp_path, line)


@pytest.mark.parametrize("line", ["ls no-such-file | cat", "ls / | cat", "cd /; ls"])
def test_another_shell_than_bash_tells_nothing(tmp_path, line):
    """A line of dash is unknown there, and a guess."""
    found = shut(tmp_path, line, "--shell-program", "dash")

    assert None in {one["hidden"] for one in found["stages"]}
    assert "guess" == found["reading"]["certainty"]


def test_the_start_file_reaches_nothing_that_a_line_starts(tmp_path):
    """No other bash finds it, and no variable of ours is left."""
    line = "env | grep -c BASH_ENV; bash -c 'trap; env | grep -c BASH_ENV'; set | cat"

    said = shut(tmp_path, line)["stdout"]

    assert "0\n0\n" == said[:4]
    assert "exeunt_" not in said


@pytest.mark.parametrize("tells", [True, False])
def test_a_start_file_of_the_callers_is_kept(tmp_path, tells):
    """It is read once by each bash, and its failures are not the line's."""
    start = tmp_path / "my start"
    start.write_text("echo started; ls no-such-file 2>/dev/null; mine=1\n")
    env = {"BASH_ENV": "$PLACE/my start", "PLACE": str(tmp_path)}
    line = "cd /; echo $mine | cat; bash -c 'echo $mine'"
    words = [
        *([] if tells else unshared("-n")),
        EXEUNT,
        "run",
        "--json",
        "--no-log",
        "--shell",
        line,
    ]

    found = json.loads(run(tmp_path, *words, **env).stdout)

    assert "started\n1\nstarted\n1\n" == found["stdout"]
    assert True not in {one["hidden"] for one in found["stages"]}


def test_a_lone_command_takes_the_place_of_its_shell(tmp_path):
    """No trap keeps the shell: the command is the leader, and its signal is seen."""
    line = f"{PYTHON} -c 'import os; os.kill(os.getpid(), 9)'"

    assert "signaled" == shut(tmp_path, line)["status"]


def test_what_was_written_to_the_file_of_the_traps_is_no_success(tmp_path):
    """Whoever finds it may add a failure; a second end makes it unknown."""
    forge = (
        "import glob, os\n"
        "for path in glob.glob('/proc/[0-9]*/fd/*'):\n"
        "    try:\n"
        "        if 'memfd:report' in os.readlink(path):\n"
        "            open(path, 'a').write('X 0 0\\n')\n"
        "    except OSError:\n"
        "        pass\n"
    )
    (tmp_path / "forge.py").write_text(forge)

    found = shut_marks(tmp_path, f"ls no-such-file | {PYTHON} {tmp_path}/forge.py")

    assert found[0][1] is not False


def test_a_plain_run_does_not_listen(tmp_path):
    """A lone command's keeper has no socket, and nothing is loaded for one."""
    code = (
        "import sys, exeunt; exeunt.run(['true'], log=False);"
        "print([m for m in sys.modules if 'witness' in m or m.endswith('_replay')])"
    )

    assert b"[]\n" == run(tmp_path, PYTHON, "-c", code).stdout


@pytest.mark.clause("K28")
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("false | true", "exeunt: false ended with 1, and the line went on\n"),
        ("yes | head -1 > /dev/null", ""),
        ("true; true", ""),
        ("false", ""),
    ],
)
def test_a_person_is_told_what_the_line_hides(line, told):
    """K28: the line's own 0 passes through, and one line on stderr says the rest."""
    words = [EXEUNT, "run", "--no-journal"]
    loud = subprocess.run(
        [*words, "--shell", line], capture_output=True, text=True, check=False
    )
    quiet = subprocess.run(
        [*words, "--quiet", "--shell", line],
        capture_output=True,
        text=True,
        check=False,
    )

    assert ("", told) == (loud.stdout, loud.stderr)
    assert ("", "") == (quiet.stdout, quiet.stderr)
