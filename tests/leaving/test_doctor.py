"""PROGRAM doctor → is all there that it needs, and the command for what is not."""

import json
import os
import shlex
import subprocess
import sys

import pytest

from sample_apps import FRAMEWORKS, envelope_of

HEAD = """
import click
from exeunt.leaving.adopt import adopt
class Down(Exception):
    fix = "pg_ctl start"
def down(): raise Down("no server at 5432")
def up(): return "16.2"
def plain(): raise KeyError
"""
APP = """
@click.group()
def app(): ...
"""
NAMES = ["python", "stdout", "home", "temporary files"]


@pytest.fixture
def doctor(tmp_path):
    """Call a program whose distribution says what is given."""

    def call(*words, wants=(), python="", options="", body=APP, **env):
        info = tmp_path / "site" / "tool_kit-1.0.dist-info"
        info.mkdir(parents=True, exist_ok=True)
        lines = ["Metadata-Version: 2.1", "Name: tool-kit", "Version: 1.0"]
        lines += [f"Requires-Python: {python}"] if python else []
        lines += [f"Requires-Dist: {line}" for line in wants]
        (info / "METADATA").write_text("\n".join(lines) + "\n")
        (info / "entry_points.txt").write_text("[console_scripts]\ntool = tool:main\n")
        path = tmp_path / "tool.py"
        path.write_text(f"{HEAD}{body}adopt(app, name='tool'{options})()\n")
        beside = filter(None, [str(info.parent), os.environ.get("PYTHONPATH")])
        given = {"HOME": str(tmp_path), "LC_ALL": "C.UTF-8"} | env
        return subprocess.run(
            [sys.executable, str(path), "doctor", *words],
            capture_output=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(beside)} | given,
            text=True,
            check=False,
        )

    return call


def said(ended):
    """The code of a call, and its checks by name, wherever they stand."""
    envelope = json.loads(ended.stdout)
    data = envelope["data"] or envelope["meta"]["doctor"]
    return ended.returncode, {check["name"]: check for check in data["checks"]}


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_every_adopted_program_has_one(framework):
    """Nobody has written a line for it."""
    checks = envelope_of(framework, "doctor")["data"]["checks"]

    assert {"name", "ok", "message", "fix"} == set(checks[0])
    assert {"stdout", "home", "temporary files"} <= {check["name"] for check in checks}


def test_all_is_well(doctor):
    """0, and what is there."""
    code, checks = said(
        doctor("--output", "json", wants=["click>=8", "pytest"], python=">=3.11")
    )

    assert (0, [*NAMES[:1], "click", "pytest", *NAMES[1:]]) == (code, list(checks))
    assert {True} == {check["ok"] for check in checks.values()}
    assert {None} == {check["fix"] for check in checks.values()}


def test_what_is_missing_has_its_command(doctor):
    """PRECONDITION, and the call of pip that mends it, to be copied."""
    ended = doctor("--output", "json", wants=["no-such-thing[a]>=1,<2", "click<1"])
    code, checks = said(ended)
    error = json.loads(ended.stdout)["error"]
    pip = shlex.join([sys.executable, "-m", "pip", "install", "no-such-thing[a]>=1,<2"])

    assert (4, "NOT_READY") == (code, error["code"])
    assert "2 of 6 checks failed: no-such-thing, click" == error["message"]
    assert pip == checks["no-such-thing"]["fix"] == error["suggestion"]
    assert "click<1" in checks["click"]["fix"]
    assert checks["click"]["message"].endswith(", <1 is wanted")


def test_in_the_newer_dialect_the_command_is_a_field(doctor):
    """agent-spec@1.6 has a place for it."""
    ended = doctor(
        *("--output", "json"), wants=["none-such"], options=", dialect='agent-spec@1.6'"
    )

    assert json.loads(ended.stdout)["error"]["fix_command"].endswith(
        "install none-such"
    )


def test_the_wrong_python_is_told(doctor):
    """With the one that is wanted."""
    code, checks = said(doctor("--output", "json", python=">=4"))

    assert (4, False) == (code, checks["python"]["ok"])
    assert "run it with a Python >=4" == checks["python"]["fix"]


def test_markers_and_extras_are_respected(doctor):
    """What is for others is not missed here; what cannot be read is unknown."""
    wants = [
        "none-such; sys_platform == 'win32'",
        "none-such; extra == 'fast'",
        "click; python_version >= '3'",
        "pytest @ https://example.org/pytest.whl",
        "strange; moon == 'full'",
        "none-such ===1",
    ]
    code, checks = said(doctor("--output", "json", wants=wants[:-1]))

    assert 0 == code
    assert "none-such" not in checks
    assert True is checks["click"]["ok"]
    assert None is checks["pytest"]["ok"]
    assert None is checks[wants[4]]["ok"]


def test_without_packaging_a_distribution_is_there_or_not(doctor, tmp_path):
    """Neither a range nor a marker is guessed at."""
    hidden = tmp_path / "packaging"  # before the real one: beside the program
    hidden.mkdir()
    (hidden / "__init__.py").write_text("raise ImportError\n")
    wants = ["click", "pytest>=1", "none-such>=2", "no-more; os_name == 'nt'"]
    code, checks = said(doctor("--output", "json", wants=wants, python=">=3.11"))
    found = {name: checks[name]["ok"] for name in list(checks)[:5]}

    assert 4 == code
    assert {
        "python": None, "click": True, "pytest": None, "none-such": False,
        "no-more": None,
    } == found  # fmt: skip
    assert checks["none-such"]["fix"].endswith("pip install 'none-such>=2'")


def test_the_extras_of_what_is_needed_are_needed(doctor, tmp_path):
    """x[fast] asks for what x asks for with that extra."""
    info = tmp_path / "site" / "base-2.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: base\nVersion: 2.0\n"
        "Requires-Dist: none-such; extra == 'fast'\n"
        "Requires-Dist: base[fast]; extra == 'fast'\n"
        "Requires-Dist: also-none\n"
    )
    _, without = said(doctor("--output", "json", wants=["base"]))
    _, checks = said(doctor("--output", "json", wants=["base[fast]"]))

    assert "none-such" not in without
    assert (True, False) == (checks["base"]["ok"], checks["none-such"]["ok"])
    assert "also-none" not in checks


def test_an_author_has_checks_of_their_own(doctor):
    """What raises has failed, with its message and its fix."""
    checks = ", checks={'db': down, 'cache': up, 'queue': plain}"
    ended = doctor("--output", "json", options=checks)
    code, found = said(ended)

    assert 4 == code
    assert {
        "name": "db", "ok": False, "message": "no server at 5432", "fix": "pg_ctl start"
    } == found["db"]  # fmt: skip
    assert (True, "16.2") == (found["cache"]["ok"], found["cache"]["message"])
    assert (False, "KeyError") == (found["queue"]["ok"], found["queue"]["message"])
    assert "" == ended.stderr


@pytest.mark.parametrize(
    ("env", "name"),
    [
        ({"HOME": "/nonexistent"}, "home"),
        ({"PYTHONIOENCODING": "ascii"}, "stdout"),
    ],
)
def test_the_surroundings_are_looked_at(doctor, env, name):
    """Each with what to export."""
    code, checks = said(doctor("--output", "json", **env))

    assert (4, False) == (code, checks[name]["ok"])
    assert checks[name]["fix"].startswith("export ")


def test_a_person_reads_it(doctor):
    """A line for each check, the fix below, and the sum of it on stderr."""
    ended = doctor(wants=["none-such"], options=", checks={'db': down}")

    assert 4 == ended.returncode
    assert "FAILED  none-such        is not installed\n" in ended.stdout
    assert f"{'':25}pg_ctl start\n" in ended.stdout
    assert ended.stderr.startswith("Error: 2 of 6 checks failed")


def test_a_program_without_a_distribution_is_no_failure(doctor):
    """Nobody knows what it needs."""
    code, checks = said(doctor("--output", "json", options=", checks={}", body=APP))
    path = "distribution"
    ended = envelope_of("click", "doctor")["data"]["checks"]

    assert (0, NAMES) == (code, list(checks))
    assert [(path, None)] == [(c["name"], c["ok"]) for c in ended if c["name"] == path]


@pytest.mark.parametrize(
    ("body", "options", "expected"),
    [
        ("@app.command()\ndef doctor(): return {'mine': 1}\n", "", (0, {"mine": 1})),
        ("", ", doctor=None", (3, None)),
        ("", ", doctor='health'", (3, None)),
    ],
    ids=["its own", "none", "another name"],
)
def test_the_word_is_the_apps(doctor, body, options, expected):
    """A command of that name stays, and the word can be changed or switched off."""
    ended = doctor("--output", "json", body=f"{APP}{body}", options=options)
    envelope = json.loads(ended.stdout)

    assert expected == (ended.returncode, envelope["data"])


def test_another_word_is_refused(doctor):
    """It takes nothing."""
    ended = doctor("now", "--output", "json")

    assert (3, "UNEXPECTED_ARGUMENT") == (
        ended.returncode,
        json.loads(ended.stdout)["error"]["code"],
    )
