"""Lines of a distribution's metadata → what packaging, which pip uses, says of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.markers import Marker
from packaging.requirements import Requirement as Theirs
from packaging.specifiers import SpecifierSet
from packaging.version import Version

from exeunt.leaving._requirement import (
    Requirement,
    Unreadable,
    applies,
    is_in_range,
    key,
)

VERSIONS = st.from_regex(
    r"(1!)?[0-3](\.[0-2]){0,3}((a|b|rc)[0-2])?(\.post[0-2])?(\.dev[0-2])?",
    fullmatch=True,
)
CLAUSES = st.one_of(
    st.tuples(st.sampled_from(["==", "!=", "<=", ">=", "<", ">"]), VERSIONS).map(
        "".join
    ),
    st.from_regex(r"(==|!=)[0-3](\.[0-2]){0,2}\.\*", fullmatch=True),
    st.from_regex(r"~=[0-3](\.[0-2]){1,2}", fullmatch=True),
)
LINES = [
    "click",
    "click>=8",
    "click (>=8,<9)",
    "click[colour, more] ~= 8.1 ; python_version >= '3.8'",
    "zope.interface==5.*",
    "x @ https://example.org/x.whl",
    "x ; sys_platform == 'win32' and extra == 'fast'",
]
MARKERS = [
    "python_version >= '3.8'",
    "python_version < '3.8'",
    "python_version >= '3.10' and python_version < '4'",
    "sys_platform == 'win32' or os_name == 'posix'",
    "(sys_platform == 'win32' or os_name == 'posix') and extra == 'fast'",
    "extra == 'fast'",
    "extra != 'fast'",
    "platform_system in 'Linux Darwin'",
    "'linux' not in sys_platform",
    "implementation_name == 'cpython' and python_full_version >= '3.11.0'",
    "python_version == '3.*'",
    'os_name=="nt"',
]


@given(VERSIONS, VERSIONS)
def test_versions_have_their_order(one, other):
    """Trials before their release, mended ones after."""
    assert (Version(one) < Version(other)) is (key(one) < key(other))
    assert (Version(one) == Version(other)) is (key(one) == key(other))


@given(VERSIONS, st.lists(CLAUSES, min_size=1, max_size=3).map(",".join))
def test_a_range_is_read_as_pip_does(version, clauses):
    """Every sign, with trials allowed: what is installed is installed."""
    expected = SpecifierSet(clauses).contains(version, prereleases=True)

    assert expected is is_in_range(version, clauses)


@pytest.mark.parametrize("line", LINES)
def test_a_line_has_its_parts(line):
    """Name, extras, range and address."""
    ours, theirs = Requirement(line), Theirs(line)

    assert (theirs.name, theirs.extras) == (ours.name, set(ours.extras))
    assert (theirs.specifier, theirs.url or "") == (SpecifierSet(ours.range), ours.url)
    assert (theirs.marker is None) is (ours.marker == "")
    assert Theirs(ours.wanted).specifier == theirs.specifier


@pytest.mark.parametrize("extra", ["", "fast"])
@pytest.mark.parametrize("marker", MARKERS)
def test_a_marker_is_true_where_pip_says_so(marker, extra):
    """On this machine, with an extra and without."""
    assert Marker(marker).evaluate({"extra": extra}) is applies(marker, extra)


@pytest.mark.parametrize(
    "text",
    ["", "python_version", "python_version >= ", "moon == 'full'", "('a' == 'a'",
     "'a' == 'a' 'b'", "'a' < 'b'", "a ? b", "os_name === 'posix'"],
)  # fmt: skip
def test_what_is_no_marker_is_told(text):
    """Never guessed at; only nothing is always true."""
    if not text:
        assert applies(text)
        return
    with pytest.raises(Unreadable):
        applies(text)


@pytest.mark.parametrize("text", ["===1.0", ">=", "1.0", ">=1.*", "~=1", "==one"])
def test_what_is_no_range_is_told(text):
    """The same for ranges."""
    with pytest.raises(Unreadable):
        is_in_range("1.0", text)


@pytest.mark.parametrize("line", ["", "-x", "x (>=1", "[x]", "@ y"])
def test_what_is_no_requirement_is_told(line):
    """The same for lines."""
    with pytest.raises(Unreadable):
        Requirement(line)
