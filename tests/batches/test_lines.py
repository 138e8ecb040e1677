"""Lines of JSON → jobs; what is wrong is named with its line and what to write."""

import io
import json

import pytest

from exeunt.batches.job import Job, decoded, encoded, fingerprint
from exeunt.batches.lines import jobs_of_commands, jobs_of_lines
from exeunt.errors import InputError


def read(data):
    """Return the jobs that these bytes describe."""
    return list(jobs_of_lines(io.BufferedReader(io.BytesIO(data))))


def test_every_key_of_a_job_is_read():
    """All of them at once, between empty lines; its number is that of its line."""
    line = {
        "argv": ["a", "b c"],
        "id": "one",
        "cwd": "/srv",
        "env": {"A": "1", "B": None},
        "stdin": "é\n",
        "timeout": 1.5,
        "effects": "none",
        "hold": "api.example",
        "pty": True,
        "priority": -3,
    }
    data = b"\n" + json.dumps(line).encode() + b'\r\n\n{"shell": "ls | wc", "id": null}'

    first, second = read(data)

    assert first == Job(
        ("a", "b c"),
        id="one",
        cwd="/srv",
        env={"A": "1", "B": None},
        stdin="é\n".encode(),
        timeout=1.5,
        effects="none",
        hold="api.example",
        pty=True,
        priority=-3,
        number=2,
    )
    assert (second.shell, second.number) == ("ls | wc", 4)


def test_bytes_that_are_no_utf_8_reach_the_command():
    """A name of a file may hold any byte, and is the same after the queue."""
    (job,) = read(b'\xef\xbb\xbf{"argv": ["rm", "a\xffb"], "stdin": "\xfe"}')

    assert job.words == ("rm", "a\udcffb")
    assert job.stdin == b"\xfe"
    assert decoded(encoded(job)) == job


def test_a_long_line_is_read():
    """Ten megabytes for a command's stdin are no trouble."""
    text = "x" * 10_000_000

    (job,) = read(json.dumps({"argv": ["wc", "-c"], "stdin": text}).encode())

    assert len(job.stdin) == len(text)


@pytest.mark.parametrize(
    ("line", "message", "fix"),
    [
        ("ls -l", "no JSON", "--lines"),
        ("{", "no JSON", "one object a line"),
        ("[", "no JSON", "jq -c"),
        ('["ls"]', "an object, not a list", "jq -c"),
        ("7", "an object, not the number 7", "argv"),
        ("{}", "either argv or shell", "argv"),
        ('{"argv": ["a"], "shell": "a"}', "either argv or shell", "argv"),
        ('{"argv": "ls -l"}', "a list of words", "shell"),
        ('{"argv": []}', "argv is empty", "argv"),
        ('{"argv": [1]}', "a word of argv is the number 1", "double quotes"),
        ('{"argv": [["ls"]]}', "a word of argv is a list", "double quotes"),
        ('{"argv": [""]}', "has no name", "first word"),
        ('{"argv": ["a\\u0000"]}', "NUL", "no program"),
        ('{"argv": ["\\ud800"]}', "half a character", "whole"),
        ('{"argv": ["' + "a" * 131_072 + '"]}', "131,072 bytes", "stdin"),
        ('{"shell": " "}', "is empty", "shell"),
        ('{"shell": "a", "cmd": "b"}', "no 'cmd'", "argv"),
        ('{"argv": ["a"], "timout": 3}', "no 'timout'", "timeout"),
        ('{"argv": ["a"], "depends_on": "b"}', "no 'depends_on'", "it has argv"),
        ('{"argv": ["a"], "argv": ["b"]}', "'argv' stands twice", "leave one"),
        ('{"argv": ["a"], "timeout": "5m"}', "timeout is '5m'", "seconds"),
        ('{"argv": ["a"], "timeout": 0}', "timeout is 0", "seconds"),
        ('{"argv": ["a"], "timeout": true}', "timeout is true or false", "seconds"),
        ('{"argv": ["a"], "timeout": NaN}', "NaN is no JSON", "number"),
        ('{"argv": ["a"], "timeout": 1e999}', "timeout is inf", "seconds"),
        ('{"argv": ["a"], "effects": "maybe"}', "effects is 'maybe'", "idempotent"),
        ('{"argv": ["a"], "effects": ["none"]}', "effects is a list", "idempotent"),
        ('{"argv": ["a"], "priority": 1.5}', "priority is the number 1.5", "whole"),
        ('{"argv": ["a"], "pty": 1}', "pty is the number 1", "true or false"),
        ('{"argv": ["a"], "id": 7}', "id is the number 7", '"id": "7"'),
        ('{"argv": ["a"], "id": "a\\nb"}', "id is", "one line"),
        ('{"argv": ["a"], "hold": ""}', "hold is ''", "one line"),
        ('{"argv": ["a"], "env": ["A=1"]}', "env is a list", "NAME"),
        ('{"argv": ["a"], "env": {"A": 1}}', "variable A is the number 1", "quotes"),
        ('{"argv": ["a"], "env": {"A=B": "1"}}', "no name of a variable", "NAME"),
        ('{"argv": ["a"], "stdin": 7}', "stdin is the number 7", "text"),
        ('{"argv": ["a"], "stdin": "\\ud800"}', "half a character", "whole"),
        ('{"argv": ["a"], "cwd": "a\\u0000"}', "cwd holds a NUL", "no program"),
        ("[" * 100_000, "nested too deep", "argv"),
        ('{"priority": ' + "9" * 5000 + "}", "no JSON", "argv"),
    ],
)
def test_a_wrong_line_is_named_with_its_fix(line, message, fix):
    """The second line is wrong; nobody sees a traceback."""
    data = b'{"argv": ["true"]}\n' + line.encode() + b"\n"

    with pytest.raises(InputError) as error:
        read(data)

    assert error.value.message.startswith("line 2: ")
    assert message in error.value.message
    assert fix in error.value.fix


def test_a_line_without_end_is_refused_in_little_memory(monkeypatch):
    """Nothing is read beyond what a line may have."""
    monkeypatch.setattr("exeunt.batches.lines.WIDEST", 1000)

    with pytest.raises(InputError, match="line 1: the line is longer"):
        read(b"x" * 2000)


def test_lines_for_a_shell_are_taken_as_they_are():
    """Quotes and all; an empty one is none, and the others keep their number."""
    stream = io.BufferedReader(io.BytesIO(b"echo 'a'\n\n  \nls | wc -l"))

    first, second = jobs_of_commands(stream)

    assert (first.shell, first.number) == ("echo 'a'", 1)
    assert (second.shell, second.number) == ("ls | wc -l", 4)


def test_a_job_is_known_by_what_it_runs():
    """Not by when or how long; the words are not run together."""
    job = Job(("a", "b"), number=1)

    same = [job.replace(number=2, id="x", timeout=3, priority=1, effects="none")]
    others = [
        Job(("a b",)),
        *jobs_of_commands(io.BufferedReader(io.BytesIO(b"a b"))),
        job.replace(cwd="/"),
        job.replace(env={"A": "1"}),
        job.replace(env={"A": None}),
        job.replace(stdin=b""),
        job.replace(stdin=b"null"),
    ]

    assert {fingerprint(one) for one in same} == {fingerprint(job)}
    assert len({fingerprint(one) for one in [job, *others]}) == len(others) + 1
