"""Fragments in changelog.d/ → notes for the next release."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.checkout

ROOT = Path(__file__).parents[2]
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
TYPES = [row["directory"] for row in CONFIG["tool"]["towncrier"]["type"]]
# An issue's number, or + and a word where there is none.
NAME = re.compile(rf"(\d+|\+[a-z0-9-]+)\.({'|'.join(TYPES)})(\.\d+)?\.md")


def test_the_types_are_those_we_document():
    """A change is of one of five types."""
    assert ["contract", "feature", "fix", "doc", "misc"] == TYPES


def test_every_fragment_has_a_name_that_towncrier_reads():
    """towncrier drops a misnamed fragment without a word, so the names are checked."""
    names = [path.name for path in (ROOT / "changelog.d").iterdir()]

    assert [] == [
        name for name in names if name != "README.md" and not NAME.fullmatch(name)
    ]


@pytest.mark.parametrize(
    "name", ["12.feature.md", "+atlas.contract.md", "12.fix.1.md", "+a-b.misc.md"]
)
def test_a_good_name_is_accepted(name):
    """A number or +word, a type, and .md."""
    assert NAME.fullmatch(name)


@pytest.mark.parametrize(
    "name", ["feature.md", "12.bugfix.md", "12.fix", "atlas.fix.md", "12.fix.txt"]
)
def test_a_bad_name_is_rejected(name):
    """No number, no known type or another ending."""
    assert not NAME.fullmatch(name)


def test_the_notes_can_be_built():
    """towncrier reads its settings and every fragment."""
    draft = subprocess.run(
        [sys.executable, "-m", "towncrier", "build", "--draft", "--version", "0.0.0"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert 0 == draft.returncode, draft.stderr
    assert "## 0.0.0" in draft.stdout
