"""notes in other dialects → other numbers and streams, and no other program."""

import json

import pytest

pytestmark = pytest.mark.checkout

each_front = pytest.mark.parametrize(
    "front", ["click", "typer", "cyclopts", "argparse"]
)


@each_front
@pytest.mark.clause("M2")
def test_half_an_import_under_murli(notes, lines, front):
    """A partial failure is 3, said on stderr alone, with what was done."""
    file = lines('{"title": "three"}', "no JSON")

    ended = notes(front, "import", file, "--output", "json", dialect="murli")

    envelope = json.loads(ended.stderr.splitlines()[-1])
    assert (3, 3, "") == (ended.code, envelope["code"], ended.stdout)
    assert [{"effect": "created", "id": 3}] == envelope["result"]["effects"]


@pytest.mark.clause("M9")
def test_murli_is_told_which_items_failed(notes, lines):
    """What became of each line is in the envelope."""
    file = lines('{"title": "three"}', "no JSON")

    ended = notes("argparse", "import", file, "--output", "json", dialect="murli")

    assert "line 2" in ended.stderr.splitlines()[-1]


@each_front
def test_a_wrong_call_stays_two(notes, front):
    """Under agent-spec@1.6 a usage error is 2, at a terminal and in a pipe."""
    words = ["show", "x"]

    ended = notes(front, *words, "--output", "json", dialect="agent-spec@1.6")
    shown = notes(front, *words, terminal=True, dialect="agent-spec@1.6")

    assert (2, 2) == (ended.code, shown.code)
    assert "validation" == ended.envelope["error"]["phase"]
