"""The four paths of ARCHITECTURE.md → the order in which a real call goes."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import exeunt

pytestmark = pytest.mark.checkout

ROOT = Path(__file__).parents[2]
SOURCE = Path(exeunt.__file__).parent
STEP = re.compile(r"`([\w/]+\.py)`")
# Path → the words of a call that goes it.
CALLS = {
    "Watch": ("exeunt.cli", "run", "--json", "sh", "-c", "exit 3"),
    "Leave": ("leaver", "--output", "json", "greet"),
    "Audit": ("exeunt.cli", "check", "--only", "help", "--", "grep"),
    "Ask": ("exeunt.cli", "explain", "--output", "text", "1", "grep"),
}
LEAVER = """
import click, exeunt

@click.group()
def app():
    pass

@app.command()
def greet():
    exeunt.fail(exeunt.ExitCode.NOT_FOUND, "nobody is here")

def main(words):
    exeunt.adopt(app)(words)
"""


def page():
    """The text of ARCHITECTURE.md, which a bare wheel has not."""
    return (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")


def path(name):
    """The files of one path, in the order of the page; what follows is a sentence."""
    (line,) = re.findall(rf"^\d\. \*\*{name}\*\*: (.*?`)\. ", page(), re.MULTILINE)
    return STEP.findall(line)


def entered(name, place):
    """The files that the path's call enters, in the order of its first steps."""
    notes = place / "notes"
    (place / "leaver.py").write_text(LEAVER)
    program = [sys.executable, ROOT / "tests" / "house" / "calls.py", notes]
    subprocess.run(
        [*program, f"{SOURCE}/", *CALLS[name]],
        env={"PYTHONPATH": str(place), "HOME": str(place), "PATH": "/usr/bin:/bin"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    return notes.read_text().split()


def rooms(files):
    """The rooms of files, each where it is first met."""
    return list(dict.fromkeys(file.partition("/")[0] for file in files if "/" in file))


@pytest.mark.parametrize("name", CALLS)
def test_a_path_is_the_order_of_a_real_call(name, tmp_path):
    """Its files are entered in this order, and no room before its turn."""
    written, found = path(name), entered(name, tmp_path)

    assert written == [file for file in found if file in written]
    assert rooms(written) == [room for room in rooms(found) if room in rooms(written)]


@pytest.mark.parametrize("name", CALLS)
def test_a_path_leaves_no_room_out(name, tmp_path):
    """Each room that the call enters is on the path, but for what all rooms use."""
    missing = {*rooms(entered(name, tmp_path))} - {*rooms(path(name))}

    assert set() == missing - {"model", "secrets"}


def test_the_page_has_these_paths():
    """Each path of the page has its call here."""
    assert list(CALLS) == re.findall(r"^\d\. \*\*(\w+)\*\*:", page(), re.MULTILINE)
