"""The fourteen codes → what each promises, as published."""

import ast
import copy
import enum
import inspect
import json
import pickle
from pathlib import Path

import pytest

import exeunt
from exeunt import Action, Effects, ExitCode, Retryable
from exeunt.cli.schema import schema
from exeunt.model.actions import NEXT
from exeunt.model.entry import RANGES

PUBLISHED = [
    # number, name, group, retryable, effects, action, may the same call be repeated
    (0, "SUCCESS", "success", None, "complete", "proceed", False),
    (1, "GENERAL_ERROR", "execution", "depends", "unknown", "inspect_state", False),
    (2, "PARTIAL_FAILURE", "execution", "no", "partial", "inspect_state", False),
    (3, "ARG_ERROR", "input", "yes", "none", "fix_input", False),
    (4, "PRECONDITION", "input", "depends", "none", "fix_precondition", False),
    (5, "NOT_FOUND", "resource", "no", "none", "stop", False),
    (6, "CONFLICT", "resource", "no", "none", "fix_precondition", False),
    (7, "PERMISSION_DENIED", "auth", "no", "none", "escalate", False),
    (8, "AUTH_REQUIRED", "auth", "after_fix", "none", "acquire_credentials", False),
    (9, "PAYMENT_REQUIRED", "auth", "after_fix", "none", "pay", False),
    (10, "TIMEOUT", "infrastructure", "yes", "partial", "inspect_state", False),
    (11, "RATE_LIMITED", "infrastructure", "yes", "none", "retry", True),
    (12, "UNAVAILABLE", "infrastructure", "yes", "none", "retry", True),
    (13, "REDIRECTED", "routing", "yes", "none", "follow_redirect", False),
]
GROUPS = {
    "success": {0},
    "execution": {1, 2},
    "input": {3, 4},
    "resource": {5, 6},
    "auth": {7, 8, 9},
    "infrastructure": {10, 11, 12},
    "routing": {13},
}
SOURCE = Path(exeunt.__file__).parent
# A number where a code is usually meant; what it is instead.
NUMBERS_BY_RIGHT = {
    "Attempt.exit_code": "what a run's record says, beside its reading",
    "Completed.exit_code": "as in Attempt",
    "Encoded.code": "the number of a dialect, on its way out",
    "Exited.code": "what the operating system saw, before it has a meaning",
    "Reply.exit_code": "as in Attempt, of one line of a shell",
    "SessionState.exit_code": "as in Attempt",
    "from_returncode.code": "a number of subprocess",
    "from_shell.code": "a number of the shell",
    "translate.code": "a number of the dialect that is translated from",
}
# Where a name that ends in `code` is compared with a literal; what it is there.
COMPARED_BY_RIGHT = {
    "agents/_worth.py": "the number that Claude Code takes for a no, whatever the tool",
    "atlas/_line.py": "a tool's own number, before it has a meaning",
    "atlas/_lookup.py": "as in _line.py",
    "audit/_contract.py": "did a call of a program under trial end with 0?",
    "audit/_page.py": "as in _contract.py",
    "audit/check.py": "as in _contract.py",
    "audit/probes/again.py": "as in _contract.py",
    "audit/probes/plan.py": "as in _contract.py",
    "audit/probes/traces.py": "as in _contract.py",
    "audit/rules/calls.py": "as in _contract.py",
    "audit/rules/contract.py": "as in _contract.py",
    "audit/rules/dialects.py": "as in _contract.py",
    "audit/rules/effects.py": "as in _contract.py",
    "audit/rules/envelope.py": "as in _contract.py",
    "audit/rules/plain.py": "as in _contract.py",
    "audit/rules/terminal.py": "as in _contract.py",
}


@pytest.mark.clause("E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9", "E10")
@pytest.mark.clause("E11", "E12", "E13", "E14", "E15", "E16", "K1", "K2", "K4")
@pytest.mark.parametrize(
    ("number", "name", "group", "retryable", "effects", "action", "repeat"), PUBLISHED
)
def test_each_code_is_as_published(  # noqa: PLR0913 - the columns
    number, name, group, retryable, effects, action, repeat
):
    """Number, name and every column are those of the table."""
    code = ExitCode[name]

    assert number == code.value
    assert group == code.group
    assert (Retryable(retryable) if retryable else None) is code.retryable
    assert Effects(effects) is code.effects
    assert Action(action) is code.action
    assert repeat is code.repeat_identical


@pytest.mark.clause("E1", "E2")
def test_there_are_fourteen_codes_and_each_has_its_row():
    """No gap, no alias, no code without a row and no row without a code."""
    assert list(range(14)) == [code.value for code in ExitCode]
    assert 14 == len(ExitCode.__members__)
    assert [code.name for code in ExitCode] == list(NEXT)


@pytest.mark.clause("K2")
def test_only_waiting_makes_the_same_call_worth_repeating():
    """After any other code the call has to change, or someone has to look."""
    assert {ExitCode.RATE_LIMITED, ExitCode.UNAVAILABLE} == {
        code for code in ExitCode if code.repeat_identical
    }


@pytest.mark.clause("E18")
def test_groups_partition_the_codes():
    """Every code is in one group, and no group is left over."""
    found = {
        group: {code.value for code in ExitCode if code.group == group}
        for group in {code.group for code in ExitCode}
    }

    assert GROUPS == found


@pytest.mark.clause("E18", "E44")
@pytest.mark.parametrize("code", ExitCode)
@pytest.mark.parametrize("group", GROUPS)
def test_predicates_tell_the_group(code, group):
    """is_auth() and its like answer as a method and as a function of a code."""
    predicate = f"is_{group}"
    expected = code.value in GROUPS[group]

    assert expected is getattr(code, predicate)()
    assert expected is getattr(ExitCode, predicate)(code)


@pytest.mark.clause("E44")
def test_every_group_has_its_predicate():
    """A new group cannot go without one."""
    predicates = {name for name in vars(ExitCode) if name.startswith("is_")}

    assert {f"is_{code.group}" for code in ExitCode} == predicates


@pytest.mark.clause("E42", "E43", "E44", "E45")
def test_the_schema_says_the_same():
    """Names, sentences, groups and ranges of the published schema are the model's."""
    published = schema("exit-code")

    assert [code.value for code in ExitCode] == published["enum"]
    assert [code.name for code in ExitCode] == published["x-enum-varnames"]
    assert [code.__doc__ for code in ExitCode] == published["x-enum-descriptions"]
    assert GROUPS == {name: set(codes) for name, codes in published["x-groups"].items()}
    assert [f"{low}-{high}" for low, high, *_ in RANGES] == list(
        published["x-code-ranges"]
    )


@pytest.mark.clause("E43")
def test_each_code_has_a_sentence_of_its_own():
    """A member's doc is its own, not that of the class, and so is its advice."""
    docs = {code.__doc__ for code in ExitCode}
    advice = {code.advice for code in ExitCode}

    assert 14 == len(docs) == len(advice)
    assert ExitCode.__doc__ not in docs
    assert all(text.endswith(".") for text in docs | advice)
    assert [code.__doc__ for code in ExitCode] == [code.meaning for code in ExitCode]


@pytest.mark.clause("E46", "E53", "K13")
@pytest.mark.parametrize("code", ExitCode)
def test_a_code_never_equals_its_number(code):
    """It is no int, equals none and sorts with none."""
    assert not isinstance(code, int)
    assert code != code.value
    assert code not in range(14)
    assert not hasattr(code, "__index__")
    with pytest.raises(TypeError):
        code < code.value  # noqa: B015 - the comparison is what fails
    with pytest.raises(TypeError):
        int(code)


@pytest.mark.clause("E46", "K13")
def test_the_codes_are_a_plain_enum():
    """Not an IntEnum, not a Flag, and nothing can be added to them."""
    assert (ExitCode, enum.Enum, object) == ExitCode.__mro__
    with pytest.raises(TypeError):
        enum.Enum("More", "A", type=ExitCode)
    with pytest.raises(ValueError, match="14"):
        ExitCode(14)


@pytest.mark.clause("E47")
def test_a_code_is_no_json_by_itself():
    """Only our own serialiser writes it, and that writes the integer."""
    with pytest.raises(TypeError):
        json.dumps(ExitCode.NOT_FOUND)


@pytest.mark.parametrize("code", ExitCode)
def test_a_code_stays_itself(code):
    """Copies and pickles are the member, so `is` always works."""
    assert code is copy.deepcopy(code)
    assert code is pickle.loads(pickle.dumps(code))  # noqa: S301


@pytest.mark.clause("E13", "E28", "K1")
def test_the_table_promises_no_blind_repetition():
    """Where effects may have happened, the action is to look, whatever retryable is."""
    risky = {Effects.PARTIAL, Effects.UNKNOWN}

    assert {Action.INSPECT_STATE} == {c.action for c in ExitCode if c.effects in risky}
    assert not any(c.repeat_identical for c in ExitCode if c.effects in risky)


@pytest.mark.clause("E55", "K12")
def test_no_public_callable_takes_a_number_for_a_code():
    """A parameter that is named like a code has a code's type, or a listed reason."""
    found = {
        f"{name}.{parameter.name}"
        for name, value in public_callables()
        for parameter in inspect.signature(value).parameters.values()
        if parameter.name in {"code", "codes", "exit", "exits", "exit_code"}
        and takes_int(str(parameter.annotation))
    }

    assert set(NUMBERS_BY_RIGHT) == found


@pytest.mark.checkout
@pytest.mark.clause("E53")
def test_the_source_compares_no_code_with_a_literal():
    """`code == 7` is written ExitCode.PERMISSION_DENIED, except where it is no code."""
    found = [
        f"{path.relative_to(SOURCE).as_posix()}:{node.lineno}"
        for path in SOURCE.rglob("*.py")
        for node in compared_codes(ast.parse(path.read_text(encoding="utf-8")))
    ]

    assert [] == [at for at in found if at.partition(":")[0] not in COMPARED_BY_RIGHT]
    assert set(COMPARED_BY_RIGHT) == {at.partition(":")[0] for at in found}


@pytest.mark.clause("E53")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("code == 7", True),
        ("7 != error.code", True),
        ("0 < exit_code <= 13", True),
        ("code in (1, 2)", True),
        ("code not in {3}", True),
        ("run.returncode == 0", True),
        ("code is ExitCode.TIMEOUT", False),
        ("code == 14", False),
        ("count == 7", False),
        ("error.code == 'GONE'", False),
    ],
)
def test_the_lint_finds_what_it_should(line, expected):
    """The lint above is able to fail."""
    assert expected is any(compared_codes(ast.parse(line)))


def public_callables():
    """Yield every public name that can be called, with its value."""
    for name in exeunt.__all__:
        value = getattr(exeunt, name)
        is_enum = isinstance(value, enum.EnumType)
        if not is_enum and (inspect.isfunction(value) or inspect.isclass(value)):
            yield name, value


def takes_int(annotation):
    """Tell whether `int` is one of the names in an annotation."""
    names = ast.walk(ast.parse(annotation.removeprefix("<class '").removesuffix("'>")))
    return any(isinstance(node, ast.Name) and node.id == "int" for node in names)


def compared_codes(tree):
    """Yield the comparisons of something called a code with a number from 0 to 13."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(map(is_called_code, sides)) and any(map(holds_number, sides)):
                yield node
        if isinstance(node, ast.Match) and is_called_code(node.subject):
            patterns = (case.pattern for case in node.cases)
            yield from (pattern for pattern in patterns if holds_number(pattern))


def is_called_code(node):
    """Tell whether an expression is a name or an attribute that ends in `code`."""
    name = getattr(node, "id", None) or getattr(node, "attr", None)
    return isinstance(name, str) and name.lower().endswith("code")


def holds_number(node):
    """Tell whether an expression is, or is made of, one of the fourteen numbers."""
    return any(
        isinstance(part, ast.Constant)
        and type(part.value) is int
        and part.value in range(14)
        for part in (node, *getattr(node, "elts", ()), getattr(node, "value", None))
    )
