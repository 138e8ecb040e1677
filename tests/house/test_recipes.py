"""The recipes of CONTRIBUTING.md → followed in a scratch copy of the source.

A dialect, a framework and a tool of the atlas have tests of their own, in the folders
of those rooms. Here are a verb, a switch of `run`, and a rule of `check`.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.checkout

ROOT = Path(__file__).parents[2]
VERB = '''"""A name → a greeting."""

from __future__ import annotations

from ..model.codes import ExitCode
from ..model.outcome import Done
from .verbs import Call, Command


def run(call: Call) -> Done:
    """Greet whoever is named."""
    return Done({"greeting": f"hello {call.words[0]}"})


COMMAND = Command(
    "greet",
    summary="Greet somebody.",
    usage=("exeunt greet NAME",),
    run=run,
    show=lambda data, paint: data["greeting"] + "\\n",
    least=1,
    most=1,
    exits={ExitCode.CONFLICT: "Somebody else was faster"},
)
'''
RULE = """    Rule(
        "help-is-polite", "F-068", level=3, mode=21,
        expected="--help says please",
        judge=lambda seen, audit: "" if "please" in seen.done.stdout else "no please",
        kinds=("help",), fix="say please",
    ),
"""


@pytest.fixture
def copy(tmp_path):
    """A scratch copy of the source: change(file, old, new), and run(words)."""
    source = tmp_path / "src" / "exeunt"
    shutil.copytree(
        ROOT / "src" / "exeunt", source, ignore=shutil.ignore_patterns("__pycache__")
    )
    return Copy(source)


class Copy:
    """A source tree that may be changed, and the files that were."""

    def __init__(self, source):
        self.source = source
        self.touched = set()

    def write(self, file, text):
        """Make a new file."""
        (self.source / file).write_text(text)
        self.touched.add(file)

    def insert(self, file, after, line):
        """Put lines behind the first place that a pattern matches."""
        text = (self.source / file).read_text()
        found = re.search(after, text, re.MULTILINE)
        end = found.end()
        (self.source / file).write_text(text[:end] + line + text[end:])
        self.touched.add(file)

    def run(self, *words):
        """Run the command line of the copy; return what it printed, as JSON."""
        return json.loads(self.say(*words))

    def say(self, *words):
        """Run the command line of the copy; return what it printed."""
        done = subprocess.run(
            [sys.executable, "-m", "exeunt", *words],
            env={**os.environ, "PYTHONPATH": str(self.source.parent)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout


def test_a_verb_is_a_file_and_its_name_in_one_list(copy):
    """It runs, it has a page, and the manifest says how it may end."""
    copy.write("cli/greet.py", VERB)
    copy.insert("cli/verbs.py", r"^VERBS = \{\n", '    "greet": "say hello",\n')
    promised = copy.run("manifest")["data"]["commands"]["greet"]

    assert {"greeting": "hello you"} == copy.run("greet", "you")["data"]
    assert ("Greet somebody.", "safe") == (
        promised["description"],
        promised["danger_level"],
    )
    assert "Somebody else was faster" == promised["exit_codes"]["6"]["description"]
    assert {"cli/greet.py", "cli/verbs.py"} == copy.touched


def test_a_switch_is_a_row_its_type_and_the_line_that_obeys_it(copy):
    """It is parsed, it is on the page, and a request from Python has it as well."""
    copy.insert(
        "cli/run/__init__.py",
        r'^    \("--raw", .*\n',
        '    ("--loud", "loud", None, "raise the voice", "calm", RECORDS),\n',
    )
    copy.insert("process/request.py", r"^        raw: bool\n", "        loud: bool\n")
    copy.insert("process/request.py", r"^    raw = False.*\n", "    loud = False\n")
    copy.insert(
        "process/result.py",
        r"^        stdout=text",
        ".upper() if request.loud else text",
    )
    calm = copy.run("run", "--json", "echo", "hello")
    loud = copy.run("run", "--json", "--loud", "echo", "hello")
    page = copy.say("run", "--help")

    assert ("hello\n", "HELLO\n") == (calm["stdout"], loud["stdout"])
    assert "--loud" in page
    assert "raise the voice [calm]" in page
    assert {"cli/run/__init__.py", "process/request.py", "process/result.py"} == (
        copy.touched
    )


def test_a_rule_is_a_row_beside_its_like(copy):
    """It judges a program that breaks it, and its report names the fix."""
    copy.insert("audit/rules/plain.py", r'^(?=    Rule\(\n        "ends",)', RULE)
    answer = copy.run("check", "--only", "help-is-polite", "--", "grep")

    assert [("help-is-polite", "violated", "no please", "say please")] == [
        (one["rule"], one["verdict"], one["got"], one["fix"])
        for one in answer["meta"]["check"]["findings"]
    ]
    assert {"audit/rules/plain.py"} == copy.touched
