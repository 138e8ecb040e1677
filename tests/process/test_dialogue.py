"""Answers given in advance → typed when they are wanted, whole, and as they stand."""

import asyncio
from pathlib import Path

import pytest

import exeunt
from exeunt import InputError
from running import python, record, run, sh

ASK = "import getpass; print(len(getpass.getpass()))"
# One prompt after another, the second without echo, which throws away what came early.
SIGN_IN = """
import getpass
user = input("User: ")
word = getpass.getpass()
print(f"{user} has {len(word)}")
"""
# Echo is turned off a moment after the prompt, as slow programs do.
LATE = """
import os, sys, termios, time
print("Password: ", end="", flush=True)
time.sleep(0.1)
modes = termios.tcgetattr(0)
modes[3] &= ~termios.ECHO
termios.tcsetattr(0, termios.TCSAFLUSH, modes)
word = sys.stdin.readline()
print()
print(len(word) - 1)
"""
READ = "import sys; print(ascii(sys.stdin.buffer.read()))"
CONTROLS = bytes([*range(1, 32), 127]).decode()


def answered(tmp_path, answers, *words, **options):
    """The record of a command that was given answers."""
    given = [f"--input={answer}" for answer in answers]
    return record(tmp_path, *given, *words, **options)


@pytest.mark.clause("S10")
def test_each_answer_goes_to_its_prompt(tmp_path):
    """In their order, and none before its question was asked."""
    line = 'printf "A? "; read a; printf "B? "; read b; echo $a$b'
    found = answered(tmp_path, ["y", "n"], *sh(line))

    assert "A? y\nB? n\nyn\n" == found["stdout"]


def test_an_answer_may_be_empty(tmp_path):
    """It is the key alone that is pressed."""
    line = 'read a; read b; echo "<$a><$b>"'

    assert "\nx\n<><x>\n" == answered(tmp_path, ["", "x"], *sh(line))["stdout"]


@pytest.mark.parametrize("source", [ASK, LATE], ids=["getpass", "late"])
@pytest.mark.parametrize("option", ["--input", "--secret-input"])
def test_a_password_is_typed_when_it_is_not_shown(source, option, tmp_path):
    """Neither lost nor echoed; it is in no record and in no log."""
    found = run(tmp_path, "--json", option, "hunter22", *python(source))
    logs = [p.read_bytes() for p in Path(tmp_path).rglob("*") if p.is_file()]

    assert (0, "Password: \n8\n") == (found.code, found.record["stdout"])
    assert logs
    assert not any(b"hunter22" in text for text in (found.stdout, *logs))


def test_a_secret_that_the_command_prints_is_hidden(tmp_path):
    """What was typed as a secret stays one, in a prompt as well."""
    source = """
import getpass, os
word = getpass.getpass()
while True:
    os.write(1, f"\\n{word}, really? ".encode())
    os.read(0, 9)
"""
    found = record(tmp_path, "--secret-input", "hunter22", *python(source))

    assert "***, really? " == found["waiting"]["prompt"]
    assert found["stdout"].endswith("\n***, really? ")
    assert "hunter22" not in str(found)


def test_a_secret_is_not_typed_where_it_would_be_shown(tmp_path):
    """A prompt that echoes gets nothing, and the run says that it waits."""
    found = record(tmp_path, "--secret-input", "hunter22", *sh("read a; echo $a"))

    assert ("waiting_for_input", "") == (found["status"], found["stdout"])
    assert "line" == found["waiting"]["kind"]


def test_a_secret_is_in_no_complaint(tmp_path):
    """A wrong call does not repeat it, wherever the mistake is."""
    words = ["--secret-input", "hunter22", "--timeout", "hunter22", "true"]
    done = run(tmp_path, *words)

    assert 125 == done.code
    assert b"hunter22" not in done.stderr


def test_prompts_of_both_kinds_follow_each_other(tmp_path):
    """The second throws away what is typed before it asks, twenty times over."""
    for _ in range(20):
        found = record(
            tmp_path,
            "--input=ann",
            "--secret-input=hunter22",
            *python(SIGN_IN),
        )
        assert "User: ann\nPassword: \nann has 8\n" == found["stdout"]


@pytest.mark.parametrize("size", [4_094, 4_095, 4_096, 5_000, 10_000, 70_000])
def test_a_long_line_is_not_cut(size, tmp_path):
    """A terminal keeps 4,095 bytes of a line; the command gets all."""
    found = answered(tmp_path, ["x" * size], "wc", "-c")

    assert str(size + 1) == found["stdout"].split("\n")[-2]


def test_a_long_line_of_quoted_characters_is_not_cut_between_quote_and_character(
    tmp_path,
):
    """Each is typed as two, and the line in pieces."""
    text = "\x16" * 3_333 + "\x03" * 3_333
    found = answered(tmp_path, [text], *python(READ))

    assert ascii(text.encode() + b"\n") == found["stdout"].split("\n")[-2]


def test_control_characters_are_data_and_no_keys(tmp_path):
    """Not one of them interrupts, ends, stops or erases."""
    found = answered(tmp_path, [f"a{CONTROLS}b"], *python(READ))

    assert ascii(f"a{CONTROLS}b\n".encode()) == found["stdout"].split("\n")[-2]


def test_what_is_no_text_is_typed_as_it_is(tmp_path):
    """Words are bytes; so are answers."""
    found = answered(
        tmp_path,
        [b"caf\xe9 \xc3\xa9".decode("utf-8", "surrogateescape")],
        *python(READ),
    )

    assert ascii(b"caf\xe9 \xc3\xa9\n") == found["stdout"].split("\n")[-2]


def test_a_command_that_never_reads_gets_nothing(tmp_path):
    """What is typed for it blocks nobody, and its own ending stands."""
    found = answered(tmp_path, ["x" * 70_000], *sh("sleep 1; exit 3"))

    assert ("exited", 3) == (found["status"], found["exit_code"])


def test_after_the_answers_comes_the_end_of_input(tmp_path):
    """Once is enough after a whole line."""
    found = answered(tmp_path, ["a", "b"], "cat")

    assert ("a\na\nb\nb\n", 0) == (found["stdout"], found["exit_code"])


def test_the_end_comes_after_half_a_line_as_well(tmp_path):
    """After a partial line the first only passes it on; a second follows."""
    source = "import sys, os; os.read(0, 1); print(len(sys.stdin.buffer.read()))"
    found = answered(tmp_path, ["abc"], *python(source))

    assert ("abc\n3\n", 0) == (found["stdout"], found["exit_code"])


def test_a_command_that_heeds_no_end_is_said_to_wait(tmp_path):
    """The end is typed three times, not for ever."""
    source = "import os\nwhile True: os.read(0, 99)"
    found = answered(tmp_path, ["a"], *python(source))

    assert "waiting_for_input" == found["status"]


@pytest.mark.parametrize("cut", [1, 2, 99], ids=["bytes", "pairs", "whole"])
def test_what_a_terminal_is_asked_it_answers(cut, tmp_path):
    """Where is the cursor, what are you; however the question is cut."""
    source = f"""
import os, time, tty
tty.setraw(0)
for query in (b"\\x1b[6n", b"\\x1b[c", b"\\x1b[5n"):
    for at in range(0, len(query), {cut}):
        os.write(1, query[at:at + {cut}])
        time.sleep(0.02)
    print(ascii(os.read(0, 99)), end="\\r\\n", flush=True)
"""
    found = record(tmp_path, "--pty", *python(source))

    assert "b'\\x1b[1;1R'\nb'\\x1b[?62c'\nb'\\x1b[0n'\n" == found["stdout"]


def test_two_questions_at_once_are_answered_in_their_order(tmp_path):
    """Programs ask both, and take the second answer for the end of the first."""
    source = """
import os, tty
tty.setraw(0)
os.write(1, b"\\x1b[c\\x1b[6n")
got = b""
while not got.endswith(b"R"):
    got += os.read(0, 99)
print(ascii(got))
"""
    found = record(tmp_path, "--pty", *python(source))

    assert "b'\\x1b[?62c\\x1b[1;1R'\n" == found["stdout"]


# --- from Python ----------------------------------------------------------------------


def test_a_program_types_in_the_same_way():
    """An input that is among the secrets is typed as one; the order is kept."""
    done = exeunt.run(
        python(SIGN_IN), inputs=["ann", "hunter22"], secrets=["hunter22"], log=False
    )
    assert ("User: ann\nPassword: \nann has 8\n", "merged") == (
        done.stdout,
        done.streams,
    )


def test_many_programs_are_typed_at_side_by_side():
    """One thread types for all of them."""
    requests = [
        exeunt.request(python("print(input('N? ') * 2)"), inputs=[str(n)], log=False)
        for n in range(8)
    ]
    found = {done.stdout for done in exeunt.run_all(requests)}

    assert {f"N? {n}\n{n}{n}\n" for n in range(8)} == found


def test_a_coroutine_types_as_well():
    """What is due is not slept through."""
    words = python("print(input('N? '))")
    done = asyncio.run(exeunt.run_async(words, inputs=["7"], log=False))

    assert "N? 7\n7\n" == done.stdout


def test_without_inputs_nothing_is_typed():
    """A size is a terminal and no more; an empty list is the end of input."""
    asked = exeunt.run(["cat"], size=(100, 30), log=False)
    ended = exeunt.run(["cat"], inputs=[], log=False)

    assert ("waiting_for_input", "exited") == (asked.status, ended.status)
    assert "30 100\n" == exeunt.run(["stty", "size"], size=(100, 30), log=False).stdout


@pytest.mark.parametrize(
    "options",
    [
        {"inputs": "y"},
        {"inputs": [5]},
        {"inputs": ["a\0b"]},
        {"inputs": ["y"], "input": "y"},
        {"inputs": [], "stdin": 0},
        {"size": (80, 24), "stdin": 0},
        {"size": (0, 24)},
        {"size": (80, 65_536)},
        {"size": "80x24"},
        {"size": (80, 24, 1)},
        {"size": (80.0, 24)},
        {"size": (True, 24)},
    ],
    ids=str,
)
def test_what_no_terminal_takes_is_refused(options):
    """Before anything is started, and with the fix."""
    with pytest.raises(InputError) as caught:
        exeunt.request(["cat"], **options)
    assert caught.value.fix
