"""docs/reference/coverage.md → no claim without its test, and no stale number."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.checkout

ROOT = Path(__file__).parents[2]


def check(root):
    """Run the tool that writes the page, in a checkout."""
    done = subprocess.run(
        [sys.executable, root / "tools" / "coverage.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "" == done.stderr
    return done.returncode, done.stdout


@pytest.fixture
def copy(tmp_path):
    """A checkout with as much as the page is made of."""
    (tmp_path / "tools").mkdir()
    for name in ("coverage.py", "_markdown.py", "_coverage.toml", "_failure_modes.csv"):
        shutil.copy(ROOT / "tools" / name, tmp_path / "tools")
    (tmp_path / "docs" / "reference").mkdir(parents=True)
    shutil.copy(ROOT / "docs/reference/coverage.md", tmp_path / "docs/reference")
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    return tmp_path


def test_the_page_is_fresh():
    """`python tools/coverage.py` would change nothing."""
    assert (0, "") == check(ROOT)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("test_a_pipe_without_data_is_nothing", "test_of_nothing", "is no test"),
        ('[15]\nanswer = "missing"', '[15]\nanswer = "native"', "are wanted"),
        ('[15]\nanswer = "missing"', '[15]\nanswer = "yes"', "yes is no answer"),
        ("[15]\n", "[115]\n", "not the same failure modes: [15, 115]"),
        ('answer = "partial"', 'answer = "native"', "is stale"),
    ],
)
def test_a_claim_that_does_not_hold_is_refused(copy, old, new, said):
    """A test that is not there, an answer without one, a score of yesterday."""
    data = copy / "tools" / "_coverage.toml"
    text = data.read_text(encoding="utf-8")
    assert old in text
    data.write_text(text.replace(old, new, 1), encoding="utf-8")
    code, output = check(copy)

    assert 1 == code
    assert said in output
