"""typing_tests/ → does a wrong call there really fail, in both checkers."""

import json
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

pytestmark = pytest.mark.checkout

ROOT = Path(__file__).parents[2]
BOTH = "  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]"
MODULE = '''"""A function and one call of it."""


def shout(word: str) -> str:
    """Return the word in capitals."""
    return word.upper()


{call}
'''
CALLS = {
    "right": 'shout("five")',
    "wrong": "shout(5)",
    # A negative test is a wrong call with the ignores of both checkers.
    "expected": "shout(5)" + BOTH,
    # When the wrong call becomes legal, the negative test fails.
    "unneeded": 'shout("five")' + BOTH,
}


@pytest.fixture
def check(tmp_path):
    """Run a checker, as configured here, on a module for each call."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "src").mkdir()
    (tmp_path / "typing_tests").mkdir()
    for name, call in CALLS.items():
        module = tmp_path / "typing_tests" / f"{name}.py"
        module.write_text(MODULE.format(call=call))

    def run(command, *words):
        return subprocess.run(
            [Path(sysconfig.get_path("scripts")) / command, *words],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        ).stdout

    return run


def test_mypy_reports_a_wrong_call_and_an_unneeded_ignore(check):
    """And neither a right call nor a wrong one that is expected."""
    # The copied configuration also names src and tools, which are not there.
    said = check("mypy", "--output=json", "typing_tests").splitlines()
    found = [(Path(one["file"]).stem, one["code"]) for one in map(json.loads, said)]

    assert [("unneeded", "unused-ignore"), ("wrong", "arg-type")] == sorted(found)


def test_pyright_reports_a_wrong_call_and_an_unneeded_ignore(check):
    """The same, by its own names."""
    said = json.loads(check("pyright", "--outputjson"))["generalDiagnostics"]
    found = [(Path(one["file"]).stem, one["rule"]) for one in said]

    assert [
        ("unneeded", "reportUnnecessaryTypeIgnoreComment"),
        ("wrong", "reportArgumentType"),
    ] == sorted(found)
