"""Entry points → the modules they load, and no others.

A module that nobody needs is time that everybody pays: an interpreter starts in 10 ms,
and each of HEAVY takes 5 to 50 more.
"""

import subprocess
import sys

import pytest

from exeunt.cli.verbs import VERBS

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
        "exeunt.cli.argv",
        "exeunt.cli.run",
        "exeunt.cli.run._end",
        "exeunt.cli.run._together",
        "exeunt.process",
        "exeunt.process.capture",
        "exeunt.process.task",
        "exeunt.process.flow",
        "exeunt.process.joined",
        "exeunt.process.keeper",
        "exeunt.process._holding",
        "exeunt.process._watch",
        "exeunt.process.limits",
        "exeunt.process.request",
        "exeunt.thrown",
        "exeunt.cgroups",
        "exeunt.tree",
        "exeunt.process.reasons",
        "exeunt.process.streams",
        # The line in the journal: prepared while the command runs.
        "exeunt.files",
        "exeunt.process.noted",
        "exeunt.secrets",
        "exeunt.secrets.table",
        "exeunt.secrets.variables",
        "exeunt.store",
        "exeunt.store.lines",
    },
    command("explain 11"): {
        "exeunt",
        "exeunt.cli",
        "exeunt.deciding",  # the folder alone: the rules are met by few
        "exeunt.deciding.advice",
        "exeunt.cli._main",
        "exeunt.cli.argv",
        "exeunt.cli.explain",
        "exeunt.cli.verbs",
        "exeunt.dialects",
        "exeunt.dialects.agent_spec",
        "exeunt.dialects.decode",
        "exeunt.dialects.dialect",
        "exeunt.dialects.reading",
        "exeunt.leaving",
        "exeunt.leaving.boundary",
        "exeunt.model",
        "exeunt.model.actions",
        "exeunt.model.codes",
        "exeunt.model.detail",
        "exeunt.model.done",
        "exeunt.model.ending",
        "exeunt.model.entry",
        "exeunt.model.json",
        "exeunt.model.outcome",
        "exeunt.model.row",
        "exeunt.model.said",
        "exeunt.record",
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
    "main": "app = lambda: print('done')",
}
MODULES = {
    "argparse": {"exeunt.frameworks._parsers", "exeunt.frameworks.argparse"},
    "main": {"exeunt.frameworks.main"},
    "click": {"exeunt.frameworks.click"},
    "cyclopts": {"exeunt.frameworks.cyclopts", "exeunt.frameworks._tokens"},
    "typer": {"exeunt.frameworks.click", "exeunt.frameworks.typer"},
}


def adopted(framework, *words):
    """The statement that adopts an app of a framework and calls it."""
    return f"import exeunt; {APPS[framework]}; exeunt.adopt(app)({[*words]})"


# What an adopted program loads to succeed in; every other module costs a failure alone.
FOR_A_PERSON = {
    "exeunt",
    "exeunt.record",
    "exeunt.frameworks",
    "exeunt.leaving",
    "exeunt.leaving.handler",
    "exeunt.leaving.mode",
    "exeunt.leaving.run",
    "exeunt.leaving._signals",
    "exeunt.leaving.adopt",
    "exeunt.leaving.boundary",
    "exeunt.model",
    "exeunt.model.done",
}
FOR_A_PROGRAM = FOR_A_PERSON | {
    "exeunt.leaving._printed",
    "exeunt.leaving._prompts",
    "exeunt.leaving._streams",
    "exeunt.model.json",
    "exeunt.model.said",
}
MAIN = {"exeunt.frameworks._through"}  # of Click, which shows a person what it did
OFFERED = {"exeunt.frameworks._offered"}  # to Click's parser
MET = {"exeunt.leaving._met"}  # a module of the framework that may ask or show
for framework, modules in MODULES.items():
    is_click = "exeunt.frameworks.click" in modules
    shown, asked = (MAIN, OFFERED) if is_click else (set(), set())
    ALLOWED[adopted(framework)] = FOR_A_PERSON | modules | shown
    asked = asked | MET if framework == "typer" else asked
    ALLOWED[adopted(framework, "--output", "json")] = FOR_A_PROGRAM | modules | asked


@pytest.mark.parametrize("statement", ALLOWED)
def test_an_entry_point_loads_only_the_rooms_it_needs(statement):
    """Each entry point has a list of our modules, and loads no other."""
    ours = {name for name in loaded_by(statement) if name.partition(".")[0] == "exeunt"}

    assert set() == ours - ALLOWED[statement]


# Verb → a call of it, the rooms that this may enter besides those of every verb but
# run and drive, and the heavy modules that it may load.
ANSWERING = {"cli", "dialects", "errors", "leaving", "model", "record"}
RUNNING = {"cgroups", "files", "process", "secrets", "store", "text", "thrown", "tree"}
VERBS_LOAD = {
    "run": ("--json sh -c :", {"atlas", "deciding", "reading", *RUNNING}, set()),
    "drive": ("true", {"deciding", "sessions", *RUNNING}, set()),
    "session": ("list", {"files", "process", "sessions"}, set()),
    "decide": ("--exit-code 11 /dev/null", {"atlas", "deciding", "reading"}, set()),
    "tell": (
        "7 true", {"agents", "atlas", "deciding", "process", "reading"}, set()
    ),
    "explain": ("11", {"deciding"}, set()),
    "translate": ("--to murli 8", {"deciding"}, set()),
    "dialects": ("", set(), set()),
    "adopt": ("-- true", RUNNING, {"re"}),
    "check": (
        "--only ends -- true",
        {"audit", "cell", "manifest", "named", "reading", "terminal", *RUNNING},
        {"json", "re", "shutil", "subprocess", "typing"},
    ),
    "diff": ("c.json c.json", {"manifest", "secrets"}, {"json", "re", "typing"}),
    "snapshot": (
        "-- cat c.json",
        {"audit", "cell", "manifest", "named", *RUNNING},
        {"json", "re", "shutil", "typing"},
    ),
    "install": (
        "--dry-run generic", {"agents", "files", "named", "secrets"},
        {"json", "pathlib", "re", "typing"},
    ),
    "uninstall": (
        "--dry-run", {"agents", "files", "named"}, {"json", "pathlib", "re", "typing"},
    ),
    "ps": (
        "",
        # It asks sessions and batches, and looks at processes.
        {"atlas", "batches", "deciding", "files", "lease", "process", "secrets",
         "sessions", "store", "thrown", "tree"},
        {"json", "re"},
    ),
    "batch": (
        "list",
        # Its file is like that of the store; whom a job asks is read from its words.
        {"atlas", "batches", "deciding", "files", "lease", "process", "secrets",
         "store", "thrown"},
        {"json", "re"},
    ),
    "journal": (
        "",
        # What a row means is looked up when somebody asks.
        {"atlas", "deciding", "files", "journal", "lease", "reading", "store",
         "thrown"},
        set(),
    ),
    "failures": (
        "",
        # Runs are read as the journal does, and grouped.
        {"atlas", "deciding", "files", "journal", "lease", "process", "reading",
         "reports", "secrets", "store", "thrown"},
        set(),
    ),
    "mcp": (
        "-- ./nowhere",
        # The protocol's package, and what asks a program for its manifest.
        {"atlas", "audit", "cell", "deciding", "journal", "manifest", "mcp", "named",
         "reading", "sessions", "terminal", "tools", *RUNNING},
        HEAVY,
    ),
    "schema": (
        "", {"deciding", "manifest", "process", "secrets"}, {"json", "re", "typing"}
    ),
    "manifest": (
        "",
        # Every verb's file, for its promises, and what its page is made of.
        {"agents", "atlas", "audit", "batches", "cell", "deciding", "manifest",
         "named", "pages",
         "reading",
         "sessions", "store", *RUNNING},
        {"json", "pathlib", "re", "shutil", "subprocess", "typing"},
    ),
    "demo": ("--help", {"deciding"}, {"pathlib", "re"}),
}  # fmt: skip


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_enters_only_the_rooms_it_needs(verb, tmp_path, monkeypatch):
    """Each verb has a list of rooms and of heavy modules, and loads no others."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))  # no rows of others are read
    (tmp_path / "c.json").write_text('{"etag": "", "commands": {}}')
    words, rooms, heavy = VERBS_LOAD[verb]
    loaded = loaded_by(command(f"{verb} {words}"))
    entered = {name.split(".")[1] for name in loaded if name.startswith("exeunt.")}

    assert set() == entered - ANSWERING - rooms
    assert set() == loaded & HEAVY - heavy
