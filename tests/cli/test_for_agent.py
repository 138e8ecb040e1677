"""exeunt run --for-agent → the output, and at most one line for a model."""

from pathlib import Path

import pytest

from running import PYTHON, run


@pytest.mark.parametrize(
    "words",
    [["true"], ["echo", "out"], ["sh", "-c", "echo out; echo err >&2"]],
    ids=" ".join,
)
def test_a_success_adds_nothing(words, tmp_path):
    """Byte for byte what the command writes."""
    assert run(tmp_path, *words) == run(tmp_path, "--for-agent", *words)


def test_an_answer_that_cannot_be_misread_adds_nothing(tmp_path):
    """grep's 1 is a no, and a model knows it."""
    assert (1, b"", b"") == run(tmp_path, "--for-agent", "grep", "-q", "x", "/dev/null")


@pytest.mark.parametrize(
    ("words", "code", "part"),
    [
        (["curl", "-s", "http://127.0.0.1:1"], 7, b"curl 7"),
        (["no-such-command"], 127, b"no-such-command"),
        (["sh", "-c", "kill -9 $$"], 137, b"KILL"),
        (["--timeout", "0.2", "sleep", "60"], 124, b"its time was up"),
        (["--shell", "ls /no/such/file 2>&1 | cat >/dev/null"], 0, b"ls"),
    ],
    ids=str,
)
def test_a_failing_or_hidden_end_is_told_in_one_line(words, code, part, tmp_path):
    """On stderr, after the output, beginning with our name; the number is its own."""
    done = run(tmp_path, "--for-agent", *words)
    line = done.stderr.splitlines()[-1]

    assert code == done.code
    assert line.startswith(b"exeunt: ")
    assert part in line
    assert 1 == done.stderr.count(b"exeunt: ")


def test_long_output_is_shown_by_its_head_and_tail(tmp_path):
    """The line between them says how much is left out, and where all of it is."""
    done = run(tmp_path, "--for-agent", "seq", "1", "300000")
    _, _, rest = done.stdout.partition(b"exeunt: ")
    path = Path(rest.partition(b"\n")[0].rpartition(b"all of it: ")[2].decode())

    assert done.stdout.startswith(b"1\n2\n")
    assert done.stdout.endswith(b"\n300000\n")
    assert len(done.stdout) < 1 << 19
    assert b"".join(b"%d\n" % n for n in range(1, 300_001)) == path.read_bytes()


@pytest.mark.parametrize("other", ["--json", "--quiet", "--explain", "--envelope"])
def test_it_is_one_form_of_several(other, tmp_path):
    """A record says more, and silence less."""
    done = run(tmp_path, "--for-agent", other, "true")

    assert 125 == done.code
    assert b"exclude each other" in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("program", "asked", "answer", "said"),
    [
        ("print(len(input('Name? ')))", "'Name? '", ["ANSWER"], "Name?"),
        (
            "import getpass; getpass.getpass()",
            "'Password:",
            ["--secret", "--stdin"],
            "",
        ),
    ],
)
def test_a_question_is_told_with_the_line_that_answers_it(
    program, asked, answer, said, tmp_path
):
    """Where the command has a terminal: the prompt, the session, and what to call."""
    done = run(tmp_path, "--for-agent", "--pty", PYTHON, "-c", program)
    line = done.stderr.decode().splitlines()[-1]
    call = line.rpartition("; ")[2].split()
    name = call[3]
    given = [] if "--secret" in answer else ["four"]
    send = [*call[2:4], *(given or answer)]
    typed = run(tmp_path, *send, verb="session", stdin=b"four")

    assert 124 == done.code
    assert said in done.stdout.decode()
    assert asked.strip("'")[:5] in line
    assert ["exeunt", "session", "send", name, *answer] == call
    assert 0 == typed.code, typed
