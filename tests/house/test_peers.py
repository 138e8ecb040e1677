"""The page of the peers' behaviours → each row has a test that exists, or a reason."""

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.checkout

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "reference" / "peers.md"
HEADS = ("behaviour", "---")


def rows():
    """The three cells of each row."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    cells = [line.strip("|").split("|") for line in lines if line.startswith("|")]
    found = [tuple(cell.strip() for cell in row) for row in cells]
    return [row for row in found if row[0] not in HEADS]


def test_each_test_that_a_row_names_exists():
    """By its file and its name: whoever renames one renames it there."""
    missing = []
    for behaviour, _, proof in rows():
        file, _, name = proof.strip("`").partition("::")
        path = ROOT / "tests" / file
        there = path.is_file() and f"def {name}(" in path.read_text(encoding="utf-8")
        if proof and not there:
            missing.append((behaviour, proof))

    assert [] == missing


def test_a_row_without_a_test_has_a_reason():
    """It does not hold, and what one does instead is said."""
    assert [] == [
        row for row in rows() if not row[2] and not re.match(r"no: .{20,}", row[1])
    ]


def test_what_holds_is_said_in_one_of_four_words():
    """It holds, differs, is refused, or does not hold; a reason follows."""
    assert [] == [
        row for row in rows() if not re.match(r"(holds|no:|differs:|refused)", row[1])
    ]
    assert len(rows()) >= 90
