"""Misuse → an error that names the fix, in one tree."""

import ast
import pickle
import re
from pathlib import Path

import pytest

import exeunt.errors
from exeunt.errors import (
    CodeTypeError,
    DeclarationError,
    ExeuntError,
    InputError,
    OutcomeError,
    StoreError,
    TableError,
    UnknownName,
    UnserialisableError,
    closest,
    unknown,
)

TREE = [
    (CodeTypeError, TypeError, "CODE_TYPE"),
    (DeclarationError, ValueError, "DECLARATION"),
    (OutcomeError, ValueError, "OUTCOME"),
    (UnserialisableError, TypeError, "UNSERIALISABLE"),
    (InputError, ValueError, "INVALID_INPUT"),
    (UnknownName, LookupError, "UNKNOWN_NAME"),
    (TableError, ValueError, "INVALID_TABLE"),
    (StoreError, RuntimeError, "STORE_UNUSABLE"),
]


@pytest.mark.parametrize(("kind", "builtin", "code"), TREE)
@pytest.mark.clause("R7", "R61")
def test_each_error_is_ours_and_pythons(kind, builtin, code):
    """A caller may catch it by our name or by Python's; its code is pinned."""
    error = kind("it broke", fix="mend it")

    assert isinstance(error, ExeuntError)
    assert isinstance(error, builtin)
    assert code == error.error_code
    assert "it broke; mend it" == str(error)
    assert ("it broke", "mend it") == (error.message, error.fix)


def test_an_error_without_a_fix_is_its_message():
    """Nothing dangles after the message."""
    assert "it broke" == str(ExeuntError("it broke"))


@pytest.mark.parametrize("kind", [kind for kind, _, _ in TREE])
def test_an_error_survives_pickling(kind):
    """A worker process may send it home."""
    error = pickle.loads(pickle.dumps(kind("it broke", fix="mend it")))  # noqa: S301

    assert kind is type(error)
    assert "it broke; mend it" == str(error)
    assert ("it broke", "mend it") == (error.message, error.fix)


def test_the_tree_in_the_docstring_is_the_tree():
    """Every class is drawn, and every drawn class exists."""
    drawn = set(re.findall(r"[├└]── (\w+)", exeunt.errors.__doc__))
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for path in Path(exeunt.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    }
    real = {"ExeuntError"}
    while more := {name for name, above in bases.items() if above & real} - real:
        real |= more

    assert real - {"ExeuntError"} == drawn


def test_error_codes_are_distinct():
    """A caller that branches on the code knows which class it was."""
    codes = [code for _, _, code in TREE]

    assert len(codes) == len({*codes, ExeuntError.error_code}) - 1


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("murly", "murli"),
        ("MURLI", "murli"),
        ("not_fund", "NOT_FOUND"),
        ("xyzzy", None),
        ("", None),
    ],
)
def test_a_slip_finds_the_name_that_was_meant(word, expected):
    """Case does not matter; what is near nothing finds nothing."""
    assert expected == closest(word, ["murli", "holon", "NOT_FOUND"])


def test_an_unknown_name_says_which_was_meant_or_which_there_are():
    """The error leads on, whether or not there is a near one."""
    near = unknown("murly", "dialect", ["murli", "holon"])
    far = unknown("xyzzy", "dialect", iter(["murli", "holon"]))

    assert "there is no dialect 'murly'; did you mean murli?" == str(near)
    assert "there is no dialect 'xyzzy'; known: murli, holon" == str(far)


def test_an_unknown_name_lists_a_handful_of_many():
    """A hundred names in one line help nobody; the call that lists them does."""
    names = [f"rule-{number}" for number in range(100)]
    said = str(unknown("xyzzy", "rule", names, "exeunt check --help"))

    assert said == (
        "there is no rule 'xyzzy'; known: rule-0, rule-1, rule-2, rule-3, rule-4, "
        "rule-5, ... and 94 more; exeunt check --help lists them"
    )
