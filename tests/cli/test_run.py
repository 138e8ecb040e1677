"""exeunt run → the words it takes, the forms it speaks in, the number it ends with."""

import json
import os
import pty
import subprocess

import jsonschema
import pytest

from command_line import LAUNCHER, at_terminal, data, environment, too_wide
from command_line import run as exeunt
from exeunt.cli.run import OPTIONS
from running import EXEUNT, PYTHON, RECORD, WATCHDOG, at_limit, record, run

ECHO = ["/usr/bin/printf", "%s|"]
DIM = "\x1b[2m"


def sh(line):
    """The words that have a shell do something."""
    return ["/bin/sh", "-c", line]


# --- whose words are whose ------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "arguments"),
    [
        (["a", "--json"], "a|--json|"),
        (["--", "a"], "--|a|"),
        (["a", "--", "b", "--"], "a|--|b|--|"),
        (["--help"], "--help|"),
        (["-h", "--timeout", "x"], "-h|--timeout|x|"),
        (["", " ", "*", "$HOME", "a\nb"], "| |*|$HOME|a\nb|"),
    ],
)
@pytest.mark.parametrize("ours", [[], ["--"], ["--no-log", "--"]], ids=str)
def test_what_follows_the_command_is_the_commands(words, arguments, ours, tmp_path):
    """Its options and its own `--` included, after a `--` of ours or without."""
    done = run(tmp_path, *ours, *ECHO, *words)

    assert (0, arguments.encode(), b"") == done
    assert [*ECHO[1:], *words] == record(tmp_path, *ours, *ECHO, *words)["args"]


@pytest.mark.needs("git")
def test_git_gets_its_own_dashes(tmp_path):
    """`git checkout -- file` is not ours to part."""
    run(tmp_path, "git", "init", "-q", tmp_path)
    (tmp_path / "file").write_text("one\n")
    run(tmp_path, "git", "add", "file", cwd=tmp_path)
    (tmp_path / "file").write_text("two\n")
    done = run(tmp_path, "git", "checkout", "-q", "--", "file", cwd=tmp_path)

    assert (0, "one\n") == (done.code, (tmp_path / "file").read_text())


def test_a_command_may_begin_with_a_dash(tmp_path):
    """After `--` everything is the command's, whatever it looks like."""
    found = record(tmp_path, "--", "--json")

    assert ("not_found", "--json") == (found["status"], found["command"])
    assert "not_found" == record(tmp_path, "-")["status"]


def test_values_stand_behind_an_equals_sign_or_in_the_next_word(tmp_path):
    """Both spellings, and a value that looks like an option by the first."""
    found = [
        record(tmp_path, "--env", "A=1", "--cwd", "/", *sh("echo $A; pwd")),
        record(tmp_path, "--env=A=1", "--cwd=/", *sh("echo $A; pwd")),
    ]

    assert ["1\n/\n"] * 2 == [one["stdout"] for one in found]


def test_a_line_is_given_to_a_shell_by_name_alone(tmp_path):
    """--shell: pipes, variables and the line's own number."""
    assert (3, b"HI\n", b"") == run(
        tmp_path, "--shell", "x=hi; echo $x | tr a-z A-Z; exit 3"
    )
    assert 127 == run(tmp_path, "--shell=--json").code  # no option of the shell's
    found = record(tmp_path, "--shell", "exit 3")
    assert ("/bin/bash", ["-c", "exit 3"]) == (found["command"], found["args"])


@pytest.mark.parametrize(
    "words",
    [
        ["--json", "run", "echo", "hi"],
        ["--output", "json", "run", "echo", "hi"],
        ["--output=json", "run", "echo", "hi"],
        ["run", "--json", "echo", "hi"],
        ["run", "--output", "json", "--", "echo", "hi"],
        ["run", "--json", "--output=json", "echo", "hi"],
    ],
    ids=" ".join,
)
def test_the_form_may_be_asked_for_before_the_verb_or_after_it(words):
    """One record and nothing else, however it is asked for."""
    done = exeunt(*words, XDG_STATE_HOME="/dev/null")
    found = json.loads(done.stdout)

    RECORD.validate(found)
    assert (0, "", "hi\n") == (done.code, done.stderr, found["stdout"])


def test_text_is_how_it_is_without(tmp_path):
    """--output text passes through."""
    assert (0, b"hi\n", b"") == run(tmp_path, "--output", "text", "echo", "hi")


def test_the_module_and_the_launcher_are_the_same(tmp_path):
    """`python -m exeunt run` passes bytes and numbers on as well."""
    env = {"XDG_STATE_HOME": str(tmp_path)}
    words = ["run", *sh("echo out; echo err >&2; exit 5")]

    assert (5, "out\n", "err\n") == exeunt(*words, **env)
    assert (5, "out\n", "err\n") == exeunt(*words, program=LAUNCHER, **env)


# --- wrong calls ----------------------------------------------------------------------

WRONG = {
    "nothing": ([], "no command is given"),
    "only dashes": (["--"], "no command is given"),
    "an unknown option": (["--frobnicate", "true"], "--frobnicate is no option"),
    "a misspelt option": (["--timout", "5", "true"], "did you mean --timeout?"),
    "a short option": (["-t", "5", "true"], "-t is no option"),
    "no value": (["--timeout"], "--timeout needs a value"),
    "an option for a value": (["--timeout", "--reap", "true"], "--timeout needs a"),
    "dashes for a value": (["--cwd", "--", "true"], "--cwd needs a value"),
    "a value too many": (["--reap=yes", "true"], "--reap takes no value"),
    "twice": (["--timeout", "1", "--timeout", "2", "true"], "--timeout is given twice"),
    "two commands": (["--shell", "true", "true"], "a --shell line and a command"),
    "a log and none": (["--log", "x", "--no-log", "true"], "exclude each other"),
    "no mode": (["--output", "yaml", "true"], "--output yaml is no mode"),
    "no time": (["--timeout", "5x", "true"], "--timeout 5x is no time"),
    "a unit alone": (["--idle", "ms", "true"], "--idle ms is no time"),
    "no time at all": (["--timeout", "", "true"], "is no time"),
    "a negative time": (["--timeout", "-1", "true"], "timeout of -1 seconds cannot"),
    "no number": (["--timeout", "nan", "true"], "timeout of nan seconds cannot"),
    "time zero": (["--timeout", "0", "true"], "timeout of 0 seconds cannot be kept"),
    "a negative grace": (["--kill-after=-2s", "true"], "kill-after of -2 seconds"),
    "no size": (["--max-output", "-5", "true"], "--max-output -5 is no size"),
    "a huge size": (["--max-output", "9" * 5000, "true"], "is no size"),
    "no variable": (["--env", "NAME", "true"], "--env NAME sets nothing"),
    "no name": (["--env", "=x", "true"], "sets nothing"),
    "no secret": (["--secret-env", "NO_SUCH", "true"], "NO_SUCH: it is not set"),
    "no dialect": (["--dialect", "murly", "true"], "did you mean murli?"),
}


@pytest.mark.clause("S3", "S7", "S8")
@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_call_is_125_and_says_what_is_right(name, tmp_path):
    """One line for people, one record or envelope for programs; nothing starts."""
    words, message = WRONG[name]
    done = run(tmp_path, *words)
    assert (125, b"") == (done.code, done.stdout)
    assert 1 == done.stderr.count(b"\n")
    assert done.stderr.startswith(b"exeunt: ")
    assert message in done.stderr.decode()
    assert "; " in done.stderr.decode()

    for form in (["--json"], ["--envelope"], ["--output", "json"], ["--output=json"]):
        done = run(tmp_path, *form, *words)
        said = done.record
        found = said["meta"]["run"] if "meta" in said else said
        assert (125, b"") == (done.code, done.stderr)
        assert message in found["detail"]
        assert ("internal_error", 125) == (found["status"], found["exit_code"])


@pytest.mark.clause("S3")
@pytest.mark.parametrize(
    "words",
    [
        ["--frobnicate", "--json", "true"],
        ["--json", "--frobnicate", "true"],
        ["--timeout", "--json", "true"],
        ["--timeout", "5x", "--json", "true"],
        ["--cwd", "/", "--output=json", "--reap=1", "true"],
        ["--frobnicate", "x", "--output", "json", "true"],
        ["--shell", "true", "--json", "--", "true"],
        ["--json", "--timeout"],
        ["--output", "text", "--json", "true"],
    ],
    ids=" ".join,
)
def test_the_form_does_not_depend_on_the_order(words, tmp_path):
    """Whoever asks for a record gets one, before or after the mistake."""
    done = run(tmp_path, *words)

    assert (125, b"") == (done.code, done.stderr)
    assert "internal_error" == done.record["status"]
    before = exeunt("--json", "run", *(w for w in words if w != "--json"))
    assert 125 == before.code
    assert json.loads(before.stdout)


def test_a_commands_own_json_is_not_our_form(tmp_path):
    """What follows the command says nothing about how we answer."""
    done = run(tmp_path, "--timeout", "5x", "curl", "--json", "{}")

    assert (125, b"") == (done.code, done.stdout)
    done = run(tmp_path, "--frobnicate", "--", "curl", "--json", "{}")
    assert (125, b"") == (done.code, done.stdout)


@pytest.mark.parametrize(
    "time", ["30", "1.5", "1.5s", "250ms", "5m", "1h", "2d", "inf", "1e20", "1e-9d"]
)
def test_times_are_written_as_people_do(time, tmp_path):
    """Seconds, or a unit; what is longer than years is no limit."""
    words = ["--idle", time, "--kill-after", time, "echo", "hi"]
    limit = [] if "e-9" in time else ["--timeout", time]

    assert b"hi\n" == run(tmp_path, *limit, *words[2:]).stdout
    if "e-9" not in time:
        assert b"hi\n" == run(tmp_path, *words).stdout


def test_no_grace_is_none(tmp_path):
    """--kill-after 0: KILL follows TERM at once."""
    ready = tmp_path / "ready"
    line = f"trap '' TERM; : >{ready}; while :; do sleep 1; done"
    found = at_limit("command", tmp_path, sh(line), ready, kill_after=0)

    assert ("timed_out", "SIGKILL") == (found["status"], found["signal"])


# --- pages ----------------------------------------------------------------------------


def test_the_page_lists_every_option_once():
    """However it is asked for, and before any mistake is looked for."""
    page = exeunt("help", "run")

    assert 0 == page.code
    for words in (["--help"], ["-h"], ["--json", "--help"], ["--reap", "-h", "x"]):
        assert page == exeunt("run", *words)
    listed = [
        line.split()[0] for line in page.stdout.splitlines() if "  --" in line[:4]
    ]
    assert sorted(row[0] for row in OPTIONS) == sorted(listed)
    assert [] == too_wide(page.stdout)
    assert "envelope; the default when piped" not in page.stdout


def test_the_page_shows_ten_options_first_and_the_others_in_groups():
    """What matters first stands first; each group has its heading."""
    page = exeunt("run", "--help").stdout
    _, _, options = page.partition("\n\n  --")
    first, *groups = options.partition("\nexamples")[0].split("\n\n")
    headings = [group.splitlines()[0] for group in groups]

    assert 10 == 1 + first.count("\n  --")
    wanted = ["output", "limits", "input", "terminal", "retry", "records"]
    assert [*wanted, "telling others"] == headings


@pytest.mark.parametrize("verb", ["run", "drive"])
def test_a_request_is_read_by_a_session_alone(verb, tmp_path):
    """`run --from FILE true` ran `true`, and the file was not looked at."""
    done = exeunt(verb, "--from", "request.json", "true", cwd=tmp_path)

    assert (125, "") == (done.code, done.stdout)
    assert f"--from is no option of exeunt {verb}" in done.stderr


def test_the_schema_can_be_asked_for(tmp_path):
    """`exeunt schema run-record` holds for a record and for an envelope."""
    validator = jsonschema.Draft7Validator(data("schema", "run-record"))

    for form in ("--json", "--envelope"):
        for words in (["true"], ["no-such-command"], ["--timeout", "x", "true"]):
            validator.validate(json.loads(run(tmp_path, form, *words).stdout))
    assert not validator.is_valid({"stdout": ""})
    wrapper = {"stdout": "", "stderr": "", "exit_code": 0, "duration_ms": 1}
    wrapper |= {"timed_out": False, "command": "x", "args": []}
    assert validator.is_valid(wrapper)


# --- numbers --------------------------------------------------------------------------


@pytest.mark.clause("S1", "S3", "S4", "S5", "S6", "S7")
@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["true"], 0),
        (sh("exit 123"), 123),
        (["--timeout", "0.1", "sleep", "60"], 124),
        (["--idle", "0.1", "sleep", "60"], 124),
        (["--timeout", "never", "true"], 125),
        (["/etc/passwd"], 126),
        (["/"], 126),
        (["no-such-command"], 127),
        (["/no/such/command"], 127),
        (sh("kill -TERM $$"), 143),
        (sh("kill -KILL $$"), 137),
        (sh("exit 200"), 200),
    ],
)
def test_every_form_leaves_with_the_same_number(words, code, tmp_path):
    """The table of exit statuses, passed through and with a record."""
    found = [
        run(tmp_path, *form, *words).code for form in ([], ["--json"], ["--envelope"])
    ]

    assert [code] * 3 == found
    assert code == run(tmp_path, "--json", *words).record["exit_code"]


# --- for people -----------------------------------------------------------------------


def test_a_person_is_told_what_a_failure_means():
    """One dim line after the output: what it was, what it means, what to do."""
    done = at_terminal("run", "grep", "x", "/no/such/file")
    *_, line = done.stderr.splitlines()

    assert 2 == done.code
    assert line.startswith(f"{DIM}exeunt: grep 2: ")
    assert line.endswith("\x1b[0m")
    assert " · " in line


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--timeout", "0.1", "sleep", "60"], "sleep ended by us after "),
        (["--idle", "0.1", "sleep", "60"], "sleep ended by us after "),
        (sh("kill -SEGV $$"), "/bin/sh killed by SIGSEGV"),
        (["--shell", "exit 9"], "the line 9: "),
        (["grep", "x", "/dev/null"], "grep 1: no line matched"),
    ],
)
def test_each_ending_has_its_words(words, said):
    """A deadline, silence, a signal, a line, an answer."""
    done = at_terminal("run", *words, NO_COLOR="1")

    assert done.stderr.startswith(f"exeunt: {said}")
    assert 1 == done.stderr.count("\n")
    assert "\x1b" not in done.stderr


def test_a_success_and_a_quiet_call_say_nothing():
    """No line where there is nothing to say, or nobody wants it."""
    assert (0, "hi\n", "") == at_terminal("run", "echo", "hi")
    assert (3, "", "") == at_terminal("run", "--quiet", *sh("exit 3"))
    assert (3, "", "") == exeunt("run", *sh("exit 3"))


def test_the_line_begins_a_line():
    """Output that does not end its line is not run into."""
    done = at_terminal("run", *sh("printf out; printf err >&2; exit 3"), NO_COLOR="1")

    assert "out" == done.stdout
    assert done.stderr.startswith("err\nexeunt: /bin/sh 3: ")


def test_a_record_has_no_line_for_people():
    """--json at a terminal is one record, and stderr stays empty."""
    done = at_terminal("run", "--json", "--no-log", *sh("exit 3"))

    assert (3, "") == (done.code, done.stderr)
    assert 3 == json.loads(done.stdout)["exit_code"]


def test_what_could_not_be_started_is_said_everywhere(tmp_path):
    """In a pipe as at a terminal: nobody else would say it."""
    said = "exeunt: 'no-such-command' is not found on PATH\n"

    assert (127, b"", said.encode()) == run(tmp_path, "no-such-command")
    assert (127, "", said) == at_terminal("run", "no-such-command")
    assert (127, "", said) == at_terminal("run", "--quiet", "no-such-command")


def test_nothing_that_we_say_steers_a_terminal(tmp_path):
    """A name may hold anything, and we spell it out."""
    name = "/no/\x1b]52;c;aGk=\x07\r\u202ex"
    done = run(tmp_path, name)

    assert (
        b"exeunt: /no/\\x1b]52;c;aGk=\\x07\\r\\u202ex does not exist\n" == done.stderr
    )
    done = at_terminal("run", "--shell", "exit 3", NO_COLOR="1")
    assert [] == [line for line in done.stderr.splitlines() if not line.isprintable()]


def test_a_person_is_not_shown_a_secret():
    """Nor in the dim line."""
    done = at_terminal(
        *["run", "--secret-env", "TOKEN", "--env", "TOKEN=/bin/false", "/bin/false"],
        NO_COLOR="1",
    )

    assert 1 == done.code
    assert done.stderr.startswith("exeunt: *** 1: ")


def test_a_person_can_type_and_interrupt(tmp_path):
    """At a terminal ^C reaches us, the command is ended, and we die of it."""
    master, end = pty.openpty()
    program = (
        "import fcntl, os, sys, termios; os.setsid();"
        " fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
    )
    words = [EXEUNT, "run", *sh("echo up; sleep 60")]
    process = subprocess.Popen(
        [PYTHON, "-c", program, *words],
        stdin=end,
        stdout=end,
        stderr=end,
        env=environment(XDG_STATE_HOME=str(tmp_path)),
    )
    os.close(end)
    seen = b""
    while b"up" not in seen:
        seen += os.read(master, 1024)
    os.write(master, b"\x03")
    code = process.wait(WATCHDOG)
    os.close(master)

    assert -2 == code
