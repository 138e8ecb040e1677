"""Rules → what a tool may run: nothing but what they name, by any words."""

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exeunt.errors import InputError
from exeunt.process.run import start
from exeunt.tools.allowed import Allowed, Forbidden, commands_in
from exeunt.tools.toolbox import Tools


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Make a root with a link out of it, and programs that look like an allowed one."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    root = tmp_path / "root"
    (root / "sub").mkdir(parents=True)
    (tmp_path / "outside").mkdir()
    (root / "out").symlink_to(tmp_path / "outside")
    (root / "echo").symlink_to("/bin/sh")
    (root / "fake").mkdir()
    (root / "fake" / "echo").symlink_to("/bin/rm")
    return root


@pytest.fixture
def box(place):
    """A toolbox that may run two programs in one root."""
    rules = {"roots": [str(place)], "programs": ["echo", "cat"]}
    return Tools(Allowed.of(rules))


@pytest.mark.parametrize(
    "words",
    [
        {"argv": ["echo", "hi"]},
        {"argv": ["/bin/echo", "hi"]},
        {"command": "echo hi"},
        {"command": "echo hi | cat && echo 'a b; rm $x' 2>&1"},
        {"argv": ["echo", "hi"], "cwd": "sub"},
    ],
)
def test_what_the_rules_name_is_run(box, words):
    """An allowed program runs, alone or in a plain line."""
    assert "done" == box.run(**words)["verdict"]


@pytest.mark.parametrize(
    "words",
    [
        {"argv": ["rm", "x"]},
        {"argv": ["./echo", "-c", "rm x"]},
        {"argv": ["fake/echo", "x"]},
        {"argv": ["../root/fake/echo", "x"]},
        {"argv": ["env", "rm", "x"]},
        {"argv": ["", "x"]},
        {"argv": ["echo", "hi"], "env": ["PATH=fake"]},
        {"argv": ["echo", "hi"], "env": ["LD_PRELOAD=x.so"]},
        {"argv": ["echo", "hi"], "cwd": ".."},
        {"argv": ["echo", "hi"], "cwd": "/"},
        {"argv": ["echo", "hi"], "cwd": "out"},
        {"argv": ["echo", "hi"], "cwd": "sub/../../outside"},
        {"argv": ["echo", "hi"], "cwd": "/proc/self/root"},
        {"argv": ["echo", "hi"], "cwd": "a\0b"},
        {"argv": ["/bin/../bin/rm", "x"]},
        {"argv": ["echo; rm x"]},
    ],
)
def test_what_they_do_not_name_is_not(box, words):
    """Another program, a look-alike, a link, a variable: nothing is run."""
    assert "FORBIDDEN" == box.run(**words)["error"]["code"]


OTHERWISE = r"""
rm x / echo hi; rm x / echo hi && rm x / echo hi | rm x / echo hi & rm x
echo $(rm x) / echo `rm x` / echo ${x:-$(rm x)} / echo "$(rm x)" / (rm x) / { rm x; }
! rm x / if echo; then rm x; fi / echo hi > x / cat < x / cat <(rm x) / eval rm x
exec rm x / command rm x / builtin echo / . ./x / source x / PATH=. echo hi / echo=1 rm
alias cat=rm / cat <<x / echo() { rm x; } / echo hi #; rm / e\cho / ~echo / * / echo *
trap 'rm x' EXIT / 'rm' x / r''m x / echo 'a / cd sub; echo / [ -e x ] / echo hi 2>x
echo hi 2>&1>x / coproc rm x / time rm x / echo hi 2>&1x / echo a2>&1x / echo ''2>&1x
echo $'a' / ls & rm x / {rm,x} / ./e?il / X=1 rm x
"""


@pytest.mark.parametrize(
    "line",
    [
        *(line for row in OTHERWISE.split("\n") for line in row.split(" / ") if line),
        *(
            "echo hi\nrm x",
            "cat <<x\nx",
            "\r",
            "echo\u00a0hi",
            "rm\u3000x",
            "echo a\uff1b rm",
            "cd /; echo",
        ),
    ],
)
def test_a_line_that_may_run_something_else_is_refused(box, line):
    """Only plain words are read: a rule that admits good ones needs no list of bad."""
    assert "FORBIDDEN" == box.run(line)["error"]["code"]


@given(st.text(alphabet="ab '\"\\$`;|&<>(){}*?[]!#~=\n\t2>&1./-", max_size=30))
def test_each_command_of_an_admitted_line_is_seen(line):
    """What is admitted is what a shell would run: the same first words."""
    try:
        commands = commands_in(line)
    except Forbidden:
        return
    # A shell that knows the words as functions alone says which of them it calls.
    assert all("=" not in command[0] for command in commands)
    assert not set('"\\$`<>(){}*?[]!#~') & set(line.replace("2>&1", "").split("'")[0])


@pytest.fixture
def starters(place):
    """Make a toolbox whose programs start others."""
    programs = ["echo", "env", "timeout", "nice", "time", "git status", "find . -name"]
    return Tools(Allowed.of({"roots": [str(place)], "programs": programs}))


@pytest.mark.parametrize(
    "words",
    [
        {"argv": ["timeout", "-k", "5s", "10", "echo", "hi"]},
        {"argv": ["nice", "-n", "3", "timeout", "5", "echo", "-n", "hi"]},
        {"command": "nice -n3 echo hi && timeout --kill-after=5 9 /bin/echo hi"},
        {"argv": ["find", ".", "-name", "nothing"]},
    ],
)
def test_a_program_that_starts_another_is_admitted_with_it(starters, words):
    """What is behind its options and numbers is looked at; so are words of a rule."""
    assert "done" == starters.run(**words)["verdict"]


@pytest.mark.parametrize(
    "words",
    [
        {"argv": ["timeout", "5", "rm", "x"]},
        {"argv": ["timeout", "5", "nice", "env", "rm", "x"]},
        {"argv": ["timeout", "5"]},
        {"argv": ["env", "X=1", "echo", "hi"]},
        {"argv": ["env", "PATH=fake", "echo", "hi"]},
        {"argv": ["env", "-S", "rm x"]},
        {"argv": ["env", "-C", "/", "echo"]},
        {"argv": ["time", "-o", "file", "echo"]},
        {"argv": ["time", "-ofile", "echo"]},
        {"argv": ["timeout", "5", "fake/echo", "x"]},
        {"command": "nice -n 3 rm x"},
        {"argv": ["git", "-c", "alias.x=!rm x", "x"]},
        {"argv": ["git", "status", "--porcelain"]},
        {"argv": ["git", "push"]},
        {"argv": ["find", ".", "-name", "x", "-delete"]},
        {"argv": ["find", ".", "-delete"]},
        {"command": "find . -name x -exec rm x"},
    ],
)
def test_it_starts_nothing_else(starters, words):
    """A program inside that is not listed, a variable, a file, one more option."""
    assert "FORBIDDEN" == starters.run(**words)["error"]["code"]


def test_a_relative_path_is_looked_at_where_the_command_runs(place, monkeypatch):
    """PATH=. names another file below another directory."""
    monkeypatch.setenv("PATH", f".:{os.environ['PATH']}")
    box = Tools(Allowed.of({"roots": [str(place)], "programs": ["echo"]}))

    for words in ({"argv": ["echo", "x"]}, {"command": "echo x"}):
        assert "FORBIDDEN" == box.run(cwd="fake", **words)["error"]["code"]
        assert "done" == box.run(cwd="sub", **words)["verdict"]


def test_a_link_that_is_made_after_the_check_leads_nowhere(box, place):
    """The command starts in the directory that was looked at, or not at all."""
    words = {"cwd": "sub", "env": None, "timeout": None, "max_output": None}
    request = box.calls.asked(["echo", "hi"], None, words)
    (place / "sub").rmdir()
    (place / "sub").symlink_to(place.parent / "outside")

    with start(request) as running:
        done = running.wait()

    assert ("", False) == (done.stdout, done.ok)


def test_sessions_of_others_are_out_of_reach(place):
    """With rules, only what these tools began can be typed at."""
    theirs = Tools().run("read line; echo $line", tty=True)["session"]
    box = Tools(Allowed.of({"programs": ["cat"], "roots": [str(place)]}))

    assert "UNKNOWN_SESSION" == box.send(theirs, "x")["error"]["code"]
    Tools().stop(theirs, now=True)


@pytest.mark.usefixtures("place")
def test_an_empty_list_admits_nothing():
    """No root is nowhere, and no program is none."""
    for rules in (Allowed(roots=()), Allowed(programs=()), Allowed.of({"roots": []})):
        for words in ({"argv": ["true"]}, {"argv": ["true"], "cwd": "/"}):
            assert "FORBIDDEN" == Tools(rules).run(**words)["error"]["code"]


@pytest.mark.usefixtures("place")
def test_a_time_limit_of_the_rules_holds():
    """A call may ask for less, and not for more."""
    box = Tools(Allowed.of({"timeout": 0.3}))

    assert "timed_out" == box.run(argv=["sleep", "60"], timeout=300)["status"]


@pytest.mark.parametrize(
    "text",
    [
        "", "programs = 3", 'programs = ["no-such-program"]', 'roots = ["/no/such"]',
        "strange = 1", "concurrent = 0", "timeout = -1", 'tools = ["nope"]', "= =",
        'lines = "yes"', "roots = []\nroots = []",
    ],
)  # fmt: skip
def test_rules_that_nobody_understands_are_refused(tmp_path, text):
    """Whatever is not clear starts nothing; an empty file allows all, and says so."""
    path = tmp_path / "rules.toml"
    path.write_text(text)
    if not text:
        assert Allowed.load(str(path)).is_open
        return
    with pytest.raises(InputError):
        Allowed.load(str(path))


def test_rules_that_cannot_be_read_are_refused(tmp_path):
    """No file, a folder, bytes that are no text: nothing is started without rules."""
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    for name in ("none", ".", "bytes"):
        with pytest.raises(InputError):
            Allowed.load(str(tmp_path / name))


def test_only_the_tools_that_the_rules_name_are_offered():
    """The list is in the order of the rules."""
    box = Tools(Allowed.of({"tools": ["explain", "run"]}))

    assert ["explain", "run"] == [one.__name__ for one in box]
