"""Declarations of an author → a contract, or an error when the program is loaded."""

import ast
import inspect
from pathlib import Path

import pytest

from adopted import run, said
from exeunt import Contract, DeclarationError, ExitCode
from exeunt.errors import CodeTypeError
from exeunt.manifest import contract

BEFORE = """
class Refused(Exception):
    status = 409
class Worse(Refused): pass
def tell(no):
    return None if isinstance(no, Worse) else ExitCode.CONFLICT
"""


def test_a_function_may_stand_for_a_code():
    """It is asked when its exception comes, and not before."""

    def tell(error):
        raise AssertionError(error)

    assert {OSError: tell} == Contract(raises={OSError: tell}).raises


@pytest.mark.parametrize("code", [ExitCode.SUCCESS, ExitCode.REDIRECTED])
def test_no_exception_means_success_or_a_redirect(code):
    """The one is no failure, and the other has to say where to."""
    with pytest.raises(DeclarationError, match="nothing to say"):
        Contract(raises={OSError: code})


@pytest.mark.parametrize("meant", [5, "NOT_FOUND", None])
def test_a_meaning_is_a_code_or_a_function(meant):
    """A number means nothing without its name."""
    with pytest.raises(CodeTypeError):
        Contract(raises={OSError: meant})


def test_prints_has_one_word():
    """People, or nothing said."""
    assert "people" == Contract(prints="people").prints
    with pytest.raises(DeclarationError, match="prints='programs' says nothing"):
        Contract(prints="programs")


def test_a_function_is_asked_about_a_subclass_and_a_cause():
    """As a code would be looked up."""
    body = "raise RuntimeError('no luck') from Refused('taken')"

    ended = run(body, before=BEFORE, promises="raises={Refused: tell}")

    assert (6, "CONFLICT") == said(ended)


def test_a_function_that_knows_nothing_leaves_it_to_the_base_class():
    """Then to the app, then to the cause."""
    parts = {"before": BEFORE, "promises": "raises={Refused: tell}"}
    app = "raises={Refused: ExitCode.PRECONDITION}"

    alone = run("raise Worse('no')", **parts)
    above = run("raise Worse('no')", **parts, options=app)
    cause = run("raise Worse('no') from TimeoutError('late')", **parts)

    assert [(1, "UNHANDLED"), (4, "PRECONDITION"), (10, "TIMEOUT")] == [
        said(ended) for ended in (alone, above, cause)
    ]


def test_a_function_may_say_that_a_call_can_be_repeated():
    """Also of a command that may have changed something."""
    body = "raise Refused('later')"
    tell = "lambda no: fail(ExitCode.UNAVAILABLE, str(no), retryable=True)"

    ended = run(
        body, before=BEFORE, promises=f"danger='mutating', raises={{Refused: {tell}}}"
    )

    assert '"retryable": true' in ended.stdout


def test_what_a_function_raises_is_shown_with_what_it_was_asked_about():
    """Two bugs, or one: the author sees both tracebacks."""
    ended = run(
        "raise Refused('first')", before=BEFORE, promises="raises={Refused: lambda: 1}"
    )

    assert (1, "UNHANDLED") == said(ended)
    assert "Refused: first" in ended.stderr
    assert "TypeError: " in ended.stderr


@pytest.mark.checkout
def test_type_checkers_know_every_word_of_a_contract():
    """What contract() takes is listed a second time, for them alone."""
    tree = ast.parse(Path(contract.__file__).read_text())
    promises = next(
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and node.name == "Promises"
    )
    fields = [node for node in promises.body if isinstance(node, ast.AnnAssign)]
    taken = inspect.signature(Contract).parameters.values()

    assert {param.name: f"{param.annotation}" for param in taken} == {
        field.target.id: ast.unparse(field.annotation) for field in fields
    }
