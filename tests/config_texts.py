"""Files of configuration as people write them: TOML, JSON with comments, dotenv.

Each can be read, and has a form in which somebody else's tool has left it.
"""

import json
import tomllib

from hypothesis import assume
from hypothesis import strategies as st

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
