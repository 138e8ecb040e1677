"""The names that `exeunt` promises → objects."""

import re
from pathlib import Path

import pytest

import exeunt
import exeunt.testing

# What a release promises; a name that goes, or comes, is a decision.
PUBLIC = """
    Action Adopted Anomaly Answer Asked AsyncSession Attempt Called Certainty Cleanup
    Code CodeTypeError CommandExitCode Completed Contract Decision DeclarationError
    Dialect Done Effects Encoded Ended Ending ErrorDetail Event ExeuntError ExitCode
    ExitCodeEntry Exited Failed Finished Halt History Hooks InputError Job Outcome
    OutcomeError Output Pace Phase Policy Reading Reason ReceivedEnvelope Redirect Reply
    Request ResponseEnvelope ResponseMeta Retryable Row Running Session SessionError
    SessionState Signaled Stream TableError TimedOut Translation UnknownName
    UnserialisableError Unstarted Verdict Wrote adopt batch batch_async call call_async
    cleanup contract decide declare decode default_entry dialect dialect_names effect
    encode entry exit_table fail from_returncode from_shell from_wait_status
    not_modified page progress read request respond run run_all run_all_async run_async
    start stream translate warn
"""


def test_the_public_names_are_these():
    """No name is added or lost by accident."""
    assert PUBLIC.split() == list(exeunt.__all__)


def test_the_names_are_sorted():
    """`__all__` is in alphabetical order, each name once."""
    assert sorted(set(exeunt.__all__)) == list(exeunt.__all__)


def test_type_checkers_know_the_same_names_of_the_same_modules():
    """The stub of the package says where each name lives, as the package does."""
    stub = Path(exeunt.__file__).with_suffix(".pyi").read_text(encoding="utf-8")
    said = re.findall(r"^from \.([\w.]+) import (\w+) as \2$", stub, re.MULTILINE)

    homes = [exeunt._home_of(name) for name in exeunt.__all__]  # noqa: SLF001 - its table

    assert sorted(zip(homes, exeunt.__all__, strict=True)) == sorted(said)


def test_dir_lists_the_public_names():
    """`dir(exeunt)` shows what `__all__` promises, also before anything is loaded."""
    public = {name for name in exeunt.__dir__() if not name.startswith("_")}

    assert {name for name in exeunt.__all__ if not name.startswith("_")} == public


@pytest.mark.parametrize("name", exeunt.__all__)
def test_each_name_resolves(name):
    """A promised name is there, and is the same object each time."""
    assert getattr(exeunt, name) is getattr(exeunt, name)


@pytest.mark.parametrize("name", exeunt.testing.__all__)
def test_each_name_for_tests_resolves(name):
    """What `exeunt.testing` promises is there as well."""
    assert name == getattr(exeunt.testing, name).__name__


def test_a_misspelt_name_is_answered_with_the_near_one():
    """An unknown attribute is an AttributeError that says what was probably meant."""
    with pytest.raises(AttributeError, match=r"'ExitCod'.*ExitCode"):
        _ = exeunt.ExitCod


def test_an_unknown_name_is_an_attribute_error():
    """A name like no other is an AttributeError too, so that hasattr() works."""
    assert not hasattr(exeunt, "zzz_nothing_like_this")
