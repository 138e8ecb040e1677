"""Who reads a command → told to it, and to nobody else, so that it answers in JSON."""

import json

import pytest

import exeunt
from running import EXEUNT, PYTHON, host, record, run

# A program that keeps to the convention: it answers its own caller, not another's.
PROGRAM = """\
import json, os, sys
asked = os.environ.get("EXEUNT_CALLER") == f"json:{os.getppid()}"
error = {"code": "NOT_FOUND", "message": "no", "retryable": False}
meta = {"duration_ms": 1, "schema_version": "1.0"}
said = {"ok": False, "data": None, "error": error, "warnings": [], "meta": meta}
print(json.dumps(said) if asked else "nothing there")
sys.exit(5)
"""
ADOPTED = """\
import argparse, sys
import exeunt
from exeunt import ExitCode

def find(args):
    exeunt.fail(ExitCode.NOT_FOUND, "no such note")

parser = argparse.ArgumentParser("notes")
parser.set_defaults(func=find)
sys.exit(exeunt.adopt(parser, name="notes")())
"""


@pytest.fixture
def program(tmp_path):
    """The words that run the program."""
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    return [PYTHON, str(path)]


@pytest.mark.parametrize("form", ["--json", "--envelope"])
def test_a_program_that_can_answers_with_its_envelope(form, program, tmp_path):
    """Mode 2: the reading comes from its envelope, and nobody had to ask for one."""
    said = json.loads(run(tmp_path, form, *program).stdout)
    found = said if form == "--json" else said["meta"]["run"]

    assert "NOT_FOUND" == json.loads(found["stdout"])["error"]["code"]
    assert ("NOT_FOUND", "envelope") == (
        found["reading"]["name"],
        found["reading"]["certainty"],
    )


def test_a_person_is_answered_as_before(program, tmp_path):
    """What passes through is for whoever reads it, --retry included."""
    assert b"nothing there\n" == run(tmp_path, *program).stdout
    assert b"nothing there\n" == run(tmp_path, "--retry", *program).stdout


def test_only_the_command_itself_is_asked(program, tmp_path):
    """What a script starts has another parent, and answers the script."""
    line = f"{' '.join(program)}; exit 5"

    found = record(tmp_path, "sh", "-c", line)
    assert "nothing there\n" == found["stdout"]


@pytest.mark.parametrize(
    "options",
    [
        ["--keep-env"],
        ["--env", "EXEUNT_CALLER="],
        ["--pty"],
    ],
    ids=str,
)
def test_a_program_may_be_left_unasked(options, program, tmp_path):
    """Whoever says so, or gives it a terminal, gets what a person would."""
    assert "nothing there\n" == record(tmp_path, *options, *program)["stdout"]


def test_a_run_within_a_run_asks_for_itself(program, tmp_path):
    """The outer record's command is exeunt, which passes through what it gets."""
    assert "nothing there\n" == record(tmp_path, EXEUNT, "run", *program)["stdout"]
    inner = record(tmp_path, EXEUNT, "run", "--json", *program)["stdout"]
    assert "envelope" == json.loads(inner)["reading"]["certainty"]


def test_a_host_says_whether_it_reads_json(program):
    """exeunt.run() asks only if it is told to; nothing changes unasked."""
    assert "nothing there\n" == exeunt.run(program, log=False).stdout
    asked = exeunt.run(program, asks_json=True, log=False)
    assert "envelope" == asked.reading.certainty.value


def test_a_call_reads_json(program, tmp_path):
    """exeunt.call() acts on what the envelope says."""
    source = """
        import sys, exeunt
        called = exeunt.call(sys.argv[1:], log=False, store=False)
        print(called.completed.reading.certainty.value, called.decision.action.value)
    """

    assert "envelope stop\n" == host(source, *program, tmp_path=tmp_path)


def test_an_adopted_program_answers_unasked(tmp_path):
    """Mode 2: no option, no variable, and yet an envelope."""
    path = tmp_path / "notes.py"
    path.write_text(ADOPTED)
    found = record(tmp_path, PYTHON, str(path))

    assert 5 == found["exit_code"]
    assert ("NOT_FOUND", "envelope") == (
        found["reading"]["name"],
        found["reading"]["certainty"],
    )
    assert b"no such note" in run(tmp_path, PYTHON, str(path)).stderr
