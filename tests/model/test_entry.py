"""A command's own codes and entries → accepted, or refused with the fix."""

import enum
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exeunt import (
    CodeTypeError,
    CommandExitCode,
    DeclarationError,
    Effects,
    ErrorDetail,
    ExitCode,
    ExitCodeEntry,
    Failed,
    Retryable,
    declare,
    default_entry,
    entry,
    exit_table,
)
from exeunt.cli.schema import schema
from exeunt.model.entry import RANGES, check_code, check_entry

LOCKED = declare("LOCKED", 79)
ERROR = ErrorDetail("GONE", "It is gone")


class Number(enum.IntEnum):
    """What a program might have used before."""

    NOT_FOUND = 5


NO_CODE = [
    *((n, f"use ExitCode.{ExitCode(n).name}") for n in range(14)),
    (Number.NOT_FOUND, "use ExitCode.NOT_FOUND"),
    (14, "14-63 is reserved"),
    (63, "14-63 is reserved"),
    (64, "64-78 is the sysexits"),
    (78, "64-78 is the sysexits"),
    (79, "exeunt.declare()"),
    (125, "exeunt.declare()"),
    (126, "126-255 is owned by shells"),
    (130, "126-255 is owned by shells"),
    (255, "126-255 is owned by shells"),
    (256, "eight bits"),
    (-1, "eight bits"),
    (True, "use a member of ExitCode"),
    (False, "use a member of ExitCode"),
    (5.0, "use a member of ExitCode"),
    ("NOT_FOUND", "use a member of ExitCode"),
    ("5", "use a member of ExitCode"),
    (None, "use a member of ExitCode"),
    (ExitCode, "use a member of ExitCode"),
    (Effects.NONE, "use a member of ExitCode"),
]


@pytest.mark.clause("E46", "E48", "E51", "E55", "E56", "K12", "K13")
@pytest.mark.parametrize(("value", "fix"), NO_CODE, ids=repr)
@pytest.mark.parametrize(
    "take",
    [
        check_code,
        default_entry,
        lambda value: Failed(value, ERROR),
        lambda value: exit_table({value: "Something is wrong"}),
    ],
    ids=["check_code", "default_entry", "Failed", "exit_table"],
)
def test_what_is_no_code_is_refused_everywhere(take, value, fix):
    """A number is refused at run time too, and the message names the code to use."""
    with pytest.raises(CodeTypeError) as caught:
        take(value)

    assert fix in str(caught.value)
    assert isinstance(caught.value, TypeError)


@pytest.mark.clause("E48", "K12")
@pytest.mark.parametrize("code", [*ExitCode, LOCKED])
def test_both_kinds_of_code_are_accepted(code):
    """The union of the fourteen and the declared ones is what a code is."""
    assert code is check_code(code)


@pytest.mark.clause("E21", "K12")
@pytest.mark.parametrize("number", range(79, 126))
def test_a_command_may_declare_its_own_numbers(number):
    """79 to 125 are free."""
    code = declare("DEPLOY_LOCKED", number)

    assert ("DEPLOY_LOCKED", number) == (code.name, code.value)
    assert code in exit_table({code: "Someone else deploys"})
    assert code != number


@pytest.mark.clause("E20", "E45")
@pytest.mark.parametrize("number", range(64, 79))
def test_a_sysexit_is_declared_only_on_purpose(number):
    """64 to 78 need a word more."""
    with pytest.raises(DeclarationError, match="sysexits=True"):
        declare("TEMPORARY", number)

    assert number == declare("TEMPORARY", number, sysexits=True).value


@pytest.mark.clause("E19", "E22", "E23", "E45", "K21")
@pytest.mark.parametrize("sysexits", [False, True])
@pytest.mark.parametrize(
    "number", [-9, -1, *range(64), 126, 127, 128, 130, 255, 256, 300]
)
def test_no_other_number_can_be_declared(number, sysexits):
    """The fourteen, the reserved ones, the shell's and the impossible are refused."""
    with pytest.raises(DeclarationError, match=str(number)):
        declare("MINE", number, sysexits=sysexits)


@pytest.mark.clause("K13")
@pytest.mark.parametrize("number", [True, False, "79", 79.0, None], ids=repr)
def test_a_declared_number_is_a_whole_number(number):
    """A bool is none, and neither is a text."""
    with pytest.raises(DeclarationError, match="whole number"):
        declare("MINE", number)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "locked",
        "Locked",
        "LOCKED!",
        "A B",
        "_LOCKED",
        "1ST",
        "ÄRGER",
        "A-B",
        None,
        5,
    ],
)
def test_a_declared_name_is_a_constants_name(name):
    """Callers write it in their own source."""
    with pytest.raises(DeclarationError, match="constant"):
        declare(name, 79)


@pytest.mark.parametrize("code", ExitCode)
def test_a_declared_name_is_not_one_of_the_fourteen(code):
    """One name, one meaning."""
    with pytest.raises(DeclarationError, match=f"use ExitCode.{code.name}"):
        declare(code.name, 79)


@pytest.mark.clause("K12")
def test_only_declare_makes_a_declared_code():
    """The class itself refuses, with and without arguments."""
    with pytest.raises(CodeTypeError, match=r"exeunt\.declare"):
        CommandExitCode()
    with pytest.raises(TypeError):
        CommandExitCode("LOCKED", 79)


@pytest.mark.clause("E45")
def test_the_ranges_cover_every_status_once():
    """0 to 255 without a gap and without an overlap."""
    covered = [n for low, high, *_ in RANGES for n in range(low, high + 1)]

    assert list(range(256)) == covered


@pytest.mark.parametrize("length", [1, 2, 119, 120])
def test_a_description_may_have_so_many_characters(length):
    """One to a hundred and twenty."""
    made = entry("é" * length, retryable=False, effects=Effects.NONE)

    assert length == len(made.description)


@pytest.mark.parametrize("text", ["", "x" * 121, "x" * 5000, None, 5, b"text", ["a"]])
def test_no_other_description_is_accepted(text):
    """Empty, too long, or no text."""
    with pytest.raises(DeclarationError, match="1 to 120"):
        entry(text, retryable=False, effects=Effects.NONE)


@pytest.mark.clause("K10")
@pytest.mark.parametrize("value", [1, 0, None, "yes", "true", Retryable.YES, 1.0])
def test_retryable_is_a_bool(value):
    """What merely counts as true or false is refused."""
    with pytest.raises(DeclarationError, match="True or False"):
        entry("It is gone", retryable=value, effects=Effects.NONE)


@pytest.mark.clause("K10")
@pytest.mark.parametrize("value", [Effects.UNKNOWN, "none", None, 0, False])
def test_effects_are_one_of_three(value):
    """An entry is a promise, so it cannot say that it does not know."""
    with pytest.raises(DeclarationError, match="NONE, PARTIAL or COMPLETE"):
        entry("It is gone", retryable=False, effects=value)


@pytest.mark.clause("E28", "K1")
@pytest.mark.parametrize("effects", [Effects.PARTIAL, Effects.COMPLETE])
def test_what_may_be_repeated_has_changed_nothing(effects):
    """Retryable goes with no effects alone."""
    with pytest.raises(DeclarationError, match="would repeat them"):
        entry("Time is up", retryable=True, effects=effects)


@pytest.mark.clause("E28", "K1")
def test_a_timeout_without_effects_may_be_retried():
    """A command that only reads says so in its entry."""
    declared = entry("Time is up", retryable=True, effects=Effects.NONE)

    assert declared == exit_table({ExitCode.TIMEOUT: declared})[ExitCode.TIMEOUT]


@pytest.mark.clause("E58")
@pytest.mark.parametrize(
    ("code", "retryable", "effects", "why"),
    [
        (ExitCode.ARG_ERROR, False, Effects.PARTIAL, "nothing was changed"),
        (ExitCode.PARTIAL_FAILURE, True, Effects.NONE, "never retryable"),
        *(
            (code, False, Effects.COMPLETE, "nothing was changed|SUCCESS alone")
            for code in [*ExitCode, LOCKED]
            if code is not ExitCode.SUCCESS
        ),
    ],
)
def test_hard_promises_cannot_be_relaxed(code, retryable, effects, why):
    """Three rules hold whatever a command declares, in a table and in a failure."""
    declared = entry("Declared otherwise", retryable=retryable, effects=effects)

    with pytest.raises(DeclarationError, match=why):
        exit_table({code: declared})
    if code is not ExitCode.SUCCESS:
        with pytest.raises(DeclarationError, match=why):
            Failed(code, ERROR, entry=declared)


@given(
    st.sampled_from([*ExitCode, LOCKED]),
    st.text(max_size=130),
    st.booleans(),
    st.sampled_from(Effects),
)
@pytest.mark.clause("E28", "E58")
def test_an_accepted_entry_keeps_every_rule(code, text, retryable, effects):
    """Whatever is accepted fits the published schema and the hard promises."""
    try:
        table = exit_table({code: entry(text, retryable=retryable, effects=effects)})
    except DeclarationError:
        return

    accepted = table[code]
    jsonschema.validate(
        {
            "description": accepted.description,
            "retryable": accepted.retryable,
            "side_effects": accepted.effects.value,
        },
        schema("entry"),
    )
    assert not (retryable and effects is not Effects.NONE)
    assert not (code is ExitCode.ARG_ERROR and effects is not Effects.NONE)
    assert not (code is ExitCode.PARTIAL_FAILURE and retryable)
    assert not (effects is Effects.COMPLETE and code is not ExitCode.SUCCESS)


@pytest.mark.clause("E4", "E13", "K1", "K10")
@pytest.mark.parametrize(
    ("code", "retryable", "effects"),
    [
        (ExitCode.SUCCESS, False, Effects.COMPLETE),
        (ExitCode.GENERAL_ERROR, False, Effects.PARTIAL),
        (ExitCode.PARTIAL_FAILURE, False, Effects.PARTIAL),
        (ExitCode.ARG_ERROR, True, Effects.NONE),
        (ExitCode.PRECONDITION, False, Effects.NONE),
        (ExitCode.NOT_FOUND, False, Effects.NONE),
        (ExitCode.CONFLICT, False, Effects.NONE),
        (ExitCode.PERMISSION_DENIED, False, Effects.NONE),
        (ExitCode.AUTH_REQUIRED, True, Effects.NONE),
        (ExitCode.PAYMENT_REQUIRED, True, Effects.NONE),
        (ExitCode.TIMEOUT, False, Effects.PARTIAL),
        (ExitCode.RATE_LIMITED, True, Effects.NONE),
        (ExitCode.UNAVAILABLE, True, Effects.NONE),
        (ExitCode.REDIRECTED, True, Effects.NONE),
        (LOCKED, False, Effects.PARTIAL),
    ],
)
def test_a_code_has_a_default_entry(code, retryable, effects):
    """Where the table says `depends` or `unknown`, the entry is the cautious one."""
    usual = default_entry(code)

    assert (retryable, effects) == (usual.retryable, usual.effects)
    assert usual is check_entry(code, usual)


@pytest.mark.clause("K1")
def test_a_safe_command_may_repeat_after_a_timeout():
    """Only TIMEOUT changes, and only for a command that is safe."""
    changed = [
        code
        for code in [*ExitCode, LOCKED]
        if default_entry(code) != default_entry(code, safe=True)
    ]

    assert [ExitCode.TIMEOUT] == changed
    assert default_entry(ExitCode.TIMEOUT, safe=True).retryable
    assert Effects.NONE is default_entry(ExitCode.TIMEOUT, safe=True).effects


def test_text_is_short_for_the_usual_entry():
    """A sentence is all that most codes need."""
    table = exit_table({ExitCode.NOT_FOUND: "No such release", LOCKED: "Locked"})

    assert table == {
        ExitCode.SUCCESS: entry("Done", retryable=False, effects=Effects.COMPLETE),
        ExitCode.NOT_FOUND: entry(
            "No such release", retryable=False, effects=Effects.NONE
        ),
        LOCKED: entry("Locked", retryable=False, effects=Effects.PARTIAL),
    }


def test_success_is_always_there_and_may_be_described():
    """Nobody has to declare it, and who does is heard."""
    assert [ExitCode.SUCCESS] == list(exit_table({}))
    assert (
        "Deployed"
        == exit_table({ExitCode.SUCCESS: "Deployed"})[ExitCode.SUCCESS].description
    )


@pytest.mark.clause("E48")
@pytest.mark.parametrize("other", [declare("OTHER", 79), declare("LOCKED", 80)])
def test_two_codes_do_not_share_a_number_or_a_name(other):
    """A caller could not tell them apart."""
    with pytest.raises(DeclarationError, match="LOCKED"):
        exit_table({LOCKED: "It is locked", other: "It is not"})


def test_the_same_declaration_twice_is_one_code():
    """Modules may each declare what they share."""
    assert LOCKED == declare("LOCKED", 79)
    assert 1 == len({LOCKED, declare("LOCKED", 79)})


@pytest.mark.parametrize("declared", [None, 5, True, ("text",), {"description": "a"}])
def test_a_declaration_is_a_text_or_an_entry(declared):
    """Anything else is refused, by name."""
    with pytest.raises(DeclarationError, match="NOT_FOUND needs a text or an entry"):
        exit_table({ExitCode.NOT_FOUND: declared})


def test_an_entry_is_made_by_name():
    """The function is the class, for those who write `exeunt.entry(...)`."""
    assert ExitCodeEntry("a", retryable=True, effects=Effects.NONE) == entry(
        "a", retryable=True, effects=Effects.NONE
    )
    with pytest.raises(TypeError):
        entry("a", True, Effects.NONE)  # noqa: FBT003 - which is what is refused


RIGHT_CALLS = """
Failed(ExitCode.NOT_FOUND, ERROR)
Failed(LOCKED, ERROR)
exit_table({ExitCode.NOT_FOUND: "Gone", LOCKED: "Locked"})
code_of(LOCKED)
names: Outcome[list[str]] = Done(["a"])
envelope: ResponseEnvelope[list[str]] = respond(names)
"""
WRONG_CALLS = """
Failed(5, ERROR)
Failed(True, ERROR)
Failed(Number.NOT_FOUND, ERROR)
Failed("NOT_FOUND", ERROR)
Failed(ExitCode.NOT_FOUND.value, ERROR)
default_entry(5)
exit_table({5: "Gone"})
exit_table({True: "Gone"})
exit_table({Number.NOT_FOUND: "Gone"})
code_of(5)
ExitCode.is_auth(7)
CommandExitCode("LOCKED", 79)
LOCKED.value = 80
wrong: Outcome[list[str]] = Done([5])
other: ResponseEnvelope[int] = respond(names)
envelope.ok = True
ResponseEnvelope(ok=True)
"""
CALLER = """
from enum import IntEnum
from exeunt import (
    Code, CommandExitCode, Done, ErrorDetail, ExitCode, Failed, Outcome,
    ResponseEnvelope, declare, default_entry, exit_table, respond,
)
ERROR = ErrorDetail("GONE", "It is gone")
LOCKED = declare("LOCKED", 79)
class Number(IntEnum):
    NOT_FOUND = 5
def code_of(code: Code) -> int:
    return code.value
"""


@pytest.mark.checkout  # the checkers are in the developer's environment alone
@pytest.mark.timeout(120)  # pyright starts Node, and mypy reads typeshed anew
@pytest.mark.clause("E46", "E51", "E55", "E56", "K12", "K13", "R42", "R43")
@pytest.mark.parametrize(
    "checker",
    [["mypy", "--strict"], ["pyright", "--pythonpath", sys.executable]],
    ids=["mypy", "pyright"],
)
def test_type_checkers_refuse_what_is_no_code(checker, tmp_path):
    """Each wrong call is an error, in a caller's program, and no right one is."""
    module = tmp_path / "caller.py"
    module.write_text(CALLER + RIGHT_CALLS + WRONG_CALLS, encoding="utf-8")
    name, *options = checker
    result = subprocess.run(
        [Path(sysconfig.get_path("scripts")) / name, *options, module.name],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = module.read_text(encoding="utf-8").splitlines()
    found = re.findall(r"caller\.py:(\d+):.* error: ", result.stdout)
    refused = {lines[int(number) - 1] for number in found}

    assert set(WRONG_CALLS.split("\n")) - {""} == refused, result.stdout
