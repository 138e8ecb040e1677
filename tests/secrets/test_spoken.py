"""A record → which of its fields hold what the command itself has said."""

import json

import pytest

import exeunt
from running import (
    at_limit,
    record,
    run,
    sh,
)

MOVED = {
    "ok": False,
    "data": None,
    "error": {
        "code": "REDIRECTED",
        "message": "it moved",
        "retryable": False,
        "redirect": {"command": "app new", "permanent": False},
    },
    "warnings": [],
    "meta": {"duration_ms": 1, "dialect": "agent-spec@1.6"},
}


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("echo a", ["stdout"]),
        ("echo a >&2", ["stderr"]),
        ("echo a; echo b >&2; exit 3", ["stdout", "stderr"]),
        ("exit 3", []),
    ],
)
def test_a_record_says_what_the_command_has_said(line, fields, tmp_path):
    """Mode 25: those of its fields that are there, in the record and the envelope."""
    assert fields == record(tmp_path, *sh(line))["untrusted"]
    assert fields == exeunt.run(sh(line), log=False).as_dict()["untrusted"]
    said = json.loads(run(tmp_path, "--envelope", *sh(line)).stdout)
    place = "data" if said["ok"] else "meta.run"
    assert [f"{place}.{name}" for name in fields] == said["meta"]["untrusted"]


def test_a_screen_and_a_prompt_are_the_commands_words(tmp_path):
    """What a program shows is what it says."""
    ready = tmp_path / "ready"
    paint = sh(f"printf '\\033[?1049hhello'; : >{ready}; sleep 60")
    found = at_limit("command", tmp_path, paint, ready, pty=True)

    assert "hello" == found["screen"]
    assert ["screen"] == [
        name for name in found["untrusted"] if name != "waiting.prompt"
    ]


def test_a_redirect_is_in_the_commands_words(tmp_path):
    """The words to run instead come from it, and nobody has checked them."""
    app = tmp_path / "app"
    app.write_text(f"#!/bin/sh\necho '{json.dumps(MOVED)}'\nexit 13\n")
    app.chmod(0o755)
    found = record(tmp_path, "--env", f"PATH={tmp_path}", "app", "old")

    assert ["app", "new"] == found["next"]["command"]
    assert ["stdout", "next.command"] == found["untrusted"]


def test_what_was_never_run_has_said_nothing(tmp_path):
    """What is wrong is in our own words."""
    assert [] == record(tmp_path, "no-such-command")["untrusted"]
    assert [] == json.loads(run(tmp_path, "--json").stdout)["untrusted"]
