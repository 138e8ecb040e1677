"""A manifest → its dialect, and what each command promises by number."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exeunt import (
    Action,
    Anomaly,
    Certainty,
    Effects,
    ExitCode,
    Exited,
    Retryable,
    Signaled,
    UnknownName,
    dialect,
    read,
)
from exeunt.manifest.model import Manifest
from exeunt.manifest.names import Names

NONE = {"description": "x", "retryable": False, "side_effects": "none"}
PARTIAL = {**NONE, "side_effects": "partial"}


def manifest(exits, **top):
    """A manifest of one command, `do`."""
    return {"commands": {"do": {"exit_codes": exits}}, **top}


def reading_of(number, exits, argv=("tool", "do"), **top):
    """The reading of an exit by such a manifest, in the seeds' dialect."""
    return read(
        Exited(number),
        argv=argv,
        manifest=manifest(exits, **({"dialect": "agent-spec"} | top)),
    )


@pytest.mark.parametrize(
    ("exits", "expected"),
    [
        ({"2": {"name": "ARG_ERROR"}}, "agent-spec@1.6"),
        ({"3": {"name": "ARG_ERROR"}}, "agent-spec"),
        ({"2": {"name": "PARTIAL_FAILURE"}}, "agent-spec"),
        ({"3": {"name": "PARTIAL_FAILURE"}}, "agent-spec@1.6"),
        ({"2": NONE}, "agent-spec@1.6"),
        ({"3": NONE}, "agent-spec"),
        ({"2": PARTIAL}, "agent-spec"),
        ({"3": PARTIAL}, "agent-spec@1.6"),
        ({"2": NONE, "3": PARTIAL}, "agent-spec@1.6"),
        ({"2": {**PARTIAL, "name": "ARG_ERROR"}}, "agent-spec@1.6"),
        ({"2": NONE, "3": {**NONE, "name": "ARG_ERROR"}}, "agent-spec"),
        ({"2": NONE, "3": NONE}, None),
        ({"2": {"name": "ARG_ERROR"}, "3": {"name": "ARG_ERROR"}}, None),
        ({"0": NONE, "5": NONE}, None),
        ({"2": {}}, None),
        ({"2": {"name": []}}, None),
        ({"2": {"side_effects": ["none"]}}, None),
        ({"2": "rejected"}, None),
        ({}, None),
    ],
    ids=repr,
)
def test_a_manifest_tells_its_dialect_by_2_and_3(exits, expected):
    """By the names, or by who of the two may have effects; else not at all."""
    assert expected == Manifest(manifest(exits)).dialect


def test_a_manifest_may_name_its_dialect():
    """The name goes before what the entries suggest."""
    assert "murli" == Manifest(manifest({"2": NONE}, dialect="murli")).dialect
    assert "agent-spec@1.6" == Manifest(manifest({"2": NONE}, dialect=7)).dialect


def test_the_dialect_does_not_depend_on_the_order_of_a_set():
    """Two entries that contradict each other tell nothing, in every process."""
    program = (
        "from exeunt.manifest.model import Manifest;"
        "n = {'side_effects': 'none'};"
        "m = {'commands': {'do': {'exit_codes': {'2': n, '3': n}}}};"
        "print(Manifest(m).dialect)"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": str(seed), "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in range(4)
    }

    assert {"None\n"} == said


@pytest.mark.parametrize("number", [2, 3])
@pytest.mark.parametrize(
    "silent",
    [
        {"commands": {}},
        {"commands": {}, "dialect": "esperanto"},
        manifest({"5": NONE}),
        manifest({"2": NONE, "3": NONE}),
    ],
    ids=repr,
)
def test_a_silent_manifest_leaves_2_and_3_unclear(number, silent):
    """Neither manifest nor envelope tells: no promise, no blind retry."""
    reading = read(Exited(number), argv=["tool", "do"], manifest=silent)

    assert Anomaly.DIALECT_UNCLEAR in reading.anomalies
    assert ExitCode.GENERAL_ERROR is reading.code
    assert (Retryable.NO, Effects.UNKNOWN) == (reading.retryable, reading.effects)
    assert Certainty.GUESS is reading.certainty


def test_an_envelope_helps_a_silent_manifest():
    """What the command printed decides where the manifest does not."""
    stdout = b'{"ok": false, "data": null, "error": {"code": "X", "message": "m", '
    stdout += b'"phase": "validation"}, "warnings": [], "meta": {}}'
    reading = read(Exited(2), stdout, manifest=manifest({"5": NONE}))

    assert ("agent-spec@1.6", ExitCode.ARG_ERROR) == (reading.dialect, reading.code)


def test_the_caller_goes_before_the_manifest():
    """dialect= wins, and a name that does not exist is an error, not a guess."""
    exits = manifest({"2": NONE})

    assert "agent-spec" == read(Exited(2), dialect="agent-spec", manifest=exits).dialect
    with pytest.raises(UnknownName, match="did you mean murli"):
        read(Exited(2), dialect="murly", manifest=exits)
    with pytest.raises(UnknownName, match="did you mean murli"):
        read(Exited(2), dialect="murly")


@pytest.mark.clause("E57")
@pytest.mark.parametrize("number", [3, 8, 9, 10, 11, 12, 13])
def test_a_command_may_declare_a_retryable_code_as_not(number):
    """The entry goes before the table."""
    reading = reading_of(number, {str(number): NONE})

    assert Retryable.NO is reading.retryable
    assert () == reading.anomalies
    assert "the command's manifest" == reading.source


@pytest.mark.clause("E57")
@pytest.mark.parametrize("number", [2, 4, 8, 9, 13])
def test_in_1_6_no_is_about_the_unchanged_call(number):
    """There an entry's false says what the table says: fix it first, then call."""
    reading = read(
        Exited(number),
        argv=["tool", "do"],
        manifest=manifest({str(number): NONE}, dialect="agent-spec@1.6"),
    )

    assert Retryable.AFTER_FIX is reading.retryable
    assert Effects.NONE is reading.effects


@pytest.mark.parametrize("number", [5, 6, 7, 10, 11, 12])
def test_in_1_6_no_is_final_where_nothing_can_be_fixed(number):
    """An entry's false at any other code is a no."""
    reading = read(
        Exited(number),
        argv=["tool", "do"],
        manifest=manifest({str(number): NONE}, dialect="agent-spec@1.6"),
    )

    assert Retryable.NO is reading.retryable


@pytest.mark.clause("E58", "E57")
@pytest.mark.parametrize(
    ("number", "entry", "retryable", "effects"),
    [
        (2, {"retryable": True, "side_effects": "none"}, "no", "none"),
        (3, {"retryable": False, "side_effects": "partial"}, "no", "none"),
        (3, {"retryable": True, "side_effects": "complete"}, "no", "none"),
        (5, {"retryable": False, "side_effects": "complete"}, "no", "partial"),
        (11, {"retryable": False, "side_effects": "complete"}, "no", "partial"),
        (12, {"retryable": True, "side_effects": "partial"}, "no", "partial"),
        (10, {"retryable": True, "side_effects": "partial"}, "no", "partial"),
        (12, {"retryable": True, "side_effects": "unknown"}, "no", "unknown"),
        (12, {"retryable": True, "side_effects": "some"}, "no", "unknown"),
        (12, {"retryable": True, "side_effects": []}, "no", "unknown"),
        (12, {"retryable": "yes", "side_effects": "none"}, "no", "none"),
        (12, {"retryable": 1, "side_effects": "none"}, "no", "none"),
        (80, {"retryable": True, "side_effects": "partial"}, "no", "partial"),
        (80, {"retryable": True, "side_effects": "complete"}, "no", "partial"),
    ],
    ids=repr,
)
def test_an_entry_that_breaks_a_rule_allows_nothing(number, entry, retryable, effects):
    """The rule holds, the worse of its two words holds, and the anomaly says so."""
    reading = reading_of(number, {str(number): entry})

    assert Anomaly.INVALID_ENTRY in reading.anomalies
    assert retryable == reading.retryable.value
    assert effects == reading.effects.value


def test_an_entry_may_leave_things_unsaid():
    """What it does not say is the table's, or cautious for a command's own code."""
    known = reading_of(11, {"11": {}})
    own = reading_of(80, {"80": {}})

    assert (Retryable.YES, Effects.NONE) == (known.retryable, known.effects)
    assert (Retryable.NO, Effects.UNKNOWN) == (own.retryable, own.effects)
    assert () == known.anomalies == own.anomalies


def test_an_entry_keeps_what_its_table_knows():
    """A declared number of murli or shuck is still that table's row."""
    reading = read(
        Exited(127), dialect="shuck", argv=["t", "do"], manifest=manifest({"127": {}})
    )

    assert Action.INSTALL_TOOL is reading.action
    assert Retryable.AFTER_FIX is reading.retryable


@pytest.mark.parametrize(
    "name", ["deploy locked", "", None, 7, [], "TIMEOUT", "SUCCESS", "ÄH"], ids=repr
)
def test_a_name_that_cannot_be_used_is_replaced(name):
    """The promise of the entry counts all the same, and never becomes the model's."""
    entry = {"name": name, "retryable": True, "side_effects": "none"}
    reading = reading_of(80, {"80": entry})

    assert "EXIT_80" == reading.name
    assert Retryable.YES is reading.retryable
    assert () == reading.anomalies


@pytest.mark.parametrize(
    "key", ["-1", "080a", "1e1", " 5", "²", "٣", "9" * 5000, "", "5.0", "0x5"]
)
def test_a_key_that_is_no_number_is_passed_over(key):
    """It declares nothing, and breaks nothing."""
    rows = dialect("agent-spec").rows

    called = Names(Manifest(manifest({key: NONE}))).called(["tool", "do"])

    assert {} == called.declared(rows)


@pytest.mark.parametrize("number", [14, 63, 126, 130, 255, 256, 999])
def test_a_number_that_may_not_be_declared_is_not(number):
    """An entry for a reserved number does not give it a meaning."""
    entry = {"name": "MINE", "retryable": True, "side_effects": "none"}
    reading = reading_of(number, {str(number): entry})

    assert reading_of(number, {}).as_dict() == reading.as_dict()
    assert reading.retryable is not Retryable.YES


def test_a_signal_is_not_what_a_number_declares():
    """Killed by 9 is not the exit 137, whatever the manifest has to say."""
    exits = {"9": NONE, "137": NONE}
    reading = read(Signaled(9), argv=["tool", "do"], manifest=manifest(exits))

    assert "SIGKILL" in reading.meaning


COMMANDS = {
    "": {"exit_codes": {"80": {"name": "ROOT"}}},
    "deploy": {"exit_codes": {"80": {"name": "DEPLOY"}}, "aliases": ["dep"]},
    "deploy.rollback": {"exit_codes": {"80": {"name": "ROLLBACK"}}, "aliases": ["rb"]},
    "odd": {"exit_codes": [], "aliases": "no list"},
    "broken": "no entry",
}


@pytest.mark.parametrize(
    ("argv", "name"),
    [
        ("tool deploy", "DEPLOY"),
        ("tool deploy rollback api", "ROLLBACK"),
        ("tool --verbose deploy -x rollback --force api", "ROLLBACK"),
        ("tool deploy rb api", "ROLLBACK"),
        ("tool dep", "DEPLOY"),
        ("tool deploy api rollback", "DEPLOY"),
        ("tool", "ROOT"),
        ("tool nothing such", "ROOT"),
        ("", "ROOT"),
    ],
)
def test_the_longest_path_among_the_words_is_the_command(argv, name):
    """Options are passed over, aliases count, and the rest are arguments."""
    reading = read(
        Exited(80),
        argv=argv.split(),
        manifest={"dialect": "agent-spec", "commands": COMMANDS},
    )

    assert name == reading.name


@pytest.mark.parametrize("word", ["odd", "broken"])
def test_a_damaged_command_declares_nothing(word):
    """Its codes are undeclared, and the others are not borrowed."""
    commands = {k: v for k, v in COMMANDS.items() if k}
    reading = read(
        Exited(80),
        argv=["tool", word],
        manifest={"dialect": "agent-spec", "commands": commands},
    )

    assert (Anomaly.UNDECLARED_CODE,) == reading.anomalies


def test_a_manifest_of_one_command_needs_no_words():
    """Where there is only one, it is the one that ran."""
    reading = reading_of(80, {"80": {"name": "LOCKED"}}, argv=["tool", "file.txt"])

    assert "LOCKED" == reading.name


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "commands",
                    "exit_codes",
                    "aliases",
                    "name",
                    "retryable",
                    "side_effects",
                    "dialect",
                    "2",
                    "3",
                    "80",
                    "do",
                    "description",
                ]
            )
            | st.text(max_size=3),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(
    wild=st.dictionaries(st.sampled_from(["commands", "dialect", "x"]), JSON),
    exits=st.dictionaries(st.integers(-1, 300).map(str), JSON, max_size=4),
    number=st.integers(-1, 300),
    argv=st.lists(st.sampled_from(["tool", "do", "-x", ""]), max_size=3),
)
def test_no_manifest_makes_a_reading_fail(wild, exits, number, argv):
    """Whatever a manifest holds, there is a reading."""
    for said in (wild, {**wild, **manifest(exits)}):
        reading = read(Exited(number), argv=argv, manifest=said)

        assert number == reading.number
