"""Entry points → the modules they load, and no others.

A module that nobody needs is time that everybody pays: an interpreter starts in 10 ms,
and each of HEAVY takes 5 to 50 more.
"""

import subprocess
import sys

import pytest

HEAVY = {
    "argparse",
    "asyncio",
    "dataclasses",
    "importlib.metadata",
    "inspect",
    "json",
    "logging",
    "pathlib",
    "re",
    "shutil",
    "subprocess",
    "typing",
}
PROBE = """
import sys
before = set(sys.modules)
try:
    {statement}
except SystemExit:
    pass
finally:
    print(*sorted(set(sys.modules) - before), file=sys.stderr)
"""


def loaded_by(statement):
    """The modules that a statement loads in an interpreter of its own."""
    probe = subprocess.run(
        [sys.executable, "-I", "-c", PROBE.format(statement=statement)],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(probe.stderr.splitlines()[-1].split())


def command(line):
    """The statement that runs a command line of ours in the same interpreter."""
    argv = ["exeunt", *line.split()]
    return f"sys.argv = {argv}; from exeunt.cli import main; sys.exit(main())"


def test_importing_exeunt_loads_nothing_else():
    """`import exeunt` loads one module: itself."""
    assert {"exeunt"} == loaded_by("import exeunt")


@pytest.mark.parametrize(
    ("statement", "forbidden"),
    [
        pytest.param("from exeunt import ExitCode", HEAVY, id="vocabulary"),
        pytest.param(command("explain 11"), HEAVY, id="explain"),
    ],
)
def test_the_hot_path_loads_nothing_heavy(statement, forbidden):
    """What runs at every exit loads no module that costs more than the interpreter."""
    assert set() == forbidden & loaded_by(statement)


# Statement → every module of ours that it may load.
ALLOWED = {
    "from exeunt import ExitCode": {
        "exeunt",
        "exeunt._record",
        "exeunt.errors",
        "exeunt.outcome",
        "exeunt.outcome._codes",
    },
}


@pytest.mark.parametrize("statement", ALLOWED)
def test_an_entry_point_loads_only_the_rooms_it_needs(statement):
    """Each entry point has a list of our modules, and loads no other."""
    ours = {name for name in loaded_by(statement) if name.partition(".")[0] == "exeunt"}

    assert set() == ours - ALLOWED[statement]
