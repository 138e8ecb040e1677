"""A module and a line → a framework whose apps keep the contract."""

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from exeunt.frameworks import argparse, click, cyclopts, typer
from exeunt.leaving.adopt import FRAMEWORKS

pytestmark = pytest.mark.checkout

SOURCE = Path(__file__).parents[2] / "src" / "exeunt"
# What the framework does, then what its errors mean, then what its app has.
METHODS = ["owns_option", "invoke", "rejected", "complain", "commands"]
FUNCTIONS = [
    "host",
    *("usage_code", "message_of", "suggestion", "origin_of"),
    *("below", "info", "param", "values", "default_of"),
]
TOY = '''"""A toy's App → Host."""

import sys

from ..leaving.handler import call_handler, contract_of, from_return
from ..leaving.mode import scan


def host(app, func):
    return ToyHost(app)


class ToyHost:
    def __init__(self, app):
        self.app = app

    def owns_option(self, name, words):
        return False

    def invoke(self, program, words, run):
        words = scan(words, run, self.owns_option)
        found = self.app.handlers.get(words[0]) if words else None
        if found is None:
            return self.rejected(f"no command {words}", run)
        declared = contract_of(found)
        value = call_handler(found, words[0], declared, run, words[1:], {})
        return from_return(value, run)

    def rejected(self, error, run):
        from ..leaving.classify import from_rejection

        return from_rejection("UNKNOWN_COMMAND", error, run, "parser")

    def complain(self, failed, run):
        print(f"toy: {failed.error.message}", file=sys.stderr)

    def commands(self, *, load=True):
        from ..manifest.contract import Contract
        from ..manifest.info import CommandInfo

        for name, found in self.app.handlers.items():
            yield CommandInfo(name, contract_of(found) or Contract(), handler=found)
'''
PROGRAM = """
import exeunt, toyframe

def greet(name):
    return {"hello": name}

exeunt.adopt(toyframe.App(greet=greet), name="greeter")()
"""


@pytest.fixture
def toy(tmp_path):
    """Run a program of a framework that a copy of exeunt has one module for."""
    room = tmp_path / "src" / "exeunt"
    shutil.copytree(SOURCE, room)
    (room / "frameworks" / "toy.py").write_text(TOY)
    registry = room / "leaving" / "adopt.py"
    text = registry.read_text()
    line = '    "click": "exeunt.frameworks.click",\n'
    assert line in text
    added = f'{line}    "toyframe": "exeunt.frameworks.toy",\n'
    registry.write_text(text.replace(line, added))
    (tmp_path / "toyframe.py").write_text(
        "class App:\n    def __init__(self, **handlers):\n"
        "        self.handlers = handlers\n"
    )
    (tmp_path / "program.py").write_text(PROGRAM)

    def run(*words):
        done = subprocess.run(
            [sys.executable, "program.py", *words, "--output", "json"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(room.parent)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stdout, done.stderr
        return done.returncode, json.loads(done.stdout)

    return run


def test_a_framework_is_one_module_and_one_line(toy):
    """Its apps leave with codes and envelopes, and have a manifest."""
    code, envelope = toy("greet", "Ada")
    wrong, rejection = toy("leave")
    _, described = toy("manifest")

    assert (0, {"hello": "Ada"}) == (code, envelope["data"])
    assert (3, "UNKNOWN_COMMAND") == (wrong, rejection["error"]["code"])
    assert ["greet"] == list(described["data"]["commands"])


@pytest.mark.parametrize(
    ("module", "kind"),
    [
        (click, click.ClickHost),
        (cyclopts, cyclopts.CycloptsHost),
        (argparse, argparse.ArgparseHost),
    ],
    ids=["click", "cyclopts", "argparse"],
)
def test_each_framework_has_the_same_verbs_in_the_same_order(module, kind):
    """The difference between two modules is that between the frameworks."""
    methods = [name for name in vars(kind) if name in METHODS]
    room, name = Path(module.__file__).parent, Path(module.__file__).stem
    stems = (name, f"_reject_{name}", f"_describe_{name}")
    files = [room / f"{stem}.py" for stem in stems]
    text = "".join(f.read_text(encoding="utf-8") for f in files if f.exists())
    later = "from __future__ import annotations\n"
    tree = ast.parse(text.replace(later, ""))
    functions = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]

    assert METHODS == methods
    assert FUNCTIONS == [name for name in functions if name in FUNCTIONS]


def test_typer_has_the_verbs_of_click():
    """Typer adds how its apps become Click's, and how it shows what went wrong."""
    assert issubclass(typer.TyperHost, click.ClickHost)
    assert set() == {name for name in vars(typer.TyperHost) if name in METHODS}


def test_each_module_has_its_line():
    """The registry knows every module of the room, and no other."""
    modules = {
        f"exeunt.frameworks.{path.stem}"
        for path in (SOURCE / "frameworks").glob("[a-z]*.py")
    }

    assert modules == set(FRAMEWORKS.values())
