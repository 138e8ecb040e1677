"""The literal tables → whole, sound, sourced and loaded one at a time."""

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import exeunt.atlas
from exeunt import Effects, ExitCode, Retryable
from exeunt.atlas import check_table, knows, tools
from exeunt.atlas._categories import CATEGORY, PASSTHROUGH, row_of
from exeunt.atlas._lookup import built_in
from exeunt.atlas._spec import EXACTLY, bounds, closeness, is_spec
from exeunt.atlas.index import INDEX

TABLES = Path(exeunt.atlas.__file__).parent / "tables"
MODULES = sorted(path.stem for path in TABLES.glob("[a-z]*.py"))
ROWS = [
    (name, row)
    for name in sorted(INDEX)
    for row in built_in(name)["rows"]
    if row["category"] != PASSTHROUGH
]
NO_EFFECTS = set(ExitCode) - {
    ExitCode.SUCCESS,
    ExitCode.GENERAL_ERROR,
    ExitCode.PARTIAL_FAILURE,
    ExitCode.TIMEOUT,
}


def read(row):
    """The row of the model that a row of a table becomes."""
    code = row["code"]
    return row_of(row, code if isinstance(code, int) else bounds(code)[0])


def test_the_index_names_every_table_and_every_alias():
    """The written-out index is what walking the tables would give."""
    walked = {
        name: module
        for module in MODULES
        for table in [import_module(f"exeunt.atlas.tables.{module}").TABLE]
        for name in (table["tool"], *table["aliases"])
    }

    assert walked == INDEX
    assert tuple(sorted(walked)) == tools()


@pytest.mark.parametrize("module", MODULES)
def test_a_built_in_table_passes_the_check_for_users_tables(module):
    """What we ask of users' tables holds for ours."""
    table = import_module(f"exeunt.atlas.tables.{module}").TABLE

    assert table == check_table(table, module)
    assert module == "".join(
        letter if letter.isalnum() else "_" for letter in table["tool"]
    )


def test_a_meaning_is_a_short_phrase_without_a_full_stop():
    """The printer makes the sentence."""
    assert [] == [
        (name, row["meaning"])
        for name, row in ROWS
        if row["meaning"].endswith(".") or not row["meaning"].strip()
    ]


def test_a_code_that_promises_no_effects_has_none():
    """NOT_FOUND after a write would be a lie, unless the manual says to repeat."""
    assert [] == [
        (name, row["code"])
        for name, row in ROWS
        if read(row).code in NO_EFFECTS
        and read(row).effects is not Effects.NONE
        and "repeating" not in row["meaning"]
    ]


def test_repeating_after_effects_is_only_called_safe_with_its_reason():
    """A yes beside effects says in its meaning why repeating does no harm."""
    assert [] == [
        (name, row["code"])
        for name, row in ROWS
        if row.get("retryable") == "yes"
        and read(row).effects is not Effects.NONE
        and "repeating" not in row["meaning"]
    ]


def test_a_partial_failure_is_never_retryable():
    """Whatever a table says: what stopped halfway is not repeated."""
    rows = [read(row) for _, row in ROWS]

    assert {Retryable.NO} == {
        row.retryable for row in rows if row.code is ExitCode.PARTIAL_FAILURE
    }


def test_every_category_has_a_code_for_every_effect():
    """No row falls through the table of categories."""
    assert all(set(Effects) == set(sense.codes) for sense in CATEGORY.values())


@pytest.mark.parametrize(
    ("spec", "inside", "outside"),
    [
        (7, [7], [0, 6, 8]),
        ("128+n", [129, 137, 192], [0, 128, 193]),
        ("1-127", [1, 127], [0, 128]),
        (">1", [2, 255], [0, 1]),
        ("non-zero", [1, 255], [0]),
        ("other", [0, 255], [256]),
    ],
)
def test_a_code_column_covers_what_it_says(spec, inside, outside):
    """Numbers, ranges and the rest."""
    assert is_spec(spec)
    assert all(closeness(spec, code) for code in inside)
    assert not any(closeness(spec, code) for code in outside)


def test_an_exact_code_is_closer_than_a_range_and_a_range_than_other():
    """The order that decides between rows of the same scope."""
    specs = ["other", "1-127", 3]

    assert specs == sorted(specs, key=lambda spec: closeness(spec, 3))
    assert EXACTLY == closeness(3, 3)


@pytest.mark.parametrize("spec", ["", "5", "7-3", ">", ">-1", "0x1", "1-300", "x", -1])
def test_a_code_column_that_covers_nothing_is_none(spec):
    """Nonsense covers no code."""
    assert not is_spec(spec)


def loaded_by(statement):
    """The modules of the atlas that a fresh interpreter has after a statement."""
    script = (
        f"import sys, json; import exeunt.atlas as atlas; {statement}; "
        "print(json.dumps([name for name in sys.modules if '.atlas.' in name]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True
    )
    return {name.partition(".atlas.")[2] for name in json.loads(done.stdout)}


def test_importing_the_atlas_loads_nothing_of_it():
    """Whoever does not ask does not pay."""
    assert set() == loaded_by("pass")


def test_looking_up_one_tool_loads_one_table():
    """The other tables stay on disk, and so does the reader of TOML."""
    loaded = loaded_by("atlas.look_up(['timeout', '5', 'grep', 'x'], 1)")

    assert {"tables.grep", "tables.timeout"} == {
        name for name in loaded if name.startswith("tables.")
    }
    assert "_check" not in loaded


def test_the_atlas_knows_its_tools_by_every_name():
    """Paths, versions and aliases lead to a table; a stranger does not."""
    assert knows(["/usr/bin/egrep"])
    assert knows(["python3.12", "x.py"])
    assert not knows(["deployctl"])
    assert not knows([])


@pytest.mark.checkout
def test_the_page_of_the_atlas_is_fresh():
    """docs/reference/atlas.md says what the tables say."""
    script = Path(__file__).parents[2] / "tools" / "atlas_page.py"
    done = subprocess.run(
        [sys.executable, script, "--check"], capture_output=True, text=True, check=False
    )

    assert (0, "") == (done.returncode, done.stdout)
