"""The pages about adopting → they say what the package and the examples say."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from exeunt.leaving.classify import DEFAULTS, ERROR_CODES

pytestmark = pytest.mark.checkout

ROOT = Path(__file__).parents[2]


def test_the_count_of_lines_is_fresh():
    """`python tools/before_after.py` would change nothing."""
    check = subprocess.run(
        [sys.executable, ROOT / "tools" / "before_after.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (0, "", "") == (check.returncode, check.stdout, check.stderr)


def test_no_handler_was_edited():
    """In every framework the bodies of the handlers are the same before and after."""
    text = (ROOT / "docs" / "explanation" / "before-and-after.md").read_text()
    rows = re.findall(r"^\| \w+ \| (\d+) \| (\d+) \| (\d+) \|$", text, re.MULTILINE)

    assert 4 == len(rows)
    assert ["0"] * 4 == [edited for _, _, edited in rows]
    assert all(int(added) <= 20 for added, _, _ in rows)


@pytest.mark.clause("E54")
def test_the_default_map_is_documented():
    """Each standard exception that has a code is listed with it, and no other is."""
    text = (ROOT / "docs" / "how-to" / "map-exceptions.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \| `(\w+)` \| `(\w+)` \|$", text, re.MULTILINE)

    expected = [
        (name, code.name, ERROR_CODES.get(name, code.name))
        for name, code in DEFAULTS.items()
    ]
    assert expected == rows
