"""exeunt dialects → every table, side by side or in full."""

import pytest

from command_line import at_terminal, data, run, too_wide
from exeunt import ExitCode
from exeunt.dialects.dialect import dialect, dialect_names


@pytest.mark.clause("E47")
def test_the_tables_stand_side_by_side():
    """Each dialect has its number for each code."""
    found = data("dialects")["dialects"]

    assert list(dialect_names()) == [table["name"] for table in found]
    for table in found:
        assert ["name", "title", "source", "numbers"] == list(table)
        assert [code.name for code in ExitCode] == list(table["numbers"])
        for code, number in dialect(table["name"]).numbers.items():
            assert number == table["numbers"][code.name]


@pytest.mark.parametrize("name", dialect_names())
def test_one_table_is_shown_row_by_row(name):
    """A dialect in full has its rows with their sources, and what writing it loses."""
    found = data("dialects", name)
    table = dialect(name)

    assert ["name", "title", "source", "numbers", "rows", "lost"] == list(found)
    assert list(table.rows) == [row["code"] for row in found["rows"]]
    assert [row.code.name for row in table.rows.values()] == [
        row["name"] for row in found["rows"]
    ]
    assert [] == [row for row in found["rows"] if not row["source"]]
    assert {code.name: text for code, text in table.lost.items()} == found["lost"]


@pytest.mark.parametrize("name", ["", *dialect_names()])
def test_a_table_fits_the_screen(name):
    """At a terminal no line is wider than 80 columns, and no meaning is cut short."""
    result = at_terminal("dialects", *filter(None, [name]), NO_COLOR="1")

    assert (0, "") == (result.code, result.stderr)
    assert [] == too_wide(result.stdout)
    assert "…" not in result.stdout


@pytest.mark.parametrize("name", dialect_names())
def test_every_meaning_is_shown_whole(name):
    """The words of each row are all there."""
    words = set(run("dialects", name, "--output", "text").stdout.split())
    wanted = [row.meaning.split() for row in dialect(name).rows.values()]

    assert [] == [meaning for meaning in wanted if not words.issuperset(meaning)]


def test_the_matrix_has_a_line_for_each_code():
    """The fourteen codes stand below the names of the dialects."""
    lines = run("dialects", "--output", "text").stdout.splitlines()
    shown = [line.split() for line in lines if line.split()[:1] and line[0] != " "]

    assert [
        [code.name, *(str(dialect(name).numbers[code]) for name in dialect_names())]
        for code in ExitCode
    ] == shown
