"""Secrets in variables and files → for a command, and on no command line."""

import json
import os
import subprocess
from uuid import uuid4

import pytest

import exeunt
from exeunt import InputError
from exeunt.secrets.kept import from_file, variables_from
from running import EXEUNT, PYTHON, environment, record, run
from sessions_at import ask

TOKEN = "tok-4f9Zq7LmX2"  # noqa: S105 - nobody's
ASKS = "import getpass; word = getpass.getpass(); print(len(word), word)"


@pytest.fixture
def secret_file(tmp_path):
    """A file that holds the secret, and is its owner's alone."""
    file = tmp_path / "secret"
    file.touch(0o600)
    file.write_text(f"{TOKEN}\n")
    return file


def test_a_variable_is_typed(tmp_path):
    """--secret-input-env: where nothing is echoed, and hidden from then on."""
    words = ["--secret-input-env", "WORD", PYTHON, "-c", ASKS]
    found = record(tmp_path, *words, WORD=TOKEN)

    assert "14 ***" in found["stdout"]
    assert "exited" == found["status"]


def test_a_file_is_typed(tmp_path, secret_file):
    """--secret-input-file: its line, without the end."""
    found = record(
        tmp_path, "--secret-input-file", str(secret_file), PYTHON, "-c", ASKS
    )

    assert "14 ***" in found["stdout"]


def test_lines_are_typed_in_their_order(tmp_path, secret_file):
    """What is secret and what is not, as they stand on the command line."""
    code = "import getpass\nfor ask in (input, getpass.getpass) * 2: print(len(ask()))"
    given = ["--input", "a", "--secret-input-env", "WORD", "--input", "bcd"]
    given += ["--secret-input-file", str(secret_file)]
    found = record(tmp_path, *given, PYTHON, "-c", code, WORD="hunter")
    numbers = [line for line in found["stdout"].split() if line.isdigit()]

    assert ["1", "6", "3", "14"] == numbers


@pytest.mark.parametrize("verb", ["drive", "session"])
def test_every_verb_that_types_has_it(tmp_path, secret_file, verb):
    """As it has --secret-input."""
    words = ["--secret-input-file", str(secret_file), PYTHON, "-c", ASKS]
    if verb == "drive":
        said = run(tmp_path, "--json", *words, verb="drive").record["stdout"]
    else:
        ask(tmp_path, "start", "--session", "s", *words)
        ask(tmp_path, "wait", "s", "--end")
        said = ask(tmp_path, "read", "s")["text"]

    assert "14 ***" in said


def test_a_program_says_it_by_keyword(monkeypatch, secret_file):
    """exeunt.run(), and a session."""
    monkeypatch.setenv("WORD", TOKEN)
    words = [PYTHON, "-c", ASKS]

    for given in ({"secret_input_env": ["WORD"]}, {"secret_input_file": [secret_file]}):
        assert "14 ***" in exeunt.run(words, log=False, **given).stdout
        with exeunt.Session.start(words, **given) as session:
            session.wait("end")
            assert "14 ***" in session.read().text


FILE = f"""
# what the command is to know
APP_WORD={TOKEN}
export QUOTED="two words"
EMPTY=
"""


def test_a_file_sets_variables(tmp_path, secret_file):
    """--secret-env-file: all of it is hidden, and none of it is on a command line."""
    secret_file.write_text(FILE)
    line = 'echo "$APP_WORD|$QUOTED|$EMPTY|"; tr "\\0" " " </proc/$PPID/cmdline'
    words = ["--secret-env-file", str(secret_file), "sh", "-c", line]
    found = record(tmp_path, *words)

    assert "***|***||" == found["stdout"].partition("\n")[0]
    assert TOKEN not in json.dumps(found)


def test_a_variable_that_is_given_wins_over_the_file(secret_file):
    """As the nearer word does; --secret-env may name one of the file."""
    secret_file.write_text("A_B=from the file\n")
    given = {"secret_env_file": secret_file, "log": False}
    words = ["printenv", "A_B"]

    assert "***\n" == exeunt.run(words, **given).stdout
    assert "mine\n" == exeunt.run(words, env={"A_B": "mine"}, **given).stdout
    assert "***\n" == exeunt.run(words, secret_env=["A_B"], **given).stdout


def test_no_list_of_processes_has_them(tmp_path, secret_file):
    """ps shows the name of the file; the secret would be ***."""
    secret_file.write_text(uuid4().hex)  # that no other test has among its words
    code = "import getpass, os; getpass.getpass(); os.system('ps -ewwo args')"
    given = ["--max-output=1000000", "--secret-input-file", str(secret_file)]
    shown = record(tmp_path, *given, PYTHON, "-c", code)["stdout"]

    assert str(secret_file) in shown
    assert "***" not in shown


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o660])
def test_a_file_that_others_may_read_is_refused(tmp_path, secret_file, mode):
    """As ssh refuses such a key; the error says what to do, and nothing of it."""
    secret_file.chmod(mode)
    for option in ("--secret-input-file", "--secret-env-file"):
        done = run(tmp_path, option, str(secret_file), "true")

        assert 125 == done.code
        assert b"others may read" in done.stderr
        assert b"chmod 600" in done.stderr
        assert TOKEN.encode() not in done.stderr


def test_a_pipe_is_nobody_elses(tmp_path):
    """What cannot be changed is given through one: <(cat FILE)."""
    line = f"{EXEUNT} run --secret-input-file <(echo {TOKEN}) {PYTHON} -c '{ASKS}'"
    done = subprocess.run(
        ["bash", "-c", line],
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )

    assert "14 ***" in done.stdout


@pytest.mark.parametrize("held", [b"", b"begun, not ended"])
@pytest.mark.parametrize("option", ["--secret-env-file", "--secret-input-file"])
def test_a_pipe_is_waited_for_within_the_limit(tmp_path, option, held):
    """Whether or not anybody writes to it, and wherever the limit stands."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = os.open(pipe, os.O_RDWR)
    os.write(writer, held)
    try:
        done = run(tmp_path, option, str(pipe), "--timeout=300ms", "true")
    finally:
        os.close(writer)

    assert 125 == done.code
    assert b"nobody wrote all of it in time" in done.stderr


def test_a_pipe_with_a_name_may_be_written_late(tmp_path):
    """All of it is read, in the pieces in which it comes."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    line = f"printf %s {TOKEN[:5]}; sleep 0.2; echo {TOKEN[5:]}"
    with subprocess.Popen(["sh", "-c", f"exec > {pipe}; {line}"]):
        assert TOKEN == from_file(pipe, 60)


@pytest.mark.parametrize(
    ("held", "why"),
    [
        (b"", "holds nothing"),
        (b"\n", "holds nothing"),
        (b"two\nlines\n", "more than one line"),
        (b"\xff\xfe\xfd", "holds no text"),
        (b"x" * 70_000, "more than 65536 bytes"),
    ],
)
def test_what_is_no_secret_is_refused(secret_file, held, why):
    """Before anything is started."""
    secret_file.write_bytes(held)

    with pytest.raises(InputError, match=why):
        from_file(secret_file)


@pytest.mark.parametrize("held", ["no equals sign", "=value", "A B=value", "A\0=value"])
def test_a_line_that_sets_nothing_is_named_by_its_number(secret_file, held):
    """What stands in it may be a secret, and is not said."""
    secret_file.write_text(f"# first\n{held}\n")

    with pytest.raises(InputError, match=r"line 2: that is no NAME=VALUE") as refused:
        variables_from(secret_file)
    assert "value" not in str(refused.value)


def test_a_short_variable_of_a_file_is_refused_by_its_name(secret_file):
    """It could not be hidden."""
    secret_file.write_text("PORT=80\n")

    with pytest.raises(InputError, match="PORT is too short"):
        exeunt.Request(["true"], secret_env_file=secret_file)


@pytest.mark.parametrize(
    "words",
    [
        ["--secret-input-env", "NOT_SET"],
        ["--secret-input-env", "EMPTY"],
        ["--secret-input-file", "no-such-file"],
        ["--secret-env-file", "no-such-file"],
        ["--secret-env-file", "."],
        ["--secret-input-file", "."],
    ],
)
def test_what_is_not_there_is_refused(tmp_path, words):
    """With the number of a wrong call."""
    done = run(tmp_path, *words, "true", EMPTY="", stdin=subprocess.DEVNULL)

    assert 125 == done.code
    assert words[1] in os.fsdecode(done.stderr)
