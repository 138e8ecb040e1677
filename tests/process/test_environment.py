"""The caller's environment → the command's: nobody to ask, and what was asked for."""

import json
import os
import shutil
import struct
import subprocess
from pathlib import Path

import pytest

import exeunt
from exeunt import InputError
from exeunt.process.task import ANSWERABLE, QUIET
from running import EXEUNT, PYTHON, environment, host, must, python, record, run, sh

SHOW = [
    PYTHON,
    "-I",
    "-S",
    "-c",
    "import json, os; print(json.dumps(dict(os.environ)))",
]


def seen(tmp_path, *options, **env):
    """The variables that a command sees, and those that the record says we replaced."""
    found = record(tmp_path, "--max-output", "1000000", *options, *SHOW, **env)
    return json.loads(found["stdout"]), found["environment"]


def test_nobody_is_asked_anything(tmp_path):
    """Pagers, editors and prompts are off."""
    env, _ = seen(tmp_path)

    assert QUIET == {name: env[name] for name in QUIET}
    assert "CI" not in env


def test_a_pager_and_an_editor_end_at_once(tmp_path):
    """What would wait for a person does not."""
    line = "echo text | $PAGER; $EDITOR file || echo no editor"

    assert "text\nno editor\n" == record(tmp_path, "--shell", line)["stdout"]


@pytest.mark.needs("git")
def test_git_neither_pages_nor_edits(tmp_path):
    """With a pager in the user's own settings as well."""
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b"]
    run(tmp_path, "git", "init", "-q", tmp_path / "repository")
    at = {"cwd": tmp_path / "repository", "GIT_PAGER": "less", "PAGER": "less"}
    empty = record(tmp_path, *git, "commit", "--allow-empty", **at)
    made = record(tmp_path, *git, "commit", "--allow-empty", "-qm", "one", **at)
    log = record(tmp_path, *git, "log", "--format=%s", **at)

    assert (1, 0) == (empty["exit_code"], made["exit_code"])
    assert "one\n" == log["stdout"]


def catalogue(place, domain, translations):
    """Write a catalogue of German messages, as msgfmt would, below a directory."""
    header = {"": "Content-Type: text/plain; charset=UTF-8\n"}
    pairs = sorted({**header, **translations}.items())
    originals = [original.encode() for original, _ in pairs]
    translated = [text.encode() for _, text in pairs]
    begin, count = 28, len(pairs)
    at, tables = begin + 16 * count, b""
    for text in originals + translated:
        tables += struct.pack("<2I", len(text), at)
        at += len(text) + 1
    head = (0x950412DE, 0, count, begin, begin + 8 * count, 0, 0)
    texts = b"".join(text + b"\0" for text in originals + translated)
    path = place / "de" / "LC_MESSAGES" / f"{domain}.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(struct.pack("<7I", *head) + tables + texts)


FOREIGN = [
    {"LC_ALL": "de_DE.UTF-8"},
    {"LC_ALL": None, "LANG": "de_DE.UTF-8"},
    {"LC_ALL": None, "LC_MESSAGES": "de_DE.UTF-8", "LANG": "C"},
    {"LC_ALL": "C.UTF-8", "LANGUAGE": "de"},
    {"LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de:en", "LC_MESSAGES": "C"},
]


@pytest.mark.parametrize("env", FOREIGN, ids=str)
def test_a_python_program_speaks_english(env, tmp_path):
    """Mode 57: argparse with a German catalogue, whichever variable asks for it."""
    catalogue(tmp_path, "messages", {"unrecognized arguments: %s": "unbekannt: %s"})
    bind = f"import gettext; gettext.bindtextdomain('messages', {str(tmp_path)!r});"
    source = "import argparse; argparse.ArgumentParser().parse_args(['--no'])"
    words = python(bind + source)

    assert "unbekannt: --no" in record(tmp_path, "--keep-env", *words, **env)["stderr"]
    assert "unrecognized arguments: --no" in record(tmp_path, *words, **env)["stderr"]


@pytest.fixture
def german(tmp_path):
    """Variables by which the C library finds a German locale, and its messages."""
    source = Path("/usr/lib/locale/C.utf8")
    must(source.is_dir(), "the locale C.UTF-8 as files")
    shutil.copytree(source, tmp_path / "locales" / "de_DE.utf8")
    catalogue(tmp_path, "app", {"hello": "Grüße"})
    return {
        "LOCPATH": str(tmp_path / "locales"),
        "TEXTDOMAIN": "app",
        "TEXTDOMAINDIR": str(tmp_path),
    }


@pytest.mark.parametrize("env", FOREIGN, ids=str)
def test_a_c_program_speaks_english(env, german, tmp_path):
    """Mode 57: bash, by the C library, with a locale that is really there."""
    hello = ["bash", "-c", 'echo $"hello"']

    kept = record(tmp_path, "--keep-env", *hello, **german, **env)
    assert "Grüße\n" == kept["stdout"]
    assert "hello\n" == record(tmp_path, *hello, **german, **env)["stdout"]


def test_all_but_the_language_of_a_locale_stays(german, tmp_path):
    """LC_ALL becomes LANG: characters and sorting are as before, and it is listed."""
    env = {"LC_ALL": "de_DE.UTF-8", "LC_TIME": "C", "LANG": "C"}
    shown = record(tmp_path, "locale", **german, **env)
    found = dict(line.split("=") for line in shown["stdout"].splitlines())
    changed = {n: shown["environment"][n] for n in ("LC_ALL", "LC_TIME", "LANG")}

    assert {"LC_ALL": None, "LC_TIME": None, "LANG": "de_DE.UTF-8"} == changed
    assert ("C", "", "") == (found["LC_MESSAGES"], found["LC_ALL"], found["LANGUAGE"])
    assert '"de_DE.UTF-8"' == found["LC_CTYPE"] == found["LC_COLLATE"]
    assert '"de_DE.UTF-8"' == found["LC_TIME"]


@pytest.mark.parametrize("given", ["LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"])
def test_who_asks_for_a_language_gets_it(given, german, tmp_path):
    """--env wins, also where it does not name what we would have set."""
    value = "de" if given == "LANGUAGE" else "de_DE.UTF-8"
    base = "C.UTF-8" if given == "LANGUAGE" else None
    asked = ["--env", f"{given}={value}"]
    hello = ["bash", "-c", 'echo $"hello"']

    found = record(tmp_path, *asked, *hello, **german, LC_ALL=base)
    assert "Grüße\n" == found["stdout"]
    assert set() == {"LC_MESSAGES", "LANGUAGE"} & found["environment"].keys()


def test_a_browser_only_says_which_page_it_would_show(tmp_path):
    """Mode 64: Python opens a page by $BROWSER; what would be run instead is not."""
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f"#!/bin/sh\ntouch {opened}\n")
    browser.chmod(0o755)
    source = "import webbrowser; print(webbrowser.open('https://example.org/?a=1'))"
    found = record(tmp_path, *python(source), BROWSER=str(browser))

    assert "https://example.org/?a=1\nTrue\n" == found["stdout"]
    assert not opened.exists()
    record(tmp_path, "--keep-env", *python(source), BROWSER=str(browser))
    assert opened.exists()


@pytest.mark.parametrize("options", [[], ["--pty"]], ids=str)
def test_there_is_no_screen_for_windows(options, tmp_path):
    """Mode 64: DISPLAY and WAYLAND_DISPLAY are gone, and the record says so."""
    screens = {"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}
    env, listed = seen(tmp_path, *options, **screens)

    assert set() == screens.keys() & env.keys()
    assert dict.fromkeys(screens) == {name: listed[name] for name in screens}
    kept, listed = seen(tmp_path, *options, "--env", "DISPLAY=:1", **screens)
    assert (":1", {"WAYLAND_DISPLAY"}) == (kept["DISPLAY"], screens.keys() & listed)


def test_at_a_terminal_a_line_may_be_asked_for(tmp_path):
    """Who can be answered may ask; menus, pagers, editors and browsers stay away."""
    other = dict.fromkeys(QUIET, "other")
    env, listed = seen(tmp_path, "--pty", "--size", "9000x24", **other)

    assert QUIET.keys() - listed.keys() == ANSWERABLE
    assert {"other"} == {env[name] for name in ANSWERABLE}


def test_what_python_prints_is_there_when_it_is_killed(tmp_path):
    """Mode 60: nothing waits in a buffer that a signal throws away."""
    source = "import os; print('begun'); os.kill(os.getpid(), 9)"
    words = [PYTHON, "-c", source]

    assert "begun\n" == record(tmp_path, *words)["stdout"]
    assert "" == record(tmp_path, "--keep-env", *words)["stdout"]


def test_what_the_caller_gives_wins(tmp_path):
    """--env wins over our table, which then does not list it; the last one counts."""
    env, listed = seen(
        tmp_path,
        "--env",
        "PAGER=less",
        "--env",
        "A=1",
        "--env",
        "A=b=c",
        A="0",
        PAGER="more",
    )

    assert ("less", "b=c") == (env["PAGER"], env["A"])
    assert listed.keys().isdisjoint({"PAGER", "A"})


@pytest.mark.parametrize(
    ("given", "left"),
    [
        ("EDITOR", {"VISUAL", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR"}),
        ("VISUAL", {"GIT_EDITOR", "GIT_SEQUENCE_EDITOR"}),
        ("GIT_EDITOR", {"GIT_SEQUENCE_EDITOR"}),
        ("PAGER", {"GIT_PAGER", "MANPAGER", "SYSTEMD_PAGER"}),
        ("BROWSER", {"GH_BROWSER"}),
    ],
)
def test_what_would_win_over_a_choice_is_left_alone(given, left, tmp_path):
    """Who gives an editor has chosen that of git, too."""
    env, listed = seen(tmp_path, "--env", f"{given}=mine")

    assert "mine" == env[given]
    assert set(env).isdisjoint(left)
    assert listed.keys().isdisjoint({given, *left})


@pytest.mark.needs("git")
def test_git_opens_the_editor_that_was_given(tmp_path):
    """A rebase by hand is one, though git has a variable of its own for that."""
    line = (
        "git init -q . && git config user.name a && git config user.email a"
        " && git commit -q --allow-empty -m one && git rebase -i --root --exec true"
    )
    found = record(tmp_path, "--env", "GIT_EDITOR=echo opened", *sh(line), cwd=tmp_path)

    assert 0 == found["exit_code"]
    assert "opened" in found["stdout"]


def test_what_is_as_we_want_it_is_not_listed(tmp_path):
    """The record names what the caller had otherwise, and nothing else."""
    unset = dict.fromkeys(QUIET)
    _, listed = seen(tmp_path, **{**unset, "PAGER": "cat", "EDITOR": "vi"})

    assert {"EDITOR": "false"} == listed


def test_the_environment_can_be_left_as_it_is(tmp_path):
    """--keep-env sets nothing."""
    env, listed = seen(tmp_path, "--keep-env", PAGER="less")

    assert ({}, "less") == (listed, env["PAGER"])
    assert "GIT_EDITOR" not in env


def test_nothing_need_be_inherited(tmp_path):
    """--clear-env leaves our table and what is given; the command is found by our PATH.

    Python itself sets LC_CTYPE where there is no locale. Who asks is no setting.
    """
    env, listed = seen(tmp_path, "--clear-env", "--env", "A=1", B="2")
    env.pop("LC_CTYPE", None)
    assert env.pop("EXEUNT_CALLER").startswith("json:")
    assert ({**QUIET, "A": "1"}, {}) == (env, listed)
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
    """Words and variables that are no UTF-8 arrive as they are."""
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
    """What a host ignores, blocks and has open is its own affair."""
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
    """What Python itself ignores is not ignored by the command."""
    shell = f"trap '' PIPE XFSZ; exec {EXEUNT} run --shell \"$0\" 3<&0"
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
