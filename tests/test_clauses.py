"""Clauses we claim → tests that say they prove them."""

import csv
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import clauses

pytestmark = pytest.mark.checkout

ROOT = Path(__file__).parents[1]
# The clauses as their authors number them; not part of the repository.
CATALOGUE = ROOT.parent / "shared" / "facts" / "clauses.csv"


def test_every_claimed_clause_has_a_test():
    """A clause is claimed only if a collected test carries its mark."""
    claimed, _ = clauses.read()
    listing = subprocess.run(
        [sys.executable, clauses.__file__, "--json"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert 0 == listing.returncode, listing.stderr
    assert [] == [id_ for id_ in claimed if id_ not in json.loads(listing.stdout)]


def test_no_clause_is_both_claimed_and_planned():
    """A clause stands in one table."""
    claimed, planned = clauses.read()

    assert set() == claimed.keys() & planned.keys()


def test_each_clause_is_one_sentence():
    """Every id has a sentence of ours that ends like one."""
    claimed, planned = clauses.read()

    assert [] == [
        id_
        for id_, sentence in {**claimed, **planned}.items()
        if not sentence.endswith(".") or "\n" in sentence
    ]


@pytest.mark.skipif(not CATALOGUE.exists(), reason="the catalogue is not at hand")
def test_no_clause_is_forgotten():
    """Claimed and planned together are exactly the clauses of the catalogue."""
    claimed, planned = clauses.read()
    with CATALOGUE.open(encoding="utf-8", newline="") as file:
        known = {row["id"] for row in csv.DictReader(file)}

    assert known == claimed.keys() | planned.keys()


@pytest.mark.timeout(60)  # starts pytest three times
def test_a_mark_with_an_unknown_clause_stops_the_collection(tmp_path):
    """A misspelt id is an error that names the test and the id, on one core or two."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "requirements").mkdir()
    for name in (
        "pyproject.toml",
        "requirements/debian.txt",
        "tests/clauses.py",
        "tests/clauses.toml",
        "tests/conftest.py",
    ):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "tests" / "test_wrong.py").write_text(
        'import pytest\n\n\n@pytest.mark.clause("E99")\ndef test_it():\n    pass\n'
    )
    runs = [
        subprocess.run(
            [sys.executable, "-m", "pytest", "-n", cores, "tests"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        for cores in ("0", "2")
    ]

    for run in runs:
        assert 0 != run.returncode
        assert "::test_it proves clause 'E99', which" in run.stdout
