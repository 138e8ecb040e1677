"""exeunt and the examples → their own contracts are kept, and every code is reached."""

import compileall
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from exeunt import ExitCode
from exeunt.model.entry import default_entry

pytestmark = [pytest.mark.checkout, pytest.mark.timeout(600)]

ROOT = Path(__file__).parents[2]
UNASKED = default_entry(ExitCode.PRECONDITION)
LATE = default_entry(ExitCode.TIMEOUT)
EXEUNT = (sys.executable, "-m", "exeunt")
# What nobody can try here: promises that the program does not make.
NEVER = {
    "exeunt": {
        *("retry-after", "redirect", "credentials"),
        *("output-schema", "pages", "truncated", "cut-marked", "defaults"),
        *("request-id", "no-secrets"),
    },
    "notes": {"no-secrets", "request-id"},
}


def report(*cli, cwd, **env):
    """Check a program at the highest level, with the fixtures that lie there."""
    # What is checked may write no bytecode, so each call would compile it anew.
    for place in ("src", "examples"):
        compileall.compile_dir(ROOT / place, quiet=1)
    words = ("--json", "--level", "3", "--jobs", "4")
    done = subprocess.run(
        [*EXEUNT, "check", *words, "--fixtures", "exeunt-check.toml", "--", *cli],
        cwd=cwd,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
    )
    said = json.loads(done.stdout)
    return said["data"] or said["meta"]["check"]


def rules(found, verdict):
    """Name the rules of a verdict."""
    return {f["rule"] for f in found["findings"] if f["verdict"] == verdict}


def reached(found):
    """Name the declared codes that a call has reached."""
    return {(c["path"], c["code"]) for c in found["coverage"] if c["reached"]}


def is_for_others(command, entry):
    """Tell whether exeunt promises it for handlers that ask, or wait; ours do not."""
    said = (entry.get("errors"), entry["description"])
    unasked = (["INPUT_REQUIRED"], UNASKED.description)
    endless = (["TIMEOUT"], LATE.description)
    return said == unasked or (said == endless and "timeout_seconds" not in command)


def declared(*cli, **where):
    """Name the codes that each command of a program promises."""
    words = [*EXEUNT, "snapshot", "--output", "text", "--", *cli]
    contract = subprocess.run(words, stdout=subprocess.PIPE, check=True, **where)
    commands = json.loads(contract.stdout)["commands"]
    return {
        (path, int(code))
        for path, command in commands.items()
        for code, entry in command["exit_codes"].items()
        if not is_for_others(command, entry)
    }


def test_exeunt_keeps_its_own_contract():
    """exeunt check -- exeunt passes at the highest level, and reaches every code."""
    found = report(*EXEUNT, cwd=ROOT)

    assert set() == rules(found, "violated") | rules(found, "waived")
    assert NEVER["exeunt"] == rules(found, "unverified")
    assert declared(*EXEUNT) == reached(found)


@pytest.mark.parametrize("framework", ["argparse", "click", "cyclopts", "typer"])
def test_the_examples_keep_their_contract(framework):
    """The four example programs pass at the highest level, and reach every code."""
    paths = [str(ROOT / "examples"), *filter(None, [os.environ.get("PYTHONPATH")])]
    program = (sys.executable, "-m", f"notes.after.{framework}_app")
    env = {"PYTHONPATH": os.pathsep.join(paths)}
    found = report(*program, cwd=ROOT / "examples", **env)

    assert set() == rules(found, "violated") | rules(found, "waived")
    assert NEVER["notes"] == rules(found, "unverified")
    assert declared(*program, env={**os.environ, **env}) == reached(found)
