"""The rooms → does the linter notice one that knows too much."""

import os
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

pytestmark = pytest.mark.checkout

ROOT = Path(__file__).parents[2]


@pytest.fixture
def lint(tmp_path):
    """Run import-linter, as configured here, on a copy of the source."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(ROOT / "src", tmp_path / "src")

    def run():
        result = subprocess.run(
            [Path(sysconfig.get_path("scripts")) / "lint-imports", "--no-cache"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(tmp_path / "src")},
            capture_output=True,
            text=True,
            check=False,
        )
        return result.returncode, result.stdout

    run.source = tmp_path / "src" / "exeunt"
    return run


def test_the_source_as_it_is_passes(lint):
    """No room knows more than it may, so the tests below fail for their own reason."""
    code, output = lint()

    assert 0 == code, output


def test_a_room_that_knows_one_above_it_is_reported(lint):
    """An import upwards breaks the layers, even inside a function."""
    with (lint.source / "errors.py").open("a") as file:
        file.write("\n\ndef f() -> None:\n    from . import cli\n")
    code, output = lint()

    assert 1 == code
    assert "exeunt.errors is not allowed to import exeunt.cli" in output


def test_a_room_without_a_layer_is_reported(lint):
    """A new room must be given its place."""
    (lint.source / "attic.py").write_text('"""Nothing → nothing."""\n')
    code, output = lint()

    assert 1 == code
    assert "exeunt.attic" in output
