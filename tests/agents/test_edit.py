"""Configuration files of any form → a value goes in, and out, and that is all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config_texts import dotenv_texts, json_texts, toml_texts
from exeunt.agents.edit import NotEditable, depth, look, put, strings, take

VALUE = "/home/ada/.local/share/exeunt/doors/light.bash"
TOML = ("shell_environment_policy", "set", "BASH_ENV")
JSON = ("env", "BASH_ENV")
DOTENV = ("BASH_ENV",)
KINDS = [("toml", toml_texts, TOML), ("json", json_texts, JSON)]
KINDS += [("dotenv", dotenv_texts, DOTENV)]
ALL = pytest.mark.parametrize(("kind", "texts", "path"), KINDS)


def everything(kind, data):
    """All texts that a file has, with their names."""
    return sorted(strings(kind, data))


@ALL
@given(data=st.data())
def test_a_value_goes_in_and_nothing_else_changes(kind, texts, path, data):
    """A file with our value says what it said, and that; its bytes are still there."""
    before = data.draw(texts())
    old = look(kind, before, path)
    others = everything(kind, before)
    after = put(kind, before, path, VALUE)

    assert VALUE == look(kind, after, path)
    assert sorted([*others, *[("BASH_ENV", VALUE)]]) == sorted(
        [*everything(kind, after), *([("BASH_ENV", old)] if old is not None else [])]
    )
    if old is None:
        left = iter(after)
        assert all(byte in left for byte in before)


@ALL
@given(data=st.data())
def test_a_value_goes_out_and_nothing_else_changes(kind, texts, path, data):
    """A file without our value says what it said before; a comment is lost in none."""
    before = data.draw(texts())
    old, there = look(kind, before, path), depth(kind, before, path)
    after = put(kind, before, path, VALUE)
    back = take(kind, after, path, there, old)

    assert everything(kind, before) == everything(kind, back)
    assert old == look(kind, back, path)
    assert before.count(b"c") == back.count(b"c")
    assert before.count(b"#") == back.count(b"#")


@ALL
@given(data=st.data())
def test_a_value_is_put_once(kind, texts, path, data):
    """A value that is replaced by itself changes not a byte."""
    after = put(kind, data.draw(texts()), path, VALUE)
    again = after if kind == "dotenv" else put(kind, after, path, VALUE)

    assert after == again


@pytest.mark.parametrize(
    ("kind", "path", "data"),
    [
        pytest.param("toml", TOML, b"[broken", id="no TOML"),
        pytest.param("toml", TOML, b"a = '\xff'", id="no UTF-8"),
        pytest.param("toml", TOML, b"shell_environment_policy = 1", id="no table"),
        pytest.param("toml", TOML, b"[[shell_environment_policy]]", id="an array"),
        pytest.param(
            "toml", TOML, b"[shell_environment_policy]\nset = ['a']", id="a list"
        ),
        pytest.param(
            "toml", TOML, b"[shell_environment_policy.set]\nBASH_ENV = 1", id="no text"
        ),
        pytest.param("json", JSON, b"{", id="no JSON"),
        pytest.param("json", JSON, b"[]", id="no object"),
        pytest.param("json", JSON, b'{"a": 1 "b": 2}', id="a comma short"),
        pytest.param("json", JSON, b"{} {}", id="two of them"),
        pytest.param("json", JSON, b'{"a": 1} /* open', id="an open comment"),
        pytest.param("json", JSON, b'{"env": null}', id="null"),
        pytest.param("json", JSON, b'{"env": {"BASH_ENV": 1}}', id="a number"),
        pytest.param("json", JSON, b'{"env": {}, "env": {}}', id="twice"),
        pytest.param("json", JSON, b"[" * 100_000, id="too deep"),
        pytest.param("dotenv", DOTENV, b"A='\xff'", id="no UTF-8 there"),
    ],
)
def test_what_is_not_understood_is_refused(kind, path, data):
    """A file that cannot be read, or says something else there, is left alone."""
    with pytest.raises(NotEditable):
        put(kind, data, path, VALUE)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", '[a.b]\nC = "v"\n'),
        ("x = 1", 'x = 1\n\n[a.b]\nC = "v"\n'),
        ("[a]\nb = { D = 1 } # c\n", '[a]\nb = { D = 1, C = "v" } # c\n'),
        ("a.x = 1\n[y]\n", 'a.x = 1\na.b.C = "v"\n[y]\n'),
        (
            "[a.b]\n  D = 1 # c\n# e\n\n[y]\n",
            '[a.b]\n  D = 1 # c\n  C = "v"\n# e\n\n[y]\n',
        ),
    ],
)
def test_a_line_goes_where_a_person_would_write_it(before, after):
    """A key stands with its table's others, in their form."""
    assert after.encode() == put("toml", before.encode(), ("a", "b", "C"), "v")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("{}\n", '{\n  "env": {\n    "C": "v"\n  }\n}\n'),
        ('{\n\t"a": 1 // c\n}', '{\n\t"a": 1, // c\n\t"env": {\n\t\t"C": "v"\n\t}\n}'),
        ('{"a": 1,}', '{"a": 1, "env": {"C": "v"},}'),
        ('{"env": {"A": "1"}}', '{"env": {"A": "1", "C": "v"}}'),
    ],
)
def test_a_member_goes_where_a_person_would_write_it(before, after):
    """A member stands behind its object's others, in their form."""
    assert after.encode() == put("json", before.encode(), ("env", "C"), "v")


def test_an_edit_that_would_say_something_else_is_refused():
    """Our line may stand in the middle of somebody's text: that is left alone."""
    data = b'BASH_ENV=/p\nX="\nBASH_ENV=/p\n"\n'

    with pytest.raises(NotEditable, match="without touching the rest"):
        take("dotenv", data, DOTENV)
