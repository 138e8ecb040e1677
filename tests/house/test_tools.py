"""The scripts that build a developer's environment → plain words when they cannot."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.checkout

ROOT = Path(__file__).parents[2]
SCRIPTS = ["tools/make-venv", "tools/lock", ".ci/run"]


@pytest.mark.needs("shellcheck")
def test_the_shell_scripts_are_sound():
    """shellcheck has nothing to say."""
    check = subprocess.run(
        ["shellcheck", *SCRIPTS], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert "" == check.stdout


@pytest.mark.parametrize("script", [*SCRIPTS, "scripts/exeunt"])
def test_a_script_can_be_executed(script):
    """The mode of a script survives; pip hands that of the launcher on."""
    assert os.access(ROOT / script, os.X_OK)


@pytest.fixture
def make_venv(tmp_path):
    """Run make-venv where only the given Pythons are on PATH."""

    def run(**pythons):
        for name, script in pythons.items():
            shim = tmp_path / name.replace("_", ".")
            shim.write_text(f"#!/bin/sh\n{script}\n")
            shim.chmod(0o755)
        return subprocess.run(
            ["/bin/sh", ROOT / "tools" / "make-venv", tmp_path / "venv"],
            env={"PATH": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def test_a_shim_for_no_python_is_passed_over(make_venv):
    """A python3.12 that only says "command not found" is not taken for one."""
    result = make_venv(python3_12="echo no such command >&2; exit 127")

    assert 1 == result.returncode
    assert "no working Python 3.11 or newer among" in result.stderr
    assert "make PYTHON=" in result.stderr


def test_a_python_without_venv_is_named(make_venv):
    """Where ensurepip is missing, the package that brings it is named."""
    result = make_venv(
        python3=f'case "$2" in *ensurepip*) exit 1 ;; esac; exec {sys.executable} "$@"'
    )

    assert 1 == result.returncode
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    assert f"python3 (Python {version}) has no venv or ensurepip" in result.stderr
    assert f"apt-get install python{version}-venv" in result.stderr


def install(tmp_path, **env):
    """Run system_packages.py where no command and no apt-get can be found."""
    return subprocess.run(
        [sys.executable, ROOT / "tools" / "system_packages.py"],
        env={"PATH": str(tmp_path), **env},
        capture_output=True,
        text=True,
        check=False,
    )


def test_missing_commands_are_named(tmp_path):
    """Without apt-get the missing packages are named, and the step fails."""
    result = install(tmp_path)

    assert 1 == result.returncode
    assert "missing commands: asciinema bash chromium curl dash " in result.stdout
    assert "Debian packages: asciinema bash chromium curl dash " in result.stdout


def test_missing_commands_may_be_done_without(tmp_path):
    """EXEUNT_WITHOUT_TOOLS=1 turns the failure into skipped tests."""
    result = install(tmp_path, EXEUNT_WITHOUT_TOOLS="1")

    assert 0 == result.returncode
    assert "the tests that need them are skipped" in result.stdout


def test_the_pythons_found_include_this_one():
    """pythons.py finds the interpreter that runs the tests, or another of its minor."""
    listing = subprocess.run(
        [sys.executable, ROOT / "tools" / "pythons.py"],
        env={**os.environ, "PATH": f"{sys.base_prefix}/bin"},
        capture_output=True,
        text=True,
        check=True,
    )

    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    assert version in [line.split()[0] for line in listing.stdout.splitlines()]
