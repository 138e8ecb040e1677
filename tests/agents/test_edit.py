"""Configuration files of any form → a value goes in, and out, and that is all."""

import json
import tomllib

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from exeunt.agents.edit import NotEditable, depth, look, put, strings, take

VALUE = "/home/ada/.local/share/exeunt/doors/light.bash"
TOML = ("shell_environment_policy", "set", "BASH_ENV")
JSON = ("env", "BASH_ENV")
DOTENV = ("BASH_ENV",)
ENDS = st.sampled_from(["\n", "\r\n"])
MARK = st.sampled_from([b"", b"\xef\xbb\xbf"])
WORDS = st.sampled_from(["a", "model", "x-y", "BASH_ENV", "set", "é", "A B"])
COMMENTS = st.sampled_from(["", "", " # why", "\t# BASH_ENV = 'no' [x]", " #"])

# -- texts of each kind, as people write them


@st.composite
def toml_values(draw, depth=2):
    """A value, written in one of many ways."""
    plain = st.sampled_from(
        [
            *("1", "1_000", "nan", "-inf", "0x1F", "true", "1979-05-27 07:32:00"),
            *('"a # b"', "'c:\\d'", '"""\n[x]\n\\""" """', "'''\n# no\n'''"),
            *('"\\u00e9"', '""', "''"),
        ]
    )
    kind = draw(st.integers(0, 3)) if depth else 0
    if kind < 2:
        return draw(plain)
    inner = draw(st.lists(toml_values(depth=depth - 1), max_size=3))
    if kind == 2:
        gap = draw(st.sampled_from([", ", ",\n  ", " , # c ]\n"]))
        close = "\n]" if "#" in gap and inner else "]"
        return f"[ {gap.join(inner)}{close}"
    names = [*"abc"][: len(inner)]
    pairs = zip(names, inner, strict=True)
    return f"{{ {', '.join(f'{k} = {v}' for k, v in pairs if chr(10) not in v)} }}"


OURS_IN_TOML = [
    "",
    "[shell_environment_policy]\ninherit = 'all'\n",
    "[shell_environment_policy]\nset = { A = '1' } # of mine\n",
    "[shell_environment_policy]\nset = {}\n",
    "[shell_environment_policy]\n  set.A = 'b' # dotted\n",
    "[ shell_environment_policy . 'set' ] # spaced\n\tA = '''\n1'''\n\n# behind\n",
    '["shell_environment_policy"]\n[shell_environment_policy."set"]\n',
    "[shell_environment_policy.set]\nBASH_ENV = '~/.mine' # chained\n",
    "[shell_environment_policy]\nset = {BASH_ENV='x', Z='1'}\n",
    "[[mcp]]\n[mcp.shell_environment_policy.set]\nA = '1'\n",
]


@st.composite
def toml_texts(draw):
    """A file that can be read: keys, tables, comments, gaps."""
    lines = [
        f"{draw(st.sampled_from(['', '  ']))}{json.dumps(name, ensure_ascii=False)}"
        f" = {draw(toml_values())}{draw(COMMENTS)}"
        for name in draw(st.lists(WORDS, max_size=3, unique=True))
    ]
    if draw(st.booleans()):
        lines.append(
            draw(
                st.sampled_from(
                    [
                        "shell_environment_policy.inherit = 'all'",
                        "shell_environment_policy.set.A = 'b'",
                        "shell_environment_policy = { inherit = 'all' }",
                        "# nothing",
                    ]
                )
            )
        )
    for name in draw(st.lists(WORDS, max_size=3, unique=True)):
        lines += [f"[t.{json.dumps(name, ensure_ascii=False)}]{draw(COMMENTS)}"]
        lines.append(f"k = {draw(toml_values())}{draw(COMMENTS)}")
        lines += draw(GAPS)
    text = "\n".join(lines) + "\n" + draw(st.sampled_from(OURS_IN_TOML))
    text += draw(st.sampled_from(["", "[z]\nlast = 1 # end\n", "\n\n", "# end"]))
    text = text.removesuffix("\n") if draw(st.booleans()) else text
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        assume(False)  # noqa: FBT003 - two forms of one table
    return draw(MARK) + text.replace("\n", draw(ENDS)).encode()


GAPS = st.lists(st.sampled_from(["", "# a comment [x] = {", "  "]), max_size=2)
SPACES = st.sampled_from(
    ["", "", " ", "\n  ", "\t", ' // c "x": {\n', "/* , } */", "\r\n"]
)


@st.composite
def json_values(draw, depth=2):
    """A value, with spaces, comments and commas where there may be some."""
    plain = st.sampled_from(
        ["1", "-1.5e+3", "true", "null", '"a // b"', '"\\u00e9\\n\\\\"', '"é{"', '""']
    )
    kind = draw(st.integers(0, 3)) if depth else 0
    if kind < 2:
        return draw(plain)
    inner = draw(st.lists(json_values(depth=depth - 1), max_size=3))
    if kind == 2:
        return bracketed(draw, "[]", inner)
    return bracketed(draw, "{}", [f'"{n}":{one}' for n, one in enumerate(inner)])


def bracketed(draw, ends, inner):
    """Join what is between two brackets."""
    parts = [f"{draw(SPACES)}{one}{draw(SPACES)}" for one in inner]
    last = "," + draw(SPACES) if inner and draw(st.booleans()) else ""
    return f"{ends[0]}{','.join(parts)}{last}{draw(SPACES)}{ends[1]}"


OURS_IN_JSON = [
    None,
    '"env": {}',
    '"env"  : { // mine\n "A": "1" /* c */ , }',
    '"env": {"BASH_ENV": "~/.mine"}',
    '"env": {\n\t\t"A": "1",\n\t\t"BASH_ENV"\n:\n"x" // c\n}',
    '"\\u0065nv": {"A": "1"}',
]


@st.composite
def json_texts(draw):
    """A file that can be read: one object, or nothing at all."""
    if draw(st.integers(0, 9)) == 0:
        return draw(MARK) + draw(st.sampled_from([b"", b"\n", b" \r\n\t"]))
    values = draw(st.lists(json_values(), max_size=3))
    members = [f'"m{n}":{value}' for n, value in enumerate(values)]
    ours = draw(st.sampled_from(OURS_IN_JSON))
    if ours:
        members.insert(draw(st.integers(0, len(members))), ours)
    text = draw(SPACES) + bracketed(draw, "{}", members) + draw(SPACES)
    return draw(MARK) + text.encode()


LINES = [
    "",
    "# BASH_ENV=no",
    "A=1",
    "export B = 'x y' # c",
    "C: yaml",
    "not one",
    'D="a\nb"',
    "E=`x`",
    "F='open",
    "BASH_ENV=~/.mine",
    "  G=#",
    "H=é",
    "BASH_ENV=twice",
    "export BASH_ENV='x'",
]


@st.composite
def dotenv_texts(draw):
    """A file of lines, most of which give a name a value."""
    lines = draw(st.lists(st.sampled_from(LINES), max_size=6))
    text = "\n".join(lines) + draw(st.sampled_from(["", "\n", "\n\n"]))
    return draw(MARK) + text.replace("\n", draw(ENDS)).encode()


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
