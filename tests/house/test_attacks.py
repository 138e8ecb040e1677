"""Attacks that are played → each says what holds it, and where that stands."""

import sys
from importlib import import_module
from pathlib import Path

import pytest

pytestmark = pytest.mark.checkout

ROOT = Path(__file__).parents[2]


@pytest.fixture
def attacks():
    """Every attack that a test says it plays."""
    sys.path.append(str(ROOT / "tools"))
    return import_module("_attacks").attacks()


def test_what_holds_an_attack_stands_once_in_the_source(attacks):
    """`make attacks` takes out the very words that an attack names, and no others."""
    wrong = [
        (attack.test, attack.file)
        for attack in attacks
        if (ROOT / attack.file).read_text(encoding="utf-8").count(attack.old) != 1
        or attack.old == attack.new
    ]

    assert [] == wrong


def test_an_attack_and_what_holds_it_are_a_sentence_each(attacks):
    """Their page is read by people."""
    said = [text for attack in attacks for text in (attack.tried, attack.held)]

    assert [] == [text for text in said if not text.endswith(".") or "\n" in text]


def test_every_test_of_an_attack_says_what_it_plays(attacks):
    """No test stands in that folder without its row on the page."""
    named = {attack.test.partition("[")[0] for attack in attacks}
    written = {
        f"{path.relative_to(ROOT)}::{line.removeprefix('def ').partition('(')[0]}"
        for path in (ROOT / "tests" / "attacks").glob("test_*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith("def test_")
    }

    assert written == named
