"""The caller's environment → the command's: nobody to ask, and what was asked for."""

import json
import os
import subprocess
from pathlib import Path

import pytest

import exeunt
from exeunt import InputError
from exeunt.runner._task import QUIET
from running import EXEUNT, PYTHON, environment, host, record, run

SHOW = [
    PYTHON,
    "-I",
    "-S",
    "-c",
    "import json, os; print(json.dumps(dict(os.environ)))",
]


def seen(tmp_path, *options, **env):
    """The variables that a command sees, and the record's list of ours."""
    found = record(tmp_path, "--max-output", "1000000", *options, *SHOW, **env)
    return json.loads(found["stdout"]), found["environment"]


def test_nobody_is_asked_anything(tmp_path):
    """Pagers, editors and prompts are off, and the record lists each."""
    env, listed = seen(tmp_path)

    assert QUIET == listed
    assert QUIET == {name: env[name] for name in QUIET}
    assert "CI" not in env


def test_a_pager_and_an_editor_end_at_once(tmp_path):
    """T39, T40: what would wait for a person does not."""
    line = "echo text | $PAGER; $EDITOR file || echo no editor"

    assert "text\nno editor\n" == record(tmp_path, "--shell", line)["stdout"]


@pytest.mark.needs("git")
def test_git_neither_pages_nor_edits(tmp_path):
    """T39, T40: with a pager in the user's own settings as well."""
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b"]
    run(tmp_path, "git", "init", "-q", tmp_path / "repository")
    at = {"cwd": tmp_path / "repository", "GIT_PAGER": "less", "PAGER": "less"}
    empty = record(tmp_path, *git, "commit", "--allow-empty", **at)
    made = record(tmp_path, *git, "commit", "--allow-empty", "-qm", "one", **at)
    log = record(tmp_path, *git, "log", "--format=%s", **at)

    assert (1, 0) == (empty["exit_code"], made["exit_code"])
    assert "one\n" == log["stdout"]


def test_what_the_caller_gives_wins(tmp_path):
    """--env wins over our table, which then does not list it; the last one counts."""
    env, listed = seen(
        tmp_path, "--env", "PAGER=less", "--env", "A=1", "--env", "A=b=c", A="0"
    )

    assert ("less", "b=c") == (env["PAGER"], env["A"])
    assert QUIET.keys() - {"PAGER"} == listed.keys()


def test_what_is_as_we_want_it_is_not_listed(tmp_path):
    """The record names what we have changed."""
    _, listed = seen(tmp_path, PAGER="cat", EDITOR="vi")

    assert QUIET.keys() - {"PAGER"} == listed.keys()


def test_the_environment_can_be_left_as_it_is(tmp_path):
    """--keep-env sets nothing."""
    env, listed = seen(tmp_path, "--keep-env", PAGER="less")

    assert ({}, "less") == (listed, env["PAGER"])
    assert "GIT_EDITOR" not in env


def test_nothing_need_be_inherited(tmp_path):
    """--clear-env leaves our table and what is given; the command is found by our PATH.

    Python itself sets LC_CTYPE where there is no locale.
    """
    env, listed = seen(tmp_path, "--clear-env", "--env", "A=1", B="2")
    env.pop("LC_CTYPE", None)
    assert ({**QUIET, "A": "1"}, QUIET) == (env, listed)
    bare, listed = seen(tmp_path, "--clear-env", "--keep-env", B="2")
    bare.pop("LC_CTYPE", None)
    assert ({}, {}) == (bare, listed)
    assert b"hi\n" == run(tmp_path, "--clear-env", "echo", "hi").stdout


def test_a_command_is_found_on_the_path_that_it_gets(tmp_path):
    """--env PATH is where the command itself is looked for."""
    tool = tmp_path / "bin" / "tool"
    tool.parent.mkdir()
    tool.write_text("#!/bin/sh\necho mine\n")
    tool.chmod(0o755)

    assert 127 == run(tmp_path, "tool").code
    found = run(tmp_path, "--env", f"PATH={tool.parent}", "tool")
    assert (0, b"mine\n") == (found.code, found.stdout)


def test_where_it_runs(tmp_path):
    """--cwd, and what is named in relation to it."""
    place = tmp_path / "a place"
    place.mkdir()
    (place / "tool").write_text("#!/bin/sh\npwd\n")
    (place / "tool").chmod(0o755)

    assert (0, f"{place}\n".encode()) == run(tmp_path, "--cwd", place, "pwd")[:2]
    assert (0, f"{place}\n".encode()) == run(tmp_path, "--cwd", place, "./tool")[:2]
    assert f"{place}\n" == exeunt.run(["pwd"], cwd=place, log=False).stdout


@pytest.mark.parametrize("kind", ["missing", "a file", "gone"])
@pytest.mark.clause("S3")
def test_a_place_that_cannot_be_entered_starts_nothing(kind, tmp_path):
    """E11: 125, and the place is named; one that is gone under us is no trouble."""
    place = tmp_path / "place"
    made = tmp_path / "made"
    if kind == "a file":
        place.write_text("")
    if kind == "gone":
        line = "mkdir gone && cd gone && rmdir ../gone && exec exeunt run echo fine"
        scripts = Path(PYTHON).parent
        path = f"{scripts}:{os.environ['PATH']}"
        words = ["--cwd", tmp_path, "--shell", line, "--env", f"PATH={path}"]
        assert (0, b"fine\n", b"") == run(tmp_path, *words)
        return
    found = record(tmp_path, "--cwd", place, "touch", made)

    assert ("internal_error", 125) == (found["status"], found["exit_code"])
    assert f"the working directory {place} cannot be entered" in found["detail"]
    assert not made.exists()


def test_a_name_that_is_no_utf_8_is_kept(tmp_path):
    """F07: words and variables that are no UTF-8 arrive as they are."""
    word = os.fsdecode(b"caf\xe9")
    script = ["/bin/sh", "-c", 'printf %s "$1$V"', "sh", word]
    done = run(tmp_path, "--env", f"V={word}", *script)
    found = record(tmp_path, "--env", f"V={word}", *script)

    assert (0, b"caf\xe9caf\xe9") == (done.code, done.stdout)
    assert 2 == found["invalid_bytes"]
    assert found["args"][-1].startswith("caf")


def fresh(text):
    """Whether no signal is blocked or ignored, and three descriptors are open.

    The C library itself ignores 32 and 33, which are its own; and `ls` opens the
    directory that it lists.
    """
    masks = [int(word, 16) & ~(3 << 31) for word in text.split()[1:4:2]]
    return (masks, text.split()[-1]) == ([0, 0], "4")


FRESH = "grep -E '^Sig(Blk|Ign)' /proc/self/status; ls /proc/self/fd | wc -l"


def test_signals_and_descriptors_are_those_of_a_fresh_login(tmp_path):
    """E09: what a host ignores, blocks and has open is its own affair."""
    source = """
        import os, signal, sys, exeunt
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR2])
        stray = os.open("/dev/null", os.O_RDONLY)
        os.set_inheritable(stray, True)
        print(exeunt.run(shell=sys.argv[1], log=False).stdout, end="")
    """

    assert fresh(host(source, FRESH, tmp_path=tmp_path))


def test_the_callers_signals_do_not_reach_the_command(tmp_path):
    """E09: `exeunt run` from a caller that ignores signals, with a record and not."""
    shell = f"trap '' PIPE USR1 XFSZ; exec {EXEUNT} run --shell \"$0\" 3<&0"
    done = subprocess.run(
        ["sh", "-c", shell, FRESH],
        capture_output=True,
        text=True,
        env=environment(tmp_path),
        check=False,
    )

    assert fresh(done.stdout)


@pytest.mark.parametrize(
    ("env", "message"),
    [
        ({"A=B": "1"}, "'A=B' is no name of a variable"),
        ({"": "1"}, "'' is no name of a variable"),
        ({"A": "x\0y"}, "the value of A holds a NUL"),
        ({"A\0": "x"}, "name holds a NUL"),
        ({"A": 1}, "the value of A is no text"),
        ({1: "x"}, "name is a text, not 1"),
        (["A=1"], "is no environment"),
        ("A=1", "is no environment"),
    ],
)
def test_what_no_environment_holds_is_refused(env, message):
    """E12: before anything starts, with what to write instead."""
    with pytest.raises(InputError, match=message) as caught:
        exeunt.request(["true"], env=env)

    assert caught.value.fix
