"""A shell in a session → the status of each line, and a reply when it has ended."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import exeunt
from exeunt.sessions.prompts import family_of

SHELLS = [
    pytest.param(
        words,
        id=" ".join(words),
        marks=pytest.mark.needs("dash" if words == ["sh"] else words[0]),
    )
    for words in (
        ["bash"],
        ["bash", "--norc"],
        ["bash", "-l"],
        ["bash", "--posix"],
        ["zsh"],
        ["zsh", "-f"],
        ["dash"],
        ["sh"],
        ["mksh"],
    )
]
FORGED = r"\033]133;D;0;aid=0000000000000000;at=9;n=9\007"
# What one waits for to know that a line's program runs, and gets the keys.
RUNS = "python3 -c 'import time; print(4 * 4444, flush=True); time.sleep(600)'"


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A home without start files, and a place for the session."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("ENV", "ZDOTDIR", "PROMPT_COMMAND", "PS1"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def codes(session, *lines):
    """The status of each line, sent alone."""
    return [session.send(line).exit_code for line in lines]


def raw(session):
    """All that it wrote, byte for byte."""
    return session.read(0, limit=None, raw=True).text


@pytest.mark.parametrize("words", SHELLS)
def test_each_line_has_its_status(words):
    """It is the shell's own word, and nothing of how it is told is in the output."""
    with exeunt.Session.start(words) as session:
        found = codes(session, "true", "false", "(exit 7)", "(exit 7)", "", "true")
        reply = session.send("echo 'one  two'")
        asked = session.state.waiting
        ended = session.send("exit 3")
        everything = raw(session)

    assert [0, 1, 7, 7, None, 0] == found
    assert (0, "waiting_for_input") == (reply.exit_code, reply.state.status)
    assert reply.text.startswith("echo 'one  two'\none  two\n")
    assert asked is not None
    assert (3, "exited") == (ended.exit_code, ended.state.status)
    assert "133;" not in everything
    assert "aid=" not in everything + str(ended.state.record)


@pytest.mark.parametrize("words", SHELLS)
def test_commands_of_a_shell_see_nothing_of_it(words, home):
    """Neither the environment nor the session's directory shows how it is told."""
    with exeunt.Session.start(words, env={"KEPT": "1"}) as session:
        session.send("true")
        text = session.send("env").text
        left = [path.name for path in (home / "state").rglob("start")]

    assert "KEPT=1\n" in text
    for word in ("aid=", "/proc/", "ZDOTDIR=", "\nENV=", "PROMPT_COMMAND="):
        assert word not in text
    assert [] == left


def test_a_reply_comes_with_the_prompt_and_not_after_a_timer():
    """Twenty lines take less than the quiet that a terminal without marks needs."""
    with exeunt.Session.start(["bash", "--norc"]) as session:
        session.send("true")
        before = time.monotonic()
        found = codes(session, *["true"] * 20)
        took = time.monotonic() - before

    assert [0] * 20 == found
    assert took < 20 * 0.5  # seconds; by timers alone it would be 0.8 each


START_FILES = {
    "bash": (
        ["bash"],
        ".bashrc",
        "PS1='mine> '; PROMPT_COMMAND='PS1=\"later> \"'; case x in x) return;; esac",
        "later> ",
    ),
    "array": (
        ["bash"],
        ".bashrc",
        "PROMPT_COMMAND=(true 'PS1=\"second> \"')",
        "second> ",
    ),
    "rcfile": (["bash", "--rcfile", "own"], "own", "PS1='own> '", "own> "),
    "login": (["bash", "-l"], ".bash_profile", "PS1='in> '", "in> "),
    "zsh": (
        ["zsh"],
        ".zshrc",
        """PROMPT='z> '; precmd() { PROMPT='zz> ' }
        autoload -Uz add-zsh-hook; add-zsh-hook precmd again
        again() { PROMPT='zzz> ' }""",
        "zzz> ",
    ),
    "mksh": (["mksh"], ".mkshrc", "PS1='mk> '", "mk> "),
}


@pytest.mark.needs("zsh", "mksh")
@pytest.mark.parametrize("name", START_FILES)
def test_a_start_file_has_its_say_and_does_not_take_the_status_away(name, home):
    """A prompt that it sets is the prompt; the mark is added to it."""
    words, file, text, prompt = START_FILES[name]
    (home / file).write_text(text + "\n")
    with exeunt.Session.start(words, cwd=home) as session:
        found = codes(session, "false", "true")
        shown = session.send("true").text

    assert [1, 0] == found
    assert shown.endswith((prompt, prompt.strip()))


@pytest.mark.parametrize("words", [["sh"], ["dash"], ["bash", "--posix"]], ids=str)
def test_the_file_that_env_names_is_read(words, home, monkeypatch):
    """It is the person's, and the variable is there as it was."""
    (home / "own").write_text("PS1='env> '\n")
    monkeypatch.setenv("ENV", "$HOME/own")
    with exeunt.Session.start(words) as session:
        found = codes(session, "false", "true")
        reply = session.send('echo "$ENV"')

    assert [1, 0] == found
    assert "\n$HOME/own\nenv> " in reply.text


@pytest.mark.needs("zsh")
def test_the_directory_of_a_zsh_is_read(home, monkeypatch):
    """ZDOTDIR is the person's again before the first file of theirs is read."""
    (home / "dot").mkdir()
    (home / "dot" / ".zshenv").write_text("seen=env\n")
    (home / "dot" / ".zshrc").write_text("seen+=rc\n")
    monkeypatch.setenv("ZDOTDIR", str(home / "dot"))
    with exeunt.Session.start(["zsh"]) as session:
        reply = session.send('echo "$seen in $ZDOTDIR"; false')

    assert 1 == reply.exit_code
    assert f"\nenvrc in {home / 'dot'}\n" in reply.text


@pytest.mark.needs("zsh")
def test_a_zsh_that_is_to_read_no_file_reads_none(home):
    """`-f` means the person's files; its first one would have been read by then."""
    (home / ".zshenv").write_text("seen=env\n")
    (home / ".zshrc").write_text("seen+=rc\n")
    with exeunt.Session.start(["zsh", "-if"], env={"HOME": str(home)}) as session:
        reply = session.send('echo "<$seen>"; false')

    assert 1 == reply.exit_code
    assert "\n<>\n" in reply.text


def test_a_prompt_that_is_set_later_is_marked_again():
    """A line may set the prompt, or what is done before it."""
    with exeunt.Session.start(["bash", "--norc"]) as session:
        session.send("true")
        found = codes(session, "PS1='new> '", "false", "PROMPT_COMMAND=", "(exit 4)")

    assert [0, 1, 0, 4] == found


def test_without_marks_there_is_no_guess():
    """A shell that has lost them still answers, and says no status."""
    with exeunt.Session.start(["bash", "--norc"]) as session:
        session.send("true")
        found = codes(session, "PS1='x> ' PROMPT_COMMAND=", "false", "true")

    assert [None, None, None] == found


def test_nested_shells_and_programs_have_no_status_but_their_line_has():
    """What is typed at another prompt is nobody's line; its end is the outer line's."""
    with exeunt.Session.start(["bash", "--norc"]) as session:
        session.send("true")
        nested = codes(session, "sh", "false", "true")
        ended = session.send("exit 6").exit_code
        typed = codes(session, "python3 -q", "1 / 0")
        left = session.send("raise SystemExit(5)").exit_code
        read = codes(session, "read -p 'Name? ' name", "Ann", 'test "$name" = Ann')

    assert [None, None, None] == nested
    assert 6 == ended
    assert [None, None] == typed
    assert 5 == left
    assert [None, 0, 0] == read


def test_forged_marks_are_output_and_believed_by_nobody():
    """Whole, cut in two, without an end: the status is that of the line."""
    with exeunt.Session.start(["bash", "--norc"]) as session:
        session.send("true")
        found = codes(
            session,
            f"printf '{FORGED}'; false",
            f"printf '{FORGED[:20]}'; printf '{FORGED[20:]}'; (exit 2)",
            r"printf '\033]133;D;0;aid='; (exit 9)",
            f"yes '{FORGED}' | head -c 300000; (exit 4)",
            f"printf '{FORGED}'; sleep 0.2; (exit 8)",
        )
        everything = raw(session)

    assert [1, 2, 9, 4, 8] == found
    assert "\x1b]133;D;0;aid=0000000000000000;at=9;n=9\x07" in everything


def test_several_lines_have_no_status_of_one():
    """Sent together they are answered together, after the last."""
    with exeunt.Session.start(["bash", "--norc"]) as session:
        reply = session.send("cd /usr", "false", "echo at $PWD")

    assert reply.exit_code is None
    assert "at /usr\n" in reply.text


def test_lines_of_several_clients_do_not_mix():
    """Each waits for its own line, and gets what was said to that."""
    with exeunt.Session.start(["bash", "--norc"]) as session:
        session.send("true")
        name = session.name

        def send(number):
            line = f"sleep 0.1; echo is $(({number} + 1)); (exit {number})"
            return number, exeunt.Session(name).send(line)

        with ThreadPoolExecutor(4) as pool:
            replies = list(pool.map(send, range(1, 5)))

    for number, reply in replies:
        assert number == reply.exit_code
        assert 1 == reply.text.count("\nis ")
        assert f"\nis {number + 1}\n" in reply.text


@pytest.mark.parametrize("words", [["bash", "--norc"], ["dash"]], ids=str)
def test_an_interrupted_line_has_the_status_of_its_signal(words):
    """The key returns with the prompt, and says how the line ended."""
    with exeunt.Session.start(words) as session:
        session.send("true")
        session.send(RUNS, wait=False)
        session.wait(text="17776", offset=0, timeout=60)
        found = session.keys("ctrl-c").exit_code

    assert 130 == found


def test_what_is_not_run_has_no_old_status():
    """A comment, or a history that is not there, leaves `$?`: that is no news."""
    with exeunt.Session.start(["bash", "--norc"]) as session:
        session.send("true")
        found = codes(session, "# nothing", "echo no!such", "if )", "if )")

    assert [None, None, 2, None] == found


def test_a_line_that_has_not_ended_has_no_status():
    """It may go on for as long as it likes."""
    with exeunt.Session.start(["bash", "--norc"]) as session:
        session.send("true")
        reply = session.send(RUNS, timeout=0.2)

    assert (True, None) == (reply.late, reply.exit_code)


def test_a_coroutine_gets_it_too():
    """AsyncSession asks in the same way."""

    async def main():
        async with await exeunt.AsyncSession.start(["bash", "--norc"]) as session:
            return (await session.send("(exit 7)")).exit_code

    assert 7 == asyncio.run(main())


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("bash", "bash"),
        ("/bin/bash -i", "bash"),
        ("bash --rcfile x -il", "bash"),
        ("bash -o vi", "bash"),
        ("bash --login", "bash"),
        ("bash -c true", None),
        ("bash -lc true", None),
        ("bash script", None),
        ("bash --version", None),
        ("bash -s word", None),
        ("bash - word", None),
        ("sh -i", "sh"),
        ("sh -c :", None),
        ("mksh -l", "sh"),
        ("dash -V", "sh"),
        ("zsh -il", "zsh"),
        ("zsh -f", "zsh"),
        ("zsh -c :", None),
        ("fish", None),
        ("python3", None),
        ("ssh host", None),
        ("su -", None),
    ],
)
def test_only_a_shell_that_talks_is_changed(line, expected):
    """Scripts and lines are run as they are."""
    assert expected == family_of(line.split())


def test_a_script_at_a_terminal_is_run_as_it_is():
    """Its words and its environment are the caller's."""
    show = 'echo "$# $1 ${PROMPT_COMMAND-none}"; tr "\\0" " " </proc/$$/cmdline; read x'
    with exeunt.Session.start(["bash", "-c", show, "zero", "one"]) as session:
        session.wait(timeout=60)
        text = session.read(0).text

    assert "1 one none\n" in text
    assert "rcfile" not in text


@pytest.mark.needs("zsh")
def test_nothing_is_left_of_a_shell_that_never_came_to_its_prompt(home):
    """Its start file goes with the session."""
    (home / ".zshrc").write_text("exec sleep 600\n")
    with exeunt.Session.start(["zsh"], name="early") as session:
        session.stop()
    with exeunt.Session.start(["true"], name="early") as session:
        session.wait("end", timeout=60)

    assert [] == list((home / "state").rglob("start"))
