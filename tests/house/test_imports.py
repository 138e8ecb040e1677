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


SLOW_TO_START = HEAVY | {
    "enum",
    "signal",
    "socket",
    "threading",
    "ctypes",
    "contextlib",
}


def test_importing_exeunt_loads_nothing_else():
    """`import exeunt` loads one module: itself."""
    assert {"exeunt"} == loaded_by("import exeunt")


@pytest.mark.parametrize(
    ("statement", "forbidden"),
    [
        pytest.param("from exeunt import ExitCode", HEAVY, id="vocabulary"),
        pytest.param(command("explain 11"), HEAVY, id="explain"),
        pytest.param(command("run true"), SLOW_TO_START, id="run"),
        pytest.param(command("run --timeout 9 false"), SLOW_TO_START, id="run, fails"),
        pytest.param(command("run --json true"), SLOW_TO_START, id="record"),
        pytest.param(command("run --json --no-log ls"), HEAVY, id="record of a tool"),
    ],
)
def test_the_hot_path_loads_nothing_heavy(statement, forbidden):
    """What runs at every exit loads no module that costs more than the interpreter."""
    assert set() == forbidden & loaded_by(statement)


# Statement → every module of ours that it may load.
ALLOWED = {
    "from exeunt import ExitCode": {
        "exeunt",
        "exeunt.record",
        "exeunt.errors",
        "exeunt.model",
        "exeunt.model.codes",
    },
    command("run --timeout 9 true"): {
        "exeunt",
        "exeunt.cli",
        "exeunt.cli.run._call",
        "exeunt.cli.run._end",
        "exeunt.cli.run",
        "exeunt.process",
        "exeunt.process.capture",
        "exeunt.process._task",
        "exeunt.process.flow",
        "exeunt.process.keeper",
        "exeunt.process.request",
        "exeunt.process.spawn",
        "exeunt.tree",
        "exeunt.process.reasons",
        "exeunt.process.streams",
    },
}


# Framework → the least app of it; each is adopted and called as a person would, and as
# a program does.
APPS = {
    "argparse": "import argparse; app = argparse.ArgumentParser(); "
    "app.set_defaults(func=lambda _: print('done'))",
    "click": "import click; app = click.command()(lambda: print('done'))",
    "cyclopts": "import cyclopts; app = cyclopts.App(); "
    "app.default(lambda: print('done'))",
    "typer": "import typer; app = typer.Typer(); app.command()(lambda: print('done'))",
}
MODULES = {
    "argparse": {"exeunt.frameworks.argparse"},
    "click": {"exeunt.frameworks.click"},
    "cyclopts": {"exeunt.frameworks.cyclopts"},
    "typer": {"exeunt.frameworks.click", "exeunt.frameworks.typer"},
}


def adopted(framework, *words):
    """The statement that adopts an app of a framework and calls it."""
    return f"import exeunt; {APPS[framework]}; exeunt.adopt(app)({[*words]})"


# What an adopted program loads to succeed in; every other module costs a failure alone.
FOR_A_PERSON = {
    "exeunt",
    "exeunt.record",
    "exeunt.errors",
    "exeunt.frameworks",
    "exeunt.leaving",
    "exeunt.leaving.handler",
    "exeunt.leaving.mode",
    "exeunt.leaving.run",
    "exeunt.leaving._signals",
    "exeunt.leaving.adopt",
    "exeunt.leaving.boundary",
    "exeunt.model",
    "exeunt.model.outcome",
}
FOR_A_PROGRAM = FOR_A_PERSON | {
    "exeunt.dialects",
    "exeunt.dialects.dialect",
    "exeunt.dialects.agent_spec",
    "exeunt.leaving._prompts",
    "exeunt.leaving._streams",
    "exeunt.model.envelope",
    "exeunt.model.json",
}
for framework, modules in MODULES.items():
    ALLOWED[adopted(framework)] = FOR_A_PERSON | modules
    ALLOWED[adopted(framework, "--output", "json")] = FOR_A_PROGRAM | modules


@pytest.mark.parametrize("statement", ALLOWED)
def test_an_entry_point_loads_only_the_rooms_it_needs(statement):
    """Each entry point has a list of our modules, and loads no other."""
    ours = {name for name in loaded_by(statement) if name.partition(".")[0] == "exeunt"}

    assert set() == ours - ALLOWED[statement]
