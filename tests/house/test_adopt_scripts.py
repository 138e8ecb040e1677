"""scenarios/scripts.toml → scripts enough, each pinned; a fault in one is found."""

import re
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

pytestmark = pytest.mark.checkout

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "scenarios" / "scripts.toml"
PINS = ROOT / "requirements" / "scripts.txt"
ENTRY = """\
#!{python}
import argparse, sys
parser = argparse.ArgumentParser()
parser.add_argument("word")
word = parser.parse_args().word
print("got", word)
sys.exit({end})
"""


@pytest.fixture
def tool():
    """The module that tries them."""
    sys.path.append(str(ROOT / "tools"))
    return import_module("adopt_scripts")


def test_there_are_scripts_enough(tool):
    """Of 58 at least 50 were asked for."""
    found = tool.scripts()

    assert 58 <= len({one.package or one.name for one in found})
    assert 50 <= sum(not one.differs for one in found)
    assert len(found) == len({one.name for one in found})


def test_every_distribution_is_pinned(tool):
    """With its hashes, so that the score is of what was tried."""
    named = {re.sub("[_.]", "-", one.package or one.name) for one in tool.scripts()}
    pinned = set(re.findall(r"^([\w-]+)==", PINS.read_text("utf-8"), re.MULTILINE))

    assert set() == named - pinned


def installed(tool, folder, end):
    """Install a script, and say how it is called."""
    script = folder / "bin" / "tally"
    script.parent.mkdir()
    script.write_text(ENTRY.format(python=sys.executable, end=end))
    script.chmod(0o755)
    row = tool.Script("tally", right="a", wrong="", fails="b")
    return tool.tried(script.with_name("python"), row)


def test_a_script_that_does_the_same_is_found_so(tool, tmp_path):
    """Each of its calls is of its kind, and none differs."""
    assert [] == installed(tool, tmp_path, "7 if word == 'b' else 0")


@pytest.mark.parametrize(
    ("end", "kind"),
    [
        ("0", "fails (b): kind"),  # no call of it fails
        ("7", "right (a): kind"),  # none succeeds
        ("'json' if sys.argv[0] else 0", "right (a): kind"),
    ],
)
def test_a_call_that_proves_nothing_is_told(tool, tmp_path, end, kind):
    """Otherwise the score would be of calls that say less."""
    assert kind in [
        fault.partition("\n")[0] for fault in installed(tool, tmp_path, end)
    ]


def test_a_script_that_is_otherwise_adopted_is_told(tool, tmp_path):
    """Its text is compared byte for byte."""
    end = "print('exeunt' in sys.modules) or (7 if word == 'b' else 0)"
    found = [one.partition("\n")[0] for one in installed(tool, tmp_path, end)]

    assert "right (a): stdout" in found
    assert "fails (b): stdout" in found


def test_the_table_can_be_read():
    """By whoever pins its distributions, without this package."""
    assert all(row["name"] for row in tomllib.loads(SCRIPTS.read_text())["script"])
