"""scenarios/pairs.toml → no break of a real release is called additive."""

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from exeunt.manifest.changes import RULES
from exeunt.manifest.levels import VERDICTS

pytestmark = pytest.mark.checkout

PAIRS = Path(__file__).parents[2] / "scenarios" / "pairs.toml"


def judged():
    """Return each row of the file, with the name of its pair."""
    pairs = tomllib.loads(PAIRS.read_text("utf-8"))["pair"]
    return [(pair["name"], row) for pair in pairs for row in pair["change"]]


def test_what_was_judged_can_be_judged_again():
    """Each row names a change of the table, and a call of both releases."""
    rows = [row for _, row in judged()]

    assert set() == {row["change"] for row in rows} - RULES.keys()
    assert set() == {row[n] for row in rows for n in ("verdict", "truth")} - {*VERDICTS}
    assert all(row["call"] and {"old", "new"} <= row.keys() for row in rows)


def test_no_break_is_called_additive_and_hardly_anything_a_break():
    """At most one false break in a pair; how it was seen is run by make replay."""
    wrong = [(name, row) for name, row in judged() if row["verdict"] != row["truth"]]
    alarms = Counter(name for name, row in wrong if row["verdict"] == "breaking")

    assert [] == [row for _, row in wrong if row["verdict"] != "breaking"]
    assert all(count <= 1 for count in alarms.values())
