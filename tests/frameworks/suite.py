"""ways.toml → one test per way out; each framework's test file runs them all.

Every way is a process of its own, in JSON through pipes, and at a terminal.
"""

import json
import sys
import tomllib
from pathlib import Path

import jsonschema
import pytest

import command_line
import exeunt
from adopted import shown
from exeunt.cli.schema import schema

HERE = Path(__file__).parent
WAYS = tomllib.loads((HERE / "ways.toml").read_text())
DIALECTS = ("agent-spec", "agent-spec@1.6", "murli", "holon")
SOURCE = str(Path(exeunt.__file__).parents[1])  # the actors load what is tested
ENVELOPE = jsonschema.Draft7Validator(schema("envelope"))
# What every framework tries in every dialect; one of them tries all.
REPRESENTATIVE = (
    "data",
    "help",
    "unknown-flag",
    "missing-argument",
    "ill-typed-argument",
    "unknown-command",
    "invalid-value",
    "rejected-when-mutating",
    "failed",
    "failed-after-effect",
    "failed-with-own-code",
    "mapped-by-app",
    "unmapped",
    "timeout",
    "cancelled",
)
CLAUSES = {  # way → what it proves; checked against tests/clauses.toml at collection
    "rejected-when-safe": ("E52", "E59"),
    "rejected-when-mutating": ("E52", "E59"),
    "rejected-after-effect": ("E25", "K25"),
    "failed-arguments-mutating": ("E52", "E59"),
    "failed-after-effect": ("K25",),
    "mapped-by-command": ("E54",),
    "mapped-by-app": ("E54",),
    "mapped-by-default": ("E54",),
    "mapped-when-mutating": ("K25",),
    "mapped-after-effect": ("K25",),
    "exit-declared-after-effect": ("K25",),
    "looks-like-an-envelope": ("R44",),
    "cancelled": ("K22",),
    "interrupted": ("K22",),
}
IN_DIALECT = {
    ("murli", "failed"): ("M2",),
    ("murli", "unknown-flag"): ("M7",),
    ("murli", "missing-argument"): ("M7",),
    ("murli", "ill-typed-argument"): ("M7",),
    ("murli", "unknown-command"): ("M7",),
    ("murli", "unmapped"): ("M8",),
    ("murli", "failed-after-effect"): ("M9",),
    ("murli", "timeout"): ("M10",),
    ("murli", "cancelled"): ("M10", "K22"),
    ("holon", "data"): ("H1",),
    ("holon", "failed"): ("H2",),
    ("holon", "unknown-flag"): ("H3", "K26"),
    ("holon", "invalid-value"): ("H5", "K26"),
    ("holon", "mapped-by-app"): ("H6",),
    ("holon", "state"): ("H7",),
    ("holon", "promoted-state"): ("H8",),
}


def ways(framework, *, only=None, but=()):
    """The ways out that a framework has, as parameters."""
    return [
        pytest.param(name, marks=pytest.mark.clause(*CLAUSES.get(name, ())))
        if name in CLAUSES
        else name
        for name, way in WAYS.items()
        if framework in way.get("in", (framework,))
        and way["terminal"] not in but
        and (only is None or name in only)
    ]


def in_dialects(framework, only=REPRESENTATIVE):
    """Ways × dialects, as parameters."""
    return [
        pytest.param(
            name,
            speak,
            marks=[pytest.mark.clause(*IN_DIALECT[speak, name])]
            if (speak, name) in IN_DIALECT
            else [],
        )
        for speak in DIALECTS[1:]
        for name, way in WAYS.items()
        if framework in way.get("in", (framework,)) and (only is None or name in only)
    ]


def program(framework):
    """The actor that ends in each of the ways."""
    return (sys.executable, HERE / "actors" / f"app_{framework}.py")


def words_of(name):
    """What is typed for a way out."""
    return WAYS[name].get("words", [name])


def run(framework, *words, **env):
    """Call an actor with its streams in pipes."""
    env["PYTHONPATH"] = SOURCE
    return command_line.run(*words, program=program(framework), **env)


def at_terminal(framework, *words, **env):
    """Call an actor at a terminal."""
    env["PYTHONPATH"] = SOURCE
    return command_line.at_terminal(*words, program=program(framework), **env)


def run_text(program_text, *words, **env):
    """Call a program that is written in the test, with its streams in pipes."""
    env["PYTHONPATH"] = SOURCE
    program_words = (sys.executable, "-c", program_text)
    return command_line.run(*words, program=program_words, **env)


def data_of(program_text, *words):
    """The data of a program that is written in the test, and succeeds."""
    ended = run_text(program_text, *words, "--output", "json")
    assert 0 == ended.code, ended
    return one_document(ended.stdout)["data"]


def error_of(program_text, *words):
    """The number and the error of a program that is written in the test."""
    ended = run_text(program_text, *words, "--output", "json")
    return ended.code, one_document(ended.stdout)["error"]


def check_import(framework):
    """Importing an adopted program runs nothing."""
    actors = str(HERE / "actors")
    text = f"import sys; sys.path.insert(0, {actors!r}); import app_{framework}"
    ended = run_text(text, "data")

    assert (0, "", "") == ended


def check_completion(framework):
    """A shell asks for completions and gets those of the program as it was."""
    asked = {"_APP_COMPLETE": "bash_complete", "COMP_WORDS": "app typ"}
    asked |= {"COMP_CWORD": "1", "_TYPER_COMPLETE_ARGS": "app typ"}
    if framework == "typer":
        asked["_APP_COMPLETE"] = "complete_bash"
    ended = run(framework, **asked)

    assert run(framework, **asked, BARE="1") == ended
    assert (0, True) == (ended.code, "typed" in ended.stdout)


def call(framework, name, **env):
    """Take a way out in JSON mode, with the streams in pipes."""
    return run(framework, *words_of(name), "--output", "json", **env)


def one_document(text):
    """The one JSON document that a stream holds, on a line of its own."""
    assert text.isascii()
    assert 1 == text.count("\n") == len(text.splitlines()), text
    return json.loads(text)


def check_json(framework, name):
    """In JSON mode: one envelope on stdout, as the table says, and its number."""
    way = WAYS[name]
    ended = call(framework, name)

    assert way["exits"][0] == ended.code, ended
    if way.get("untouched"):
        assert bare(framework, name) == ended
        return
    document = one_document(ended.stdout)
    ENVELOPE.validate(document)
    assert shown(ended.code) == document["meta"]["exit_code"]
    check_stderr(way, ended.stderr)
    check_envelope(way, document)


def check_envelope(way, document):
    """The envelope says what the table says, and no more."""
    meta = {
        key: value
        for key, value in document["meta"].items()
        if key not in {"duration_ms", "schema_version", "dialect", "exit_code"}
    }
    assert way.get("warns", 0) == len(document["warnings"])
    if way["code"] == "SUCCESS":
        assert document["ok"] is True
        assert json.loads(way["data"]) == document["data"]
        assert json.loads(way.get("meta", "{}")) == meta
        return
    error = document["error"]
    assert (way["error"], way["phase"]) == (error["code"], error["phase"])
    assert way.get("retryable") in (None, error["retryable"])
    assert "Traceback" not in json.dumps(document)
    assert way.get("suggests", "") in (error.get("suggestion") or "")
    done = {"effects": [{"effect": "created", "id": 7}], "error": way["error"]}
    assert (done if way.get("effects") else None) == meta.get("partial")


def check_stderr(way, stderr):
    """Nothing on stderr but what the table says."""
    expected = way.get("stderr")
    if expected == "the traceback":
        assert "Traceback (most recent call last)" in stderr
    else:
        assert (expected or "") == stderr.rstrip("\n")


def bare(framework, name):
    """Take a way out of the program as it was before it was adopted."""
    return run(framework, *words_of(name), BARE="1")


def check_terminal(framework, name):
    """At a terminal: the same number, and what a person saw before."""
    way, words = WAYS[name], words_of(name)
    ended = at_terminal(framework, *words)

    assert way["exits"][0] == ended.code, ended
    assert '"ok"' not in ended.stdout or name == "looks-like-an-envelope"
    if way["terminal"] == "same" and framework not in way.get("unlike", ()):
        before = at_terminal(framework, *words, BARE="1")
        assert (before.stdout, before.stderr) == (ended.stdout, ended.stderr)


def check_dialect(framework, name, speak):
    """In each dialect: its number, its streams, its envelope, at a terminal, too."""
    way = WAYS[name]
    ended = call(framework, name, SPEAK=speak)

    assert way["exits"][DIALECTS.index(speak)] == ended.code, ended
    if way.get("untouched"):
        assert bare(framework, name) == ended
    elif speak == "murli":
        check_murli(way, ended)
    elif speak == "holon":
        check_holon(way, ended)
    else:
        document = one_document(ended.stdout)
        assert speak == document["meta"]["dialect"]
        assert shown(ended.code) == document["meta"]["exit_code"]
        assert (way["code"] == "SUCCESS") is document["ok"]
        check_stderr(way, ended.stderr)


def check_murli(way, ended):
    """A result on stdout, or an error envelope as the last line of stderr."""
    if way["code"] == "SUCCESS":
        assert "ok" == one_document(ended.stdout)["status"]
        return
    document = json.loads(ended.stderr.splitlines()[-1])
    assert "" == ended.stdout
    assert ("error", ended.code) == (document["status"], document["code"])
    assert ("result" in document) is bool(way.get("effects"))
    if way["code"] in {"GENERAL_ERROR", "PARTIAL_FAILURE"}:
        assert document["recoverable"] is False
    if way["code"] in {"ARG_ERROR", "TIMEOUT"} and not way.get("effects"):
        assert document["recoverable"] is True


def check_holon(way, ended):
    """A result on stdout, or prose on stderr and an empty stdout."""
    if way["code"] == "SUCCESS":
        expected, said = json.loads(way["data"]), json.loads(ended.stdout)
        assert expected == said or (expected, said) == (None, {})
        return
    assert "" == ended.stdout
    assert ended.stderr.strip()
