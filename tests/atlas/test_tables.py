"""The built-in tables → whole, sound, sourced and decoded one at a time."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import exeunt.atlas
from exeunt import Effects, ExitCode, Retryable
from exeunt.atlas import check_table, has_table, is_wrapper, knows, look_up, tools
from exeunt.atlas._lookup import built_in
from exeunt.atlas._spec import EXACTLY, bounds, closeness, is_spec
from exeunt.atlas._tables import ALIASES, TEXTS
from exeunt.atlas.categories import CATEGORIES, PASSTHROUGH, row_of
from exeunt.atlas.wrappers import WRAPPERS
from exeunt.dialects import atlas as old

ROOT = Path(__file__).parents[2]
ROWS = [
    (name, row)
    for name in TEXTS
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


def test_every_name_of_a_tool_leads_to_its_table():
    """The other names are those that the tables give, and no tool is one of them."""
    walked = {
        alias: tool for tool in TEXTS for alias in built_in(tool).get("aliases", ())
    }

    assert walked == ALIASES
    assert set() == ALIASES.keys() & TEXTS.keys()
    assert tuple(sorted({*TEXTS, *ALIASES})) == tools()


@pytest.mark.parametrize("tool", TEXTS)
def test_a_built_in_table_passes_the_check_for_users_tables(tool):
    """What we ask of users' tables holds for ours."""
    table = built_in(tool)

    assert table == check_table(table, tool)
    assert tool == table["tool"]


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
    assert all(set(Effects) == set(category.codes) for category in CATEGORIES.values())


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


def test_the_old_name_of_the_atlas_leads_to_the_same_functions():
    """`exeunt.dialects.atlas` was documented, so it lives for one release more."""
    assert [getattr(exeunt.atlas, name) for name in old.__all__] == [
        getattr(old, name) for name in old.__all__
    ]


def after(statement, expression):
    """What an expression gives in a fresh interpreter, after a statement."""
    script = (
        f"import sys, json; import exeunt.atlas as atlas; {statement}; "
        f"print(json.dumps({expression}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True
    )
    return json.loads(done.stdout)


def loaded_by(statement):
    """The modules of the atlas that a fresh interpreter has after a statement."""
    loaded = after(statement, "[name for name in sys.modules if '.atlas.' in name]")
    return {name.partition(".atlas.")[2] for name in loaded}


def test_importing_the_atlas_loads_nothing_of_it():
    """Whoever does not ask does not pay."""
    assert set() == loaded_by("pass")


def test_looking_up_one_tool_decodes_its_table_alone():
    """The other tables stay texts; the readers of TOML and of lines stay on disk."""
    statement = "atlas.look_up(['timeout', '5', 'grep', 'x'], 1)"

    assert ["grep", "timeout"] == after(
        statement, "sorted(sys.modules['exeunt.atlas._lookup'].DECODED)"
    )
    assert set() == loaded_by(statement) & {"table_format", "_line", "_shell"}


def test_whether_a_tool_has_a_table_is_told_without_reading_one():
    """Each record of a run asks this, so only the names are looked at."""
    assert {"_tables", "_users"} == loaded_by("atlas.has_table('deployctl')")


def test_every_wrapper_has_a_table():
    """So a program without a table runs no other that has one."""
    assert [] == [name for name in WRAPPERS if not has_table(name.split()[0])]


def test_a_wrapper_is_known_by_its_path_and_version_too():
    """What runs any other command is not to be trusted as itself."""
    assert is_wrapper("/usr/bin/python3.12")
    assert not is_wrapper("grep")


def test_the_atlas_knows_its_tools_by_every_name():
    """Paths, versions and aliases lead to a table; a stranger does not."""
    assert knows(["/usr/bin/egrep"])
    assert knows(["python3.12", "x.py"])
    assert not knows(["deployctl"])
    assert not knows([])


@pytest.mark.checkout
@pytest.mark.parametrize("script", ["atlas_tables", "atlas_page"])
def test_what_is_made_from_the_tables_is_fresh(script):
    """The compiled module and docs/reference/atlas.md say what the tables say."""
    done = run_tool(script, "--check")

    assert (0, "") == (done.returncode, done.stdout)


def run_tool(script, *words):
    """Run a tool of the checkout to its end."""
    command = [sys.executable, ROOT / "tools" / f"{script}.py", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


USERS = """
tool = "deployctl"
aliases = ["dpl"]

[[rows]]
code = 3
meaning = "another deploy holds the lock"
category = "conflict"
source = "deployctl(1)"
"""


@pytest.fixture
def copy(tmp_path):
    """The atlas of a copy of the package, whose tables may be changed."""
    target = tmp_path / "src" / "exeunt"
    unneeded = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src" / "exeunt", target, ignore=unneeded)
    return target / "atlas"


@pytest.mark.checkout
def test_a_users_table_becomes_a_built_in_one_by_moving_its_file(copy, monkeypatch):
    """The same file is read in the user's folder, moved, compiled, and looked up."""
    users = copy.parents[2] / "users"
    users.mkdir()
    (users / "deployctl.toml").write_text(USERS)
    monkeypatch.setenv("EXEUNT_ATLAS", str(users))
    before = look_up(["deployctl"], 3)

    (users / "deployctl.toml").rename(copy / "tables" / "deployctl.toml")
    done = run_tool("atlas_tables", "--root", str(copy.parents[2]))
    monkeypatch.setenv("PYTHONPATH", str(copy.parents[1]))
    built_in = after(
        "row = atlas.look_up(['dpl'], 3).row", "[row.code.name, row.meaning]"
    )

    assert (0, "") == (done.returncode, done.stderr)
    assert None is look_up(["deployctl"], 3)
    assert [before.row.code.name, before.row.meaning] == built_in


@pytest.mark.checkout
@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("deploy.toml", USERS, "name it deployctl.toml"),
        (
            "deployctl.toml",
            USERS.replace('"dpl"', '"egrep"'),
            "take the name out of it",
        ),
        ("deployctl.toml", USERS.replace("conflict", "conflcit"), "did you mean confl"),
    ],
)
def test_a_table_that_cannot_be_compiled_is_named_with_the_fix(
    copy, name, text, expected
):
    """A wrong file, a name that is taken, a wrong row: nothing is written."""
    (copy / "tables" / name).write_text(text)
    done = run_tool("atlas_tables", "--root", str(copy.parents[2]))

    assert 1 == done.returncode
    assert name in done.stderr
    assert expected in done.stderr
    assert "deployctl" not in (copy / "_tables.py").read_text()
