"""A user's TOML file → a table before the built-in one, or an error with the fix."""

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exeunt import Answer, ExitCode
from exeunt.atlas import check_table, load_table, look_up, look_up_line
from exeunt.atlas.categories import CATEGORIES
from exeunt.atlas.table_format import Table, TableRow
from exeunt.errors import TableError

GOOD = """
tool = "deployctl"
closed = true
valued = ["--region"]

[[rows]]
code = 3
meaning = "another deploy holds the lock"
category = "conflict"
retryable = "yes"
source = "deployctl(1)"

[[rows]]
code = 1
subcommand = "diff"
flags = ["--check"]
meaning = "the release differs"
category = "negative"
source = "deployctl-diff(1)"
"""
STDERR = """
[[stderr]]
says = "x"
means = "network"
source = "manual"
"""
ROW = {"code": 3, "meaning": "locked", "category": "conflict", "source": "manual"}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The directory of the user's tables, empty."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("EXEUNT_ATLAS", raising=False)
    folder = tmp_path / "exeunt" / "atlas"
    folder.mkdir(parents=True)
    return folder


def test_a_users_table_teaches_a_tool(folder):
    """Subcommands, flags, wrappers and lines work as with a built-in table."""
    (folder / "deployctl.toml").write_text(GOOD)
    locked = look_up(["sudo", "deployctl", "--region", "eu", "push"], 3)
    differs = look_up_line("cd x; deployctl diff --check", 1)

    assert ("deployctl", ExitCode.CONFLICT) == (locked.tool, locked.row.code)
    assert ("deployctl diff", Answer.NO) == (differs.tool, differs.row.answer)
    assert None is look_up(["deployctl", "push"], 4)
    assert ExitCode.SUCCESS is look_up(["deployctl", "push"], 0).row.code


def test_a_users_rows_come_before_the_built_in_ones(folder):
    """Where the user's say nothing, the built-in ones still apply."""
    text = GOOD.replace("deployctl", "grep", 1).replace("code = 3", "code = 1", 1)
    (folder / "grep.toml").write_text(text)

    assert ExitCode.CONFLICT is look_up(["grep", "x"], 1).row.code
    assert ExitCode.ARG_ERROR is look_up(["grep", "x"], 2).row.code


def test_the_directories_of_the_environment_win_in_their_order(
    folder, tmp_path, monkeypatch
):
    """EXEUNT_ATLAS goes before the configuration, and its first before its second."""
    names = ["first", "second"]
    for name in names:
        (tmp_path / name).mkdir()
        text = GOOD.replace("another deploy", name)
        (tmp_path / name / "deployctl.toml").write_text(text)
    (folder / "deployctl.toml").write_text(GOOD)
    paths = ["", *(str(tmp_path / name) for name in names), str(tmp_path / "absent")]
    monkeypatch.setenv("EXEUNT_ATLAS", os.pathsep.join(paths))

    assert look_up(["deployctl"], 3).row.meaning.startswith("first ")


def test_a_link_is_another_name_if_the_table_lists_it(folder):
    """The file says which names are its own."""
    (folder / "deployctl.toml").write_text('aliases = ["dpl"]\n' + GOOD)
    (folder / "dpl.toml").symlink_to("deployctl.toml")
    (folder / "other.toml").symlink_to("deployctl.toml")

    assert "deployctl" == look_up(["dpl"], 3).tool
    with pytest.raises(TableError, match="add other to aliases"):
        look_up(["other"], 3)


def test_a_home_without_configuration_has_no_tables(monkeypatch, tmp_path):
    """No directory, no error; a relative XDG_CONFIG_HOME is not followed."""
    monkeypatch.delenv("EXEUNT_ATLAS", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))

    assert None is look_up(["deployctl"], 3)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"tool = ", "not TOML"),
        (b'tool = "deployctl"\xff', "byte 18 is not UTF-8"),
        (b"", "tool is missing; add tool = "),
        (b'tool = "deployctl"', "rows is missing"),
        (b'tool = "deployctl"\nrows = []', "write 1 to 1000"),
        (b'tool = "deployctl"\nrows = [1]', r"rows\[0\] is 1"),
        (b'tool = ""\nrows = []', "tool is ''"),
        (GOOD.replace("closed = true", "closed = 1").encode(), "true or false"),
        (GOOD.replace("closed", "clsoed").encode(), "did you mean closed?"),
        (
            GOOD.replace("code = 3", "code = 300").encode(),
            "code is 300; write 0 to 255",
        ),
        (GOOD.replace("code = 3", "code = true").encode(), "code is True"),
        (GOOD.replace("code = 3", 'code = "7-3"').encode(), "code is '7-3'"),
        (GOOD.replace("code = 3", "code = 3.0").encode(), "code is 3.0"),
        (GOOD.replace('"conflict"', '"conflcit"').encode(), "did you mean conflict?"),
        (GOOD.replace('"yes"', '"maybe"').encode(), "one of yes, no, depends"),
        (GOOD.replace('["--check"]', '"--check"').encode(), "write a list"),
        (GOOD.replace('"--check"', "7").encode(), r"flags\[0\] is 7"),
        (GOOD.replace("meaning", "meening").encode(), "did you mean meaning?"),
        (("format = 2\nnew = 1" + GOOD).encode(), "format is 2; this exeunt reads"),
        (("format = true" + GOOD).encode(), "format is True"),
        (("may_end_first = true" + GOOD).encode(), r"write \[may_end_first\] with"),
        ((GOOD + "doubt = 1").encode(), r"rows\[1\]: doubt is 1"),
        (("scripts = 1" + GOOD).encode(), "scripts is 1; write true or false"),
        ((GOOD + "[may_end_first]").encode(), "may_end_first: source is missing"),
        ((GOOD + "[stderr]").encode(), r"stderr is a dict of 0; write 1 to 1000"),
        ((GOOD + "[[stderr]]").encode(), r"stderr\[0\]: says is missing"),
        ((GOOD + STDERR.replace("network", "ok")).encode(), r"stderr\[0\]: means is"),
        ((GOOD + STDERR.replace('"x"', "[]")).encode(), "says is a list of 0"),
        (GOOD.encode() + b"\n" + b"# " * 600_000, "larger than 1,000,000 bytes"),
        (b"tool = " + b"[" * 20_000, "nested too deeply|not TOML"),
        (b"tool = 0x" + b"f" * 9000 + b"\nrows = []", "tool is a huge number"),
        (b"rows = []\ntool = 1" + b"0" * 9000, "not TOML"),
    ],
)
def test_a_wrong_file_is_named_with_the_place_and_the_fix(folder, content, expected):
    """Whatever needed the file fails; nothing is passed over in silence."""
    path = folder / "deployctl.toml"
    path.write_bytes(content)

    with pytest.raises(TableError, match=expected) as caught:
        look_up(["deployctl"], 3)
    assert str(path) in str(caught.value)
    assert caught.value.fix
    assert len(str(caught.value)) < 600


def test_a_loop_of_links_is_an_error(folder):
    """It can never be read."""
    (folder / "a.toml").symlink_to("b.toml")
    (folder / "b.toml").symlink_to("a.toml")

    with pytest.raises(TableError, match="cannot be read"):
        look_up(["a"], 3)


def test_a_pipe_is_not_waited_for(folder):
    """Opening it would hang for ever."""
    os.mkfifo(folder / "deployctl.toml")

    with pytest.raises(TableError, match="not a file"):
        look_up(["deployctl"], 3)


def test_a_file_that_may_not_be_read_is_an_error(monkeypatch):
    """The user meant it to be used."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name, "deployctl.toml")
        path.write_text(GOOD)
        path.chmod(0)
        Path(name).chmod(0o755)
        monkeypatch.setenv("EXEUNT_ATLAS", name)
        user = os.geteuid()
        if user == 0:
            os.seteuid(65534)  # nobody; root may read everything

        try:
            with pytest.raises(TableError, match="cannot be read"):
                look_up(["deployctl"], 3)
        finally:
            os.seteuid(user)


def test_a_name_with_a_path_in_it_does_not_leave_the_directory(folder):
    """Only the last part of a program's path names a table."""
    (folder.parent / "x.toml").write_text("nonsense")

    assert None is look_up(["../x"], 3)
    assert None is look_up(["..\0x"], 3)
    assert None is look_up(["x" * 5000], 3)


def test_load_table_returns_the_table(tmp_path):
    """The same check for whoever has a path."""
    path = tmp_path / "deployctl.toml"
    path.write_text(GOOD)

    assert "deployctl" == load_table(path)["tool"]
    with pytest.raises(TableError, match="cannot be read"):
        load_table(tmp_path / "absent.toml")


def test_what_a_table_says_of_its_tool_is_kept(tmp_path):
    """What may have failed, who says so and who may end first, with their sources."""
    path = tmp_path / "deployctl.toml"
    ends = '[may_end_first]\nflags = ["--first"]\nsource = "manual"\n'
    path.write_text(f"format = 1{GOOD}doubt = 'it fell'\n{STDERR}{ends}")
    table = load_table(path)

    assert 1 == table["format"]
    assert [None, "it fell"] == [row.get("doubt") for row in table["rows"]]
    assert [{"says": ["x"], "means": "network", "source": "manual"}] == table["stderr"]
    assert {"flags": ["--first"], "source": "manual"} == table["may_end_first"]


def test_every_category_may_be_used_by_a_user():
    """The check knows the categories that the reader knows, and passing through."""
    for category in (*CATEGORIES, "passthrough"):
        check_table({"tool": "x", "rows": [{**ROW, "category": category}]}, "x")


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)
KEYS = list(TableRow.__annotations__)


@given(
    st.dictionaries(
        st.sampled_from([*Table.__annotations__, "x"]),
        JUNK | st.lists(st.dictionaries(st.sampled_from(KEYS), JUNK), max_size=2),
    )
)
def test_any_mapping_is_a_table_or_a_table_error(mapping):
    """Never another exception, and never a long message."""
    assert judged(mapping).startswith(("sound", "here"))
    assert len(judged(mapping)) < 600


@given(st.sampled_from(KEYS), JUNK)
def test_any_value_in_a_row_is_sound_or_named_in_the_error(key, value):
    """The error says which key it is about."""
    verdict = judged({"tool": "x", "rows": [{**ROW, key: value}]})

    assert verdict == "sound" or f"here: rows[0]: {key}" in verdict


def judged(mapping):
    """What the check says of a mapping."""
    try:
        check_table(mapping, "here")
    except TableError as error:
        return str(error)
    return "sound"


def test_a_name_that_no_file_can_have_has_no_table(monkeypatch, tmp_path):
    """A record may hold any text, also one that is no UTF-8."""
    monkeypatch.setenv("EXEUNT_ATLAS", str(tmp_path))

    assert look_up(["\ud800"], 1) is None
