"""requirements/ → installs the same everywhere, from any index."""

import re
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.checkout

ROOT = Path(__file__).parents[2]
PROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
CONFIG = tomllib.loads(PROJECT)
LOCKS = sorted(
    set((ROOT / "requirements").glob("*.txt")) - {ROOT / "requirements/debian.txt"}
)


def pins(lock):
    """Package name → its lines in a lock file."""
    text = re.sub(r"^#.*\n", "", lock.read_text(encoding="utf-8"), flags=re.MULTILINE)
    blocks = re.split(r"\n(?=\S)", text.strip())
    return {block.partition("==")[0]: block for block in blocks}


def members(group):
    """The packages that a dependency group names, with those of included groups."""
    for entry in CONFIG["dependency-groups"][group]:
        if isinstance(entry, dict):
            yield from members(entry["include-group"])
        else:
            yield re.match(r"[\w-]+", entry)[0]


def test_the_package_needs_nothing_at_run_time():
    """A contract must not burden the program that adopts it."""
    assert [] == CONFIG["project"]["dependencies"]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_every_pin_is_exact_and_hashed(lock):
    """Each package has one version and its hashes, and no address."""
    text = lock.read_text(encoding="utf-8")

    assert [] == [
        name for name, block in pins(lock).items() if "--hash=sha256:" not in block
    ]
    assert "://" not in text
    assert "--index" not in text


@pytest.mark.parametrize(
    ("lock", "groups"),
    [
        ("build", ["build"]),
        ("dev", ["dev"]),
        ("real", ["real"]),
        ("frameworks-newest", ["build", "docs", "tests", "frameworks"]),
        ("frameworks-oldest", ["build", "docs", "tests", "frameworks-oldest"]),
        ("frameworks-unvendored", ["build", "docs", "tests", "frameworks-unvendored"]),
    ],
)
def test_the_locks_hold_what_the_groups_name(lock, groups):
    """`make lock` was run after a group changed."""
    wanted = {name for group in groups for name in members(group)}

    assert set() == wanted - pins(ROOT / "requirements" / f"{lock}.txt").keys()


def test_the_locks_agree():
    """`make demo` and `make test` build with the same backend."""
    small = pins(ROOT / "requirements" / "build.txt")
    large = pins(ROOT / "requirements" / "dev.txt")

    assert small == {name: large[name] for name in small}


def test_every_dependency_says_why():
    """Each line of a dependency group ends in its reason."""
    section = PROJECT.partition("[dependency-groups]")[2].partition("\n\n\n")[0]
    lines = [line for line in section.splitlines() if line.startswith('    "')]

    assert [] == [line for line in lines if not re.search(r",\s+# \S+ \S+", line)]
