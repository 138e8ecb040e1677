"""Every dialect's table → the promises that all tables keep."""

import os

import pytest

from exeunt import (
    Effects,
    ExitCode,
    Exited,
    Retryable,
    Signaled,
    decode,
    dialect,
)
from exeunt.dialects import murli, sysexits
from exeunt.dialects.dialect import dialect_names
from exeunt.model.anomaly import MEANINGS, Anomaly

TABLES = [dialect(name) for name in dialect_names()]
EACH_TABLE = pytest.mark.parametrize("table", TABLES, ids=dialect_names())

# What murli's own reader is not told, although our table knows it (mappings.md).
TOLD_BY_OUR_TABLE_ALONE = {
    "murli": {ExitCode.GENERAL_ERROR, ExitCode.PARTIAL_FAILURE, ExitCode.TIMEOUT}
}


def promise(code, retryable, effects):
    """What a caller acts on: the code, its effects, and may it repeat the call."""
    return code, effects, retryable is Retryable.YES and code.repeat_identical


@EACH_TABLE
def test_each_row_has_a_source_and_a_number_of_eight_bits(table):
    """No row is without its source, a meaning, and a number that can be an exit."""
    assert [] == [
        row
        for row in table.rows.values()
        if not row.source.strip()
        or not row.meaning.strip()
        or not 0 <= row.number <= 255
    ]


@EACH_TABLE
def test_zero_is_success_and_nothing_else_is(table):
    """Every table agrees on 0, and gives no other number to SUCCESS."""
    assert [0] == [n for n, row in table.rows.items() if row.code is ExitCode.SUCCESS]
    assert 0 == table.numbers[ExitCode.SUCCESS]
    assert ExitCode.SUCCESS not in table.lost


@EACH_TABLE
def test_each_code_has_a_number_below_the_shells(table):
    """Every code of the model can be written, and never as 126 to 255."""
    assert list(ExitCode) == sorted(table.numbers, key=lambda code: code.value)
    assert [] == [n for n in table.numbers.values() if not 0 <= n <= 125]
    assert [] == [n for n in table.own_codes if not 64 <= n <= 125]


@EACH_TABLE
def test_each_status_has_a_reading(table):
    """No number from 0 to 255 is without a meaning and a source."""
    readings = [decode(table, Exited(number)) for number in range(256)]

    assert list(range(256)) == [reading.number for reading in readings]
    assert [] == [r for r in readings if not (r.meaning and r.source)]
    assert [0] == [r.number for r in readings if r.code is ExitCode.SUCCESS]


@EACH_TABLE
def test_no_own_code_is_read_as_something_else(table):
    """A number that a command may declare has no row, unless it is a sysexit."""
    taken = set(table.own_codes) & set(table.rows)

    assert set() == taken - set(range(64, 79))


@EACH_TABLE
@pytest.mark.clause("M14")
def test_lost_lists_exactly_what_a_number_does_not_bring_back(table):
    """A code is lost if its number is read as another promise, or elsewhere."""
    lost = set()
    for code, number in table.numbers.items():
        reading = decode(table, Exited(number))
        back = promise(reading.code, reading.retryable, reading.effects)
        if (*promise(code, code.retryable, code.effects), table.name) != (
            *back,
            reading.dialect,
        ):
            lost.add(code)

    assert lost | TOLD_BY_OUR_TABLE_ALONE.get(table.name, set()) == set(table.lost)
    assert [] == [text for text in table.lost.values() if not text.strip()]


@pytest.mark.clause("E1", "E2")
def test_the_default_dialect_is_the_model():
    """agent-spec reads 0 to 13 as the fourteen codes, with their own promises."""
    rows = dialect("agent-spec").rows

    assert list(range(14)) == list(rows)
    assert [
        (code.value, code, code.retryable, code.effects, code.action)
        for code in ExitCode
    ] == [(r.number, r.code, r.retryable, r.effects, r.action) for r in rows.values()]


def test_the_two_generations_differ_in_two_numbers():
    """1.6 exchanges 2 and 3, and nothing else."""
    seed, later = dialect("agent-spec").numbers, dialect("agent-spec@1.6").numbers

    assert {ExitCode.PARTIAL_FAILURE: (2, 3), ExitCode.ARG_ERROR: (3, 2)} == {
        code: (seed[code], later[code])
        for code in ExitCode
        if seed[code] != later[code]
    }


@pytest.mark.clause("M1")
def test_murli_has_these_ten_numbers():
    """The golden table of murli: value, constant, the model's code."""
    assert [
        (0, "ExitOK", ExitCode.SUCCESS),
        (1, "ExitUserError", ExitCode.ARG_ERROR),
        (2, "ExitToolError", ExitCode.GENERAL_ERROR),
        (3, "ExitPartial", ExitCode.PARTIAL_FAILURE),
        (4, "ExitTimeout", ExitCode.TIMEOUT),
        (5, "ExitNotFound", ExitCode.NOT_FOUND),
        (6, "ExitPermission", ExitCode.PERMISSION_DENIED),
        (7, "ExitConflict", ExitCode.CONFLICT),
        (8, "ExitRateLimited", ExitCode.RATE_LIMITED),
        (9, "ExitCancelled", ExitCode.GENERAL_ERROR),
    ] == [(row.number, row.name, row.code) for row in murli.ROWS]


@pytest.mark.clause("H4")
def test_holon_has_three_numbers():
    """holon's contract is 0, 1 and 2; whatever else it ends with is not in it."""
    table = dialect("holon")

    assert {
        0: ExitCode.SUCCESS,
        1: ExitCode.GENERAL_ERROR,
        2: ExitCode.ARG_ERROR,
    } == {n: row.code for n, row in table.rows.items()}
    assert {0, 1, 2} == set(table.numbers.values())
    for number in range(3, 126):
        reading = decode(table, Exited(number))
        assert ExitCode.GENERAL_ERROR is reading.code
        assert (Anomaly.UNKNOWN_CODE,) == reading.anomalies


@pytest.mark.clause("S2", "S3", "S4", "S5")
def test_shuck_has_four_numbers_of_its_own():
    """124 to 127 are the wrapper's; 0 is the child's success."""
    assert {
        0: ExitCode.SUCCESS,
        124: ExitCode.TIMEOUT,
        125: ExitCode.GENERAL_ERROR,
        126: ExitCode.PRECONDITION,
        127: ExitCode.PRECONDITION,
    } == {n: row.code for n, row in dialect("shuck").rows.items()}


@pytest.mark.parametrize("name", ["shuck", "shell", "agent-spec", "murli", "holon"])
@pytest.mark.clause("S6", "E32", "K9")
def test_128_and_n_is_probably_a_signal(name):
    """Whoever passes a shell's 128+n on is read as the shell's own word for it."""
    for signal in range(1, 65):
        reading = decode(dialect(name), Exited(128 + signal))
        shells = decode(dialect(name), Signaled(signal, certain=False))

        assert shells.meaning == reading.meaning
        assert "shell" == reading.dialect
        assert Effects.UNKNOWN is reading.effects
        assert ExitCode.GENERAL_ERROR is reading.code
    assert "SIGTERM" in decode(dialect(name), Exited(143)).meaning


@pytest.mark.skipif(not hasattr(os, "EX_USAGE"), reason="no sysexits on this system")
@pytest.mark.clause("E30")
def test_sysexits_have_the_numbers_of_the_system():
    """Each EX_ name of the table is the operating system's own number."""
    names = {row.name: row.number for row in sysexits.ROWS}

    assert {name: getattr(os, name) for name in names} == names
    assert [0, *range(64, 79)] == list(names.values())


@pytest.mark.parametrize("module", [murli, sysexits], ids=["murli", "sysexits"])
def test_no_number_stands_twice(module):
    """A second row for a number would silently replace the first."""
    numbers = [row.number for row in module.ROWS]

    assert sorted(set(numbers)) == numbers


def test_each_range_is_in_order_and_names_a_table_that_exists():
    """A range beyond the rows leads to a known table, or says what is odd."""
    for table in TABLES:
        for beyond in table.beyond:
            assert 0 <= beyond.low <= beyond.high <= 255
            assert beyond.table in {None, *dialect_names()}
            assert beyond.table or beyond.anomaly


def test_each_anomaly_has_a_sentence():
    """An anomaly's name is explained, in words that differ from all others."""
    assert set(Anomaly) == set(MEANINGS)
    assert len(Anomaly) == len(set(MEANINGS.values()))
    assert [] == [text for text in MEANINGS.values() if len(text) < 10]
