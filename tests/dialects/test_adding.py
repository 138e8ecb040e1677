"""A file and a line → a dialect that every part of exeunt knows."""

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from exeunt import dialect_names

pytestmark = pytest.mark.checkout

SOURCE = Path(__file__).parents[2] / "src" / "exeunt"
OTHERS = sorted(path for path in SOURCE.rglob("*.py") if "dialects" not in path.parts)
TOY = '''"""toy: 0, 7 and 8 → and back; its document has the key `toy`."""

import json

from ..model.codes import ExitCode
from ..model.document import find_document
from ..model.received import ReceivedEnvelope
from ..model.row import Row
from .dialect import Beyond, Dialect, Written

ROWS = (
    Row(0, ExitCode.SUCCESS, source="toy"),
    Row(7, ExitCode.NOT_FOUND, source="toy"),
    Row(8, ExitCode.ARG_ERROR, source="toy"),
)


def write(outcome, context):
    return Written(stderr=json.dumps({"toy": outcome.code.name}) + "\\n")


def is_document(document):
    return isinstance(document["toy"], str)


def find(stdout, stderr):
    return find_document(stderr, is_document)


def receive(document, found):
    return ReceivedEnvelope(error_code=document["toy"], document=document)


DIALECT = Dialect(
    "toy",
    title="a toy",
    source="toy",
    make_rows=lambda: ROWS,
    beyond=(Beyond(9, 255, table="shell"),),
    own_numbers={
        code: {ExitCode.SUCCESS: 0, ExitCode.NOT_FOUND: 7}.get(code, 8)
        for code in ExitCode
    },
    lost={},
    envelope=True,
    fails_on="stderr",
    cancelled=9,
    checked=True,
    write=write,
    is_document=is_document,
    find=find,
    receive=receive,
)
'''
ADOPTED = """
import exeunt

@exeunt.contract(danger="safe", exits={exeunt.ExitCode.NOT_FOUND: "It is not there"})
def find(_):
    exeunt.fail(exeunt.ExitCode.NOT_FOUND, "It is not there")

import argparse
app = argparse.ArgumentParser(prog="finder")
app.set_defaults(func=find)
exeunt.adopt(app, dialect="toy")()
"""


@pytest.fixture
def toy(tmp_path):
    """Run Python with a copy of exeunt that has one dialect more."""
    room = tmp_path / "src" / "exeunt"
    shutil.copytree(SOURCE, room)
    (room / "dialects" / "toy.py").write_text(TOY)
    registry = room / "dialects" / "dialect.py"
    text = registry.read_text()
    line = '    "shell": ("shell",),\n'
    assert line in text
    registry.write_text(text.replace(line, f'{line}    "toy": ("toy", "toy"),\n'))
    (tmp_path / "app.py").write_text(ADOPTED)

    def run(*words):
        return subprocess.run(
            [sys.executable, *words],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(room.parent)},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def test_a_dialect_is_one_file_and_one_line(toy):
    """What was encoded in it is decoded, detected and explained by its own table."""
    statement = """
import json
from exeunt import Done, ErrorDetail, ExitCode, Exited, Failed
from exeunt import decode, dialect, encode, read
table = dialect("toy")
failed = Failed(ExitCode.NOT_FOUND, ErrorDetail("GONE", "It is gone"))
said = encode(table, failed)
detected = read(Exited(said.code), said.stdout, said.stderr)
print(json.dumps([
    said.code,
    decode(table, Exited(7)).name,
    read(Exited(7), dialect="toy").name,
    [detected.dialect, detected.name, detected.certainty.value],
]))
"""
    done = toy("-c", statement)
    explained = toy("-m", "exeunt", "explain", "--json", "--dialect", "toy", "7")
    translated = toy("-m", "exeunt", "translate", "--json", "--to", "toy", "5")

    assert [7, "NOT_FOUND", "NOT_FOUND", ["toy", "NOT_FOUND", "envelope"]] == (
        json.loads(done.stdout)
    ), done.stderr
    assert "NOT_FOUND" == json.loads(explained.stdout)["data"]["name"]
    assert 7 == json.loads(translated.stdout)["data"]["to"]["code"]


def test_a_program_may_speak_it_at_once(toy):
    """An adopted program ends with its numbers, and `check` knows what they are."""
    left = toy("app.py", "--output", "json")
    checked = toy(
        *("-m", "exeunt", "check", "--json", "--dialect", "toy"),
        *("--only", "arg-error", "--", sys.executable, "app.py"),
    )

    assert (7, "", '{"toy": "NOT_FOUND"}\n') == (
        left.returncode,
        left.stdout,
        left.stderr,
    )
    data = json.loads(checked.stdout)["data"]
    assert "toy" == data["dialect"]
    assert ["verified"] == [found["verdict"] for found in data["findings"]]


def test_no_other_room_asks_a_dialect_for_its_name():
    """Whatever a dialect does differently is a field of it."""
    names = set(dialect_names())

    assert [] == [
        f"{path.relative_to(SOURCE)}:{node.lineno}: {constant.value}"
        for path in OTHERS
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Compare) or is_beginning(node)
        for constant in ast.walk(node)
        if isinstance(constant, ast.Constant) and constant.value in names
    ]


def is_beginning(node):
    """Whether a node asks how a text begins."""
    called = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    return called and node.func.attr == "startswith"
