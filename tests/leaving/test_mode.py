"""A call and its environment → for whom: who reads JSON need not ask for it."""

import os
import subprocess
import sys

import pytest

from adopted import FRAMEWORKS, Ended, environment, program, said

ME = f"json:{os.getpid()}"  # what a parent says that reads JSON
BODY = "return {'n': 1}"


def call(source, *words, **variables):
    """Call a program with exactly these words and variables."""
    done = subprocess.run(
        [sys.executable, "-c", source, "do", *words],
        capture_output=True,
        check=False,
        env=environment() | variables,
    )
    return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_a_parent_that_reads_json_is_answered_in_json(framework):
    """Mode 2: results and rejected calls, without an option."""
    source = program(BODY, framework)

    assert (0, {"n": 1}) == said(call(source, EXEUNT_CALLER=ME))
    assert (3, "UNKNOWN_OPTION") == said(call(source, "--no", EXEUNT_CALLER=ME))


@pytest.mark.parametrize(
    ("words", "variables"),
    [
        ([], {}),
        ([], {"EXEUNT_CALLER": ""}),
        ([], {"EXEUNT_CALLER": "json:1"}),
        ([], {"EXEUNT_CALLER": f"json:{os.getppid()}"}),
        ([], {"EXEUNT_CALLER": f"text:{os.getpid()}"}),
        (["--output", "text"], {"EXEUNT_CALLER": ME}),
        ([], {"EXEUNT_CALLER": ME, "APP_OUTPUT": "text"}),
    ],
    ids=["unset", "empty", "init", "grandparent", "text", "option", "variable"],
)
def test_nobody_else_is(words, variables):
    """Another's child, and who asks for text, get what a person would."""
    ended = call(program("print('hello')"), *words, **variables)

    assert Ended(0, "hello\n", "") == ended


def test_what_a_program_starts_answers_the_program():
    """The variable is inherited, the parent is not."""
    body = f"""
    import subprocess
    word = [sys.executable, "-c", {program("print('hello')")!r}, "do"]
    return subprocess.run(word, capture_output=True, text=True).stdout
    """

    assert (0, {"value": "hello\n"}) == said(call(program(body), EXEUNT_CALLER=ME))
