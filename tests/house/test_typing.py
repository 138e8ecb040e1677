"""typing_tests/ → does a wrong call there really fail, in both checkers."""

import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.checkout,
    pytest.mark.timeout(120),  # pyright starts Node, and mypy reads typeshed anew
]

ROOT = Path(__file__).parents[2]
BOTH = "  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]"
MODULE = '''"""A function and one call of it."""


def shout(word: str) -> str:
    """Return the word in capitals."""
    return word.upper()


{call}
'''
CHECKERS = {
    # The copied configuration also names src and tools, which are not there.
    "mypy": (["mypy", "typing_tests"], "[arg-type]", "[unused-ignore]"),
    "pyright": (
        ["pyright"],
        "(reportArgumentType)",
        "(reportUnnecessaryTypeIgnoreComment)",
    ),
}


@pytest.fixture(params=CHECKERS)
def check(request, tmp_path):
    """Run a checker, as configured here, on a module with one call."""
    command, wrong, unneeded = CHECKERS[request.param]
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "src").mkdir()
    (tmp_path / "typing_tests").mkdir()
    executable = Path(sysconfig.get_path("scripts")) / command[0]

    def run(call):
        module = tmp_path / "typing_tests" / "calls.py"
        module.write_text(MODULE.format(call=call))
        result = subprocess.run(
            [executable, *command[1:]],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        return result.returncode, result.stdout

    run.wrong, run.unneeded = wrong, unneeded
    return run


def test_a_right_call_passes(check):
    """A right call is no error, so the other tests here fail for their own reason."""
    code, output = check('shout("five")')

    assert 0 == code, output


def test_a_wrong_call_is_reported(check):
    """A wrong call without an ignore is an error."""
    code, output = check("shout(5)")

    assert 0 != code
    assert check.wrong in output


def test_a_wrong_call_may_be_expected(check):
    """A negative test is a wrong call with the ignores of both checkers."""
    code, output = check("shout(5)" + BOTH)

    assert 0 == code, output


def test_an_unneeded_ignore_is_reported(check):
    """When the wrong call becomes legal, the negative test fails."""
    code, output = check('shout("five")' + BOTH)

    assert 0 != code
    assert check.unneeded in output
