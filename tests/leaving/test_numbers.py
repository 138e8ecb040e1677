"""A number that nobody declared → changed and said, or kept as it was."""

import json
import os
import signal

import pytest

from adopted import FRAMEWORKS, envelope, run, said
from exeunt import Exited, read
from exeunt.dialects.dialect import dialect
from exeunt.errors import DeclarationError
from exeunt.leaving.adopt import adopt
from frameworks import suite

EVERY = pytest.mark.parametrize("framework", FRAMEWORKS)
KEEP = "exits='keep'"
CHANGED = "exeunt: app ends with 1, not 42, which it does not declare\n"


@EVERY
def test_a_number_that_is_changed_is_said_once(framework):
    """In text mode, behind the program's own words; in JSON it stands in meta."""
    body = "print('why', file=sys.stderr); sys.exit(42)"
    text, asked = run(body, framework, mode="text"), run(body, framework)

    assert (1, "", f"why\n{CHANGED}") == text
    assert (1, "why\n") == (asked.code, asked.stderr)
    assert 42 == envelope(asked)["meta"]["own_exit_code"]


@EVERY
@pytest.mark.parametrize("promises", ["", "exits={ExitCode.NOT_FOUND: 'gone'}"])
def test_a_number_that_stays_is_not_spoken_of(framework, promises):
    """1 is 1, and what is declared is what it was."""
    number = 5 if promises else 1
    ended = run(f"sys.exit({number})", framework, mode="text", promises=promises)

    assert number == ended.code
    assert "exeunt:" not in ended.stderr


def test_the_number_of_an_error_of_click_is_said_as_well():
    """Behind what Click shows of it."""
    body = "error = click.ClickException('why'); error.exit_code = 42; raise error"

    assert (1, "", f"Error: why\n{CHANGED}") == run(body, "click", mode="text")


def test_in_dev_mode_the_complaint_says_it(monkeypatch):
    """Once is enough."""
    monkeypatch.setenv("EXEUNT_DEV", "1")
    for options in ("", KEEP):
        stderr = run("sys.exit(42)", mode="text", options=options).stderr

        assert 1 == stderr.count("UndeclaredExit: do ended with 42")
        assert "exeunt: app" not in stderr


@EVERY
@pytest.mark.parametrize("mode", ["text", "json"])
@pytest.mark.parametrize(
    ("body", "number"),
    [
        ("sys.exit(42)", 42),
        ("sys.exit(-1)", 255),
        ("sys.exit('no')", 1),
        ("raise ValueError('no')", 1),
        ("raise FileNotFoundError('no')", 1),
        ("fail(ExitCode.NOT_FOUND, 'gone')", 5),
    ],
)
def test_a_program_may_keep_its_numbers(framework, mode, body, number):
    """What nobody declared ends as it did; what somebody names, as the name says."""
    ended = run(body, framework, mode=mode, options=KEEP)

    assert number == ended.code
    assert "exeunt:" not in ended.stderr
    if mode == "json":
        assert "kept" == envelope(ended)["meta"]["dialect"]


@EVERY
@pytest.mark.parametrize("mode", ["text", "json"])
def test_a_rejected_call_keeps_the_number_of_its_framework(framework, mode):
    """It is 2 in most of them."""
    ended = run("pass", framework, words=["--nope"], mode=mode, options=KEEP)

    assert (1 if framework == "cyclopts" else 2) == ended.code


@pytest.mark.parametrize(
    ("body", "number"),
    [
        ("raise click.Abort", 1),
        ("click.get_current_context().exit(42)", 42),
        ("raise click.UsageError('no')", 2),
        ("raise click.ClickException('no')", 1),
    ],
)
def test_what_click_ends_with_is_kept(body, number):
    """Its own exceptions have their own numbers."""
    for mode in ("text", "json"):
        assert number == run(body, "click", mode=mode, options=KEEP).code


@pytest.mark.parametrize("framework", ["argparse", "click"])
def test_what_the_author_declares_is_not_kept_from_it(framework):
    """By number, by name and by exception."""
    parts = {
        "options": f"{KEEP}, raises={{KeyError: ExitCode.CONFLICT}}",
        "promises": "exits={ExitCode.NOT_FOUND: 'gone', ExitCode.CONFLICT: 'taken'}",
    }

    assert (5, "NOT_FOUND") == said(run("sys.exit(5)", framework, **parts))
    assert (6, "CONFLICT") == said(run("raise KeyError('x')", framework, **parts))


@pytest.mark.skipif(os.name != "posix", reason="about POSIX signals")
def test_a_signal_kills_who_keeps_numbers():
    """There is no number for that."""
    body = f"os.kill(os.getpid(), {int(signal.SIGTERM)}); time.sleep(60)"

    assert (-15, "CANCELLED") == said(run(body, options=KEEP))


def test_a_number_that_was_kept_is_read_as_a_guess():
    """No number of it promises anything, whatever the model has under it."""
    ended = run("sys.exit(12)", options=KEEP)
    by_envelope = read(Exited(12), ended.stdout.encode(), ended.stderr.encode())
    for reading in (by_envelope, read(Exited(12), dialect="kept")):
        assert ("kept", "GENERAL_ERROR", "guess") == (
            reading.dialect,
            reading.name,
            reading.certainty.value,
        )
        assert not reading.repeat_identical
    assert "guess" == read(Exited(0), dialect="kept").certainty.value


def test_the_manifest_names_the_dialect_and_only_what_is_declared():
    """A rejected call has another number in each framework, so none is promised."""
    source = suite_program("exits={ExitCode.NOT_FOUND: 'gone'}, timeout=9")
    ended = suite.run_text(source, "manifest", "--output", "json")
    found = json.loads(ended.stdout)["data"]

    assert "kept" == found["dialect"]
    assert {"0", "1", "5"} == set(found["commands"]["do"]["exit_codes"])
    assert dialect("kept").keeps


def suite_program(promises):
    """Write a program that keeps its numbers."""
    from adopted import program

    return program("sys.exit(42)", promises=promises, options=KEEP)


@pytest.mark.parametrize(
    "options",
    [{"exits": "drop"}, {"exits": {}}, {"exits": "keep", "dialect": "murli"}],
)
def test_what_cannot_be_kept_is_refused_at_once(options):
    """The error says what to write instead."""
    with pytest.raises(DeclarationError, match=r"pass exits=|leave one of them out"):
        adopt(None, **options)


NAMED = """
from enum import IntEnum
class End(IntEnum):
    WELL = 0
    ILL = 42
"""


@pytest.mark.parametrize("mode", ["text", "json"])
@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_a_number_may_have_a_name(framework, mode):
    """A success by an IntEnum is one, and a failure is the number it stands for."""
    ends = {
        name: run(f"sys.exit(End.{name})", framework, before=NAMED, mode=mode)
        for name in ("WELL", "ILL")
    }

    assert [0, 1] == [ended.code for ended in ends.values()]
    told = ends["ILL"].stderr if mode == "text" else ends["ILL"].stdout
    assert ("", True) == (ends["WELL"].stderr, "42" in told)


def test_a_number_with_a_name_may_be_returned():
    """As many an argparse program does; True and False are data."""
    codes = [run(f"return End.{name}", before=NAMED).code for name in ("WELL", "ILL")]

    assert [0, 1] == codes
    assert {} == envelope(run("return End.WELL", before=NAMED))["data"]
    assert {"value": True} == envelope(run("return True"))["data"]
