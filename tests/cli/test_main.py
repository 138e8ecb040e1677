"""Any words at all → help, an envelope, or two lines that say what is wrong."""

import fcntl
import os
import re
import signal
import subprocess
import sys
import termios
import time

import pytest

import exeunt
from command_line import (
    LAUNCHER,
    MODULE,
    at_terminal,
    data,
    envelope,
    environment,
    run,
    shell,
    too_wide,
)
from exeunt.cli.verbs import COMMON, VERBS, find
from running import HEEDING

COLOUR = re.compile(r"\x1b\[[0-9;]*m")

# Words → what exeunt exits with, and error.code.
WRONG = {
    "a code that is too large": (["explain", "300"], 3, "INVALID_INPUT"),
    "a signal that is none": (["explain", "-65"], 3, "INVALID_INPUT"),
    "a word": (["explain", "eleven"], 3, "INVALID_INPUT"),
    "an empty word": (["explain", ""], 3, "INVALID_INPUT"),
    "a blank": (["explain", " "], 3, "INVALID_INPUT"),
    "a dash": (["explain", "-"], 3, "INVALID_INPUT"),
    "a fraction": (["explain", "1.5"], 3, "INVALID_INPUT"),
    "an exponent": (["explain", "1e2"], 3, "INVALID_INPUT"),
    "digits of another script": (["explain", "\u0661\u0661"], 3, "INVALID_INPUT"),
    "10,000 digits": (["explain", "9" * 10_000], 3, "INVALID_INPUT"),
    "10,000 digits below zero": (["explain", "-" + "9" * 10_000], 3, "INVALID_INPUT"),
    "10,000 letters": (["explain", "x" * 10_000], 3, "INVALID_INPUT"),
    "no code": (["explain"], 3, "INVALID_INPUT"),
    "no code for a tool": (["explain", "grep", "x"], 3, "INVALID_INPUT"),
    "no code in translation": (["translate", "--from", "murli"], 3, "INVALID_INPUT"),
    "two codes": (["translate", "--from", "murli", "1", "2"], 3, "INVALID_INPUT"),
    "no dialect at all": (["translate", "8"], 3, "INVALID_INPUT"),
    "300 in translation": (["translate", "--to", "murli", "300"], 3, "INVALID_INPUT"),
    "two dialects": (["dialects", "murli", "holon"], 3, "INVALID_INPUT"),
    "two schemas": (["schema", "entry", "envelope"], 3, "INVALID_INPUT"),
    "a word for demo": (["demo", "please"], 3, "INVALID_INPUT"),
    "a value for a switch": (["explain", "--json=yes", "1"], 3, "INVALID_INPUT"),
    "no value": (["explain", "1", "--output"], 3, "INVALID_INPUT"),
    "no value for a dialect": (["explain", "1", "--dialect"], 3, "INVALID_INPUT"),
    "a mode that is none": (["explain", "--output", "xml", "1"], 3, "UNKNOWN_VALUE"),
    "a mode in front": (["--output=xml", "explain", "1"], 3, "UNKNOWN_VALUE"),
    "options only": (["--output", "text"], 3, "INVALID_INPUT"),
    "an unknown command": (["frobnicate"], 3, "UNKNOWN_COMMAND"),
    "an empty command": ([""], 3, "INVALID_INPUT"),
    "help on nothing": (["help", "frobnicate"], 3, "UNKNOWN_COMMAND"),
    "an unknown option": (["explain", "--frobnicate", "1"], 3, "UNKNOWN_OPTION"),
    "an option in front": (["--frobnicate"], 3, "UNKNOWN_OPTION"),
    "an unknown dialect": (["explain", "--dialect", "x", "1"], 3, "UNKNOWN_DIALECT"),
    "from nowhere": (["translate", "--from", "x", "1"], 3, "UNKNOWN_DIALECT"),
    "to nowhere": (["translate", "--to", "x", "1"], 3, "UNKNOWN_DIALECT"),
    "an unknown table": (["dialects", "x"], 3, "UNKNOWN_DIALECT"),
    "an unknown schema": (["schema", "x"], 3, "UNKNOWN_SCHEMA"),
    "an unknown tool": (["explain", "1", "frobnicate"], 5, "UNKNOWN_TOOL"),
    "a tool and a dialect": (
        ["explain", "--dialect", "murli", "1", "grep", "x"],
        3,
        "INVALID_INPUT",
    ),
    "a tool and a line": (
        ["explain", "--shell", "a && b", "1", "grep"],
        3,
        "INVALID_INPUT",
    ),
    "bytes that are no text": (["explain", b"caf\xe9\xff"], 3, "INVALID_INPUT"),
    "a tool that is no text": (["explain", "1", b"\xff\xfe"], 5, "UNKNOWN_TOOL"),
    "a dialect that is no text": (
        ["explain", b"--dialect=\xff", "1"],
        3,
        "UNKNOWN_DIALECT",
    ),
    "a surrogate": (["explain", "\udce9"], 3, "INVALID_INPUT"),
    "control characters": (["explain", "\x1b[2J\x07\x9b\r\n"], 3, "INVALID_INPUT"),
    "an option of control characters": (["explain", "--\x1b[2J"], 3, "UNKNOWN_OPTION"),
    "a command of control characters": (["\x1b]0;x\x07"], 3, "UNKNOWN_COMMAND"),
    "a tool of control characters": (["explain", "1", "\x1b[2J"], 5, "UNKNOWN_TOOL"),
    "a line turned round": (["explain", "\u202e11"], 3, "INVALID_INPUT"),
}

wrong = pytest.mark.parametrize(
    ("words", "code", "error_code"), WRONG.values(), ids=WRONG
)


@wrong
@pytest.mark.clause("R1", "R2", "R3", "R4", "R5", "R6", "R50", "E47")
def test_a_wrong_call_is_one_envelope_in_a_pipe(words, code, error_code):
    """What is wrong is said in one valid envelope, with the phase and what to do."""
    result = run(*words, "--json") if words == ["--output", "text"] else run(*words)
    said = envelope(result)

    assert code == result.code
    assert ["ok", "data", "error", "warnings", "meta"] == list(said)
    assert said["ok"] is False
    assert said["data"] is None
    assert [] == said["warnings"]
    assert error_code == said["error"]["code"]
    assert "validation" == said["error"]["phase"]
    assert said["error"]["retryable"] is (code == 3)
    assert said["error"]["suggestion"]
    assert "agent-spec" == said["meta"]["dialect"]


@wrong
def test_a_wrong_call_is_two_lines_for_a_person(words, code, error_code):
    """At a terminal stdout stays empty, and nothing steers the terminal."""
    del error_code  # a person is told in words
    result = at_terminal(*words, NO_COLOR="1")
    lines = result.stderr.splitlines()

    assert (code, "") == (result.code, result.stdout)
    assert ["error:", "try:"] == [line.partition(" ")[0] for line in lines]
    assert [] == [line for line in lines if not line.isprintable()]


@pytest.mark.parametrize(
    ("words", "near"),
    [
        (["explian", "1"], "explain"),
        (["--versoin"], "--version"),
        (["explain", "--dialct", "murli", "1"], "--dialect"),
        (["translate", "--form", "murli", "1"], "--from"),
        (["explain", "--dialect", "murly", "1"], "murli"),
        (["dialects", "agent-spec@1.5"], "agent-spec@1.6"),
        (["explain", "RATE_LIMITD"], "RATE_LIMITED"),
        (["translate", "--to", "murli", "not_fund"], "NOT_FOUND"),
        (["schema", "envelop"], "envelope"),
        (["explain", "--output", "jsn", "1"], "json"),
        (["explain", "1", "grpe"], "grep"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_a_typing_mistake_is_answered_with_the_near_word(words, near):
    """The suggestion names the word that was meant."""
    said = envelope(run(*words))

    assert said["error"]["suggestion"].startswith(f"did you mean {near}?")


@pytest.mark.parametrize("words", [[], ["help"], ["--help"], ["-h"], ["--json", "-h"]])
def test_every_way_to_ask_for_help_works(words):
    """The overview lists every command and fits the screen."""
    result = run(*words)

    assert (0, "") == (result.code, result.stderr)
    assert [] == [name for name in VERBS if f"\n  {name} " not in result.stdout]
    assert [] == too_wide(result.stdout)


@pytest.mark.parametrize("name", VERBS)
def test_a_command_has_its_page(name):
    """Both ways to a command's page lead to it, whatever else the call says."""
    page = run(name, "--help")

    assert 0 == page.code
    assert page == run("help", name)
    assert page == run(name, "--help", "too", "many", "words")
    assert [] == too_wide(page.stdout)
    for option in find(name).options:
        assert option.shown is (f"\n  {option.name} " in page.stdout)


@pytest.mark.parametrize("name", find("session").commands)
def test_a_verb_of_a_verb_has_its_page(name):
    """`exeunt session send --help`, and the same by help, with its own options."""
    page = run("session", name, "--help")
    command = find("session").commands[name]

    assert 0 == page.code
    assert page == run("help", "session", name)
    assert f"usage: exeunt session {name}" in page.stdout
    assert [] == too_wide(page.stdout)
    for option in command.options:
        assert option.shown is (f"\n  {option.name} " in page.stdout)
    assert f"\n  {name.ljust(6)}  {command.summary}\n" in run("help", "session").stdout


PAGES = [
    page
    for verb in map(find, VERBS)
    for page in (verb, *getattr(verb, "commands", {}).values())
]


@pytest.mark.parametrize("verb", PAGES, ids=lambda verb: verb.name)
def test_the_text_of_an_option_begins_with_a_verb(verb):
    """What happens comes first; what happens without it stands apart, in brackets."""
    for option in (*verb.options, *COMMON):
        first = option.help.split()[0]

        assert not option.shown or first.isalpha(), option.name
        assert first == first.lower(), option.name
        assert not {"a", "the", "of", "what", "where", "that", "how", "no"} & {first}
        assert "default" not in option.text, option.name
        assert not option.text.endswith("."), option.name


@pytest.mark.parametrize("verb", PAGES, ids=lambda verb: verb.name)
def test_a_page_begins_with_a_sentence(verb):
    """It says what the verb does."""
    assert verb.summary[0].isupper()
    assert verb.summary.endswith(".")


def test_the_page_of_session_start_has_what_it_takes_alone():
    """Not what makes no session, nor what one is in any case."""
    page = run("session", "start", "--help").stdout
    foreign = ("--retry", "--attempts", "--progress", "--once", "--max-input", "--pty",
               "--stdin", "--detach", "--envelope", "--quiet")  # fmt: skip

    assert [] == [name for name in foreign if f"\n  {name} " in page]
    assert "print one envelope [when piped]" in page
    assert "name the session [made up]" in page


APP = """
import argparse, exeunt
app = argparse.ArgumentParser()
app.set_defaults(func=print)
exeunt.adopt(app)()
"""
INSTALLED = f"#!{sys.executable}\nprint('nothing to correct')\n"


@pytest.mark.parametrize("name", VERBS)
def test_the_examples_of_a_page_work(name, tmp_path):
    """What a page shows can be typed as it stands, one line after another."""
    (tmp_path / "file").write_text("")
    (tmp_path / "app.py").write_text(APP)
    for contract in ("snapshot", "old", "new"):
        (tmp_path / f"{contract}.json").write_text('{"commands": {}}')
    (tmp_path / "bin").mkdir()
    (tmp_path / "codespell").write_text(INSTALLED)
    (tmp_path / "codespell").chmod(0o755)
    (tmp_path / "a.log").write_text("a line\n")
    (tmp_path / "urls").write_text("http://127.0.0.1/1\n")
    (tmp_path / "jobs.jsonl").write_text('{"argv": ["./send", "1"], "id": "1"}\n')
    for script in ("fetch", "send"):
        (tmp_path / script).write_text("#!/bin/sh\n")
        (tmp_path / script).chmod(0o755)
    env = {
        "HOME": str(tmp_path),
        "PATH": os.pathsep.join([environment()["PATH"], str(tmp_path)]),
        "XDG_STATE_HOME": str(tmp_path / "state"),
    }
    for line, _ in find(name).examples:
        result = shell(line, cwd=tmp_path, **env)

        assert (0, "") == (result.code, result.stderr), line


def test_the_launcher_and_the_module_are_the_same():
    """`exeunt` and `python -m exeunt` differ in nothing but how they are found."""
    for words in (["11", "--output=text"], ["eleven", "--output=text"], ["--help"]):
        assert run("explain", *words) == run("explain", *words, program=LAUNCHER)


@pytest.mark.parametrize("word", ["--version", "-V"])
def test_the_version_is_one_line(word):
    """The version is the package's."""
    assert (0, f"exeunt {exeunt.__version__}\n", "") == run(word, program=LAUNCHER)


CALLS = {
    "explain": ["explain", "11"],
    "a tool": ["explain", "1", "grep", "-q", "x", "file"],
    "translate": ["translate", "--from", "murli", "8"],
    "dialects": ["dialects"],
    "schema": ["schema"],
    "ARG_ERROR": ["explain", "eleven"],
    "NOT_FOUND": ["explain", "1", "frobnicate"],
}


@pytest.mark.parametrize("words", CALLS.values(), ids=CALLS)
@pytest.mark.clause("R56")
def test_the_mode_changes_what_is_printed_and_nothing_else(words):
    """The exit code is the same in JSON, in text and at a terminal."""
    in_json = run(*words)
    in_text = run(*words, EXEUNT_OUTPUT="text")
    for_person = at_terminal(*words)

    assert in_json.code == in_text.code == for_person.code
    assert envelope(in_json)["ok"] is (in_json.code == 0)
    assert in_text.stdout == COLOUR.sub("", for_person.stdout)
    assert in_text.stderr == COLOUR.sub("", for_person.stderr)
    assert [] == too_wide(in_text.stdout)


@pytest.mark.parametrize(
    ("words", "env", "is_json"),
    [
        (["explain", "11"], {}, True),
        (["explain", "11"], {"EXEUNT_OUTPUT": "text"}, False),
        (["explain", "11"], {"EXEUNT_OUTPUT": "json"}, True),
        (["explain", "--output", "text", "11"], {}, False),
        (["explain", "--output=text", "11"], {}, False),
        (["explain", "11", "--output", "text"], {}, False),
        (["--output", "text", "explain", "11"], {}, False),
        (["--output=text", "explain", "11"], {}, False),
        (["explain", "--json", "11"], {"EXEUNT_OUTPUT": "text"}, True),
        (["explain", "--output", "json", "11"], {"EXEUNT_OUTPUT": "text"}, True),
        (["explain", "--output", "text", "11"], {"EXEUNT_OUTPUT": "json"}, False),
        (["--json", "explain", "11"], {"EXEUNT_OUTPUT": "text"}, True),
        (["explain", "--json", "--output", "text", "11"], {}, True),
    ],
    ids=str,
)
def test_the_mode_can_be_chosen_in_a_pipe(words, env, is_json):
    """An option wins over EXEUNT_OUTPUT, and that over what stdout is."""
    assert is_json is run(*words, **env).stdout.startswith("{")


@pytest.mark.parametrize(
    ("words", "env", "is_json"),
    [
        (["explain", "11"], {}, False),
        (["explain", "--json", "11"], {}, True),
        (["explain", "11", "--json"], {}, True),
        (["explain", "RATE_LIMITED", "--json"], {}, True),
        (["explain", "grep", "x", "1", "--json"], {}, True),
        (["explain", "11"], {"EXEUNT_OUTPUT": "json"}, True),
        (["explain", "--output", "text", "11"], {"EXEUNT_OUTPUT": "json"}, False),
    ],
    ids=str,
)
def test_the_mode_can_be_chosen_at_a_terminal(words, env, is_json):
    """The same rules hold where text is the default."""
    assert is_json is at_terminal(*words, **env).stdout.startswith("{")


@pytest.mark.parametrize(
    ("env", "coloured"),
    [
        ({}, True),
        ({"NO_COLOR": ""}, True),
        ({"NO_COLOR": "1"}, False),
        ({"NO_COLOR": "0"}, False),
        ({"TERM": "dumb"}, False),
        ({"TERM": None}, True),
    ],
    ids=str,
)
@pytest.mark.parametrize("words", [["explain", "11"], ["explain", "x"], ["--help"]])
def test_colour_is_for_those_who_want_it(words, env, coloured):
    """NO_COLOR counts when it is not empty, as its convention says."""
    result = at_terminal(*words, **env)

    assert coloured is bool(COLOUR.search(result.stdout + result.stderr))


def test_a_pipe_is_never_coloured():
    """Text that goes into a file has no escape sequences."""
    result = run("dialects", "--output", "text")

    assert "\x1b" not in result.stdout


@pytest.mark.parametrize("words", [["dialects"], ["explain", "x"], ["--help"]])
@pytest.mark.parametrize("mode", ["json", "text"])
def test_a_reader_that_went_away_is_no_error(words, mode):
    """The call ends as it would have, and says nothing about the pipe."""
    expected = run(*words, EXEUNT_OUTPUT=mode)
    with subprocess.Popen(
        ["true"], stdin=subprocess.PIPE, env=environment()
    ) as gone:  # once it has ended, nobody reads its stdin
        gone.wait()
        result = subprocess.run(
            [*MODULE, *words],
            stdout=gone.stdin,
            stderr=subprocess.PIPE,
            env=environment(EXEUNT_OUTPUT=mode),
            check=False,
        )

    assert expected.code == result.returncode
    assert expected.stderr == result.stderr.decode()


def test_head_gets_its_line():
    """`exeunt dialects | head -n 1` prints a line, and nothing else."""
    result = shell("exeunt dialects --output text | head -n 1")

    assert (0, "") == (result.code, result.stderr)
    assert 1 == len(result.stdout.splitlines())


@pytest.mark.parametrize(
    ("redirect", "why"),
    [(">&-", "Bad file descriptor"), (">/dev/full", "No space left on device")],
)
@pytest.mark.parametrize(
    ("words", "code"), [("explain 11", 1), ("explain eleven", 3), ("--help", 1)]
)
@pytest.mark.clause("R57")
def test_a_result_that_is_not_delivered_is_no_success(words, code, redirect, why):
    """Without its output a call fails, by its own code if it has one."""
    result = shell(f"exeunt {words} {redirect}")

    assert code == result.code
    assert "" == result.stdout
    assert f"error: the result could not be written: {why}\n" == result.stderr


@pytest.mark.parametrize("redirect", ["2>&-", "2>/dev/full", ">&- 2>&-", "<&-"])
def test_without_its_streams_exeunt_still_ends_by_its_code(redirect):
    """A missing stream changes neither the code of a failure nor brings a traceback."""
    result = shell(f"exeunt explain --output text eleven {redirect}")

    assert 3 == result.code
    assert "Traceback" not in result.stderr


@pytest.mark.clause("R17", "R49")
def test_a_success_says_how_long_it_took():
    """meta has the milliseconds, the envelope's version and the dialect."""
    said = envelope(run("explain", "11"))

    assert said["ok"] is True
    assert said["error"] is None
    fields = ["duration_ms", "schema_version", "dialect", "exit_code"]
    assert fields == list(said["meta"])
    assert 0 <= said["meta"]["duration_ms"] < 10_000


def test_options_stand_anywhere_before_the_words_of_a_tool():
    """Common options come before the command, after it, or after the code."""
    expected = data("explain", "--json", "3")

    assert expected == data("--json", "explain", "3")
    assert expected == data("explain", "3", "--json")
    assert expected == data("--output", "json", "--json", "explain", "3")


def test_what_follows_two_dashes_is_no_option():
    """After -- even --json is a word."""
    said = envelope(run("explain", "--", "--json"))

    assert "'--json' is not an exit code" == said["error"]["message"]


@pytest.mark.skipif(sys.platform != "linux", reason="sets the size of a pipe")
@pytest.mark.parametrize("mode", ["json", "text"])
@pytest.mark.clause("K22")
def test_an_interrupt_while_it_prints_adds_nothing(mode):
    """Half an answer is in the pipe: no second one follows, and no traceback."""
    reader, writer = os.pipe()
    room = fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)
    process = subprocess.Popen(
        [*HEEDING, *MODULE, "schema", "run-record", "--output", mode],
        stdout=writer,
        stderr=subprocess.PIPE,
        env=environment(),
        text=True,
    )
    os.close(writer)
    while waiting_in(reader) < room and process.poll() is None:
        time.sleep(0.001)
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate()
    printed = os.read(reader, 2 * room)
    os.close(reader)

    assert (-signal.SIGINT, "") == (process.returncode, stderr)
    assert room == len(printed)
    assert b"CANCELLED" not in printed


def waiting_in(pipe):
    """Count the bytes that nobody has read yet."""
    found = fcntl.ioctl(pipe, termios.FIONREAD, bytes(4))
    return int.from_bytes(found, sys.byteorder)
