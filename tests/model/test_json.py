"""Any Python value → JSON that every parser takes, or a refusal that says where."""

import array
import dataclasses
import json
import math
import os
import subprocess
import sys
from collections import OrderedDict, UserDict, UserList, UserString, deque
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum, Flag, IntEnum, IntFlag, StrEnum
from fractions import Fraction
from http import HTTPStatus
from pathlib import Path, PurePosixPath, PureWindowsPath
from types import MappingProxyType, SimpleNamespace
from typing import ClassVar, NamedTuple
from unittest import mock
from uuid import UUID

import attrs
import msgspec
import pydantic
import pydantic.dataclasses
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exeunt import ExitCode, UnserialisableError, declare
from exeunt.model.json import dumps, plain

NOON = datetime(2024, 2, 29, 12, 0, 0, 5, tzinfo=UTC)
UNREAL = [math.nan, math.inf, -math.inf]

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
any_text = st.text(st.characters(exclude_categories=()))


class Colour(Enum):
    """Plain, with a value that is no plain value itself."""

    RED = "red"
    SINCE = date(2024, 1, 2)
    PAIR = ("a", 1)


class Level(IntEnum):
    """An int as well."""

    HIGH = 3


class Mode(StrEnum):
    """A str as well."""

    FAST = "fast"


class OldMode(str, Enum):  # noqa: UP042 - what programs wrote before StrEnum
    """A str as well, the old way."""

    SLOW = "slow"


class Rights(Flag):
    """Bits."""

    READ = 1
    WRITE = 2


class IntRights(IntFlag):
    """Bits that are an int as well."""

    READ = 1
    WRITE = 2


@dataclasses.dataclass
class Inner:
    """A dataclass inside another."""

    when: date


@dataclasses.dataclass
class Outer:
    """A dataclass with everything that looks like a field and is none."""

    kind: ClassVar[str] = "outer"
    inner: Inner
    seed: dataclasses.InitVar[int]
    note: str = "_FIELD_CLASSVAR"
    hidden: int = dataclasses.field(default=7, repr=False)

    def __post_init__(self, seed):
        """Take the pseudo-field."""
        self.hidden = seed


@dataclasses.dataclass
class Defaulted:
    """A pseudo-field whose default stays on the class."""

    real: int
    seed: dataclasses.InitVar[int] = 5


@dataclasses.dataclass(slots=True, frozen=True)
class Slotted:
    """A dataclass without a __dict__."""

    x: int


@attrs.define
class Attrs:
    """An attrs class, slotted."""

    x: int
    when: date


class Model(pydantic.BaseModel):
    """A pydantic model."""

    x: int
    when: date
    tags: set[str] = set()


class Root(pydantic.RootModel[list[int]]):
    """A pydantic model that is a list."""


@pydantic.dataclasses.dataclass
class Checked:
    """A dataclass that pydantic checks."""

    x: int
    when: date


class Plain(msgspec.Struct):
    """A msgspec Struct."""

    x: int
    when: date


class Tagged(msgspec.Struct, tag="tagged", tag_field="kind", rename="camel"):
    """A Struct with a tag and other names on the wire."""

    some_name: int


class Nothing(msgspec.Struct):
    """A Struct without fields."""


class Point(NamedTuple):
    """A tuple with names."""

    x: int
    y: int


class Scalar:
    """As NumPy's scalars: no int, no float, but `tolist` gives one."""

    def __init__(self, value):
        self.value = value

    def __repr__(self):
        return f"Scalar({self.value})"

    def tolist(self):
        """Give the Python value."""
        return self.value


class Own:
    """An object that says itself what it is in JSON."""

    def __exeunt_json__(self):
        """Give a value that is reduced in turn."""
        return {"own": Colour.RED}


class Words(str):
    """A str that shows itself otherwise."""

    __slots__ = ()

    def __str__(self):
        return "not this"

    __repr__ = __str__


class Count(int):
    """An int that shows itself otherwise."""

    def __str__(self):
        return "not this"

    __repr__ = __str__


class Share(float):
    """A float that shows itself otherwise."""

    def __str__(self):
        return "not this"

    __repr__ = __str__


class Lazy(Mapping):
    """A mapping that is no dict."""

    def __getitem__(self, key):
        return {"a": 1}[key]

    def __iter__(self):
        return iter(["a"])

    def __len__(self):
        return 1


BINARY = {"type": "binary", "encoding": "base64", "value": "AP8=", "size_bytes": 2}
REDUCED = [
    ("bytes", b"\x00\xff", BINARY),
    ("no bytes", b"", {**BINARY, "value": "", "size_bytes": 0}),
    ("bytearray", bytearray(b"\x00\xff"), BINARY),
    ("memoryview", memoryview(b"\x00\xff"), BINARY),
    ("strided memoryview", memoryview(b"\x00-\xff")[::2], BINARY),
    ("aware datetime", NOON, "2024-02-29T12:00:00.000005+00:00"),
    (
        "datetime elsewhere",
        NOON.replace(microsecond=0).astimezone(timezone(timedelta(hours=-3.5))),
        "2024-02-29T08:30:00-03:30",
    ),
    ("naive datetime", datetime(2024, 2, 29, 12), "2024-02-29T12:00:00"),  # noqa: DTZ001
    ("date", date(2024, 2, 29), "2024-02-29"),
    ("time", time(1, 2, 3), "01:02:03"),
    ("timedelta", timedelta(minutes=1, milliseconds=5), 60.005),
    ("Decimal", Decimal("0.10"), "0.10"),
    ("large Decimal", Decimal("1E+400"), "1E+400"),
    ("Fraction", Fraction(1, 3), "1/3"),
    ("Path", Path("a/b"), str(Path("a/b"))),
    ("PurePosixPath", PurePosixPath("/a/b"), "/a/b"),
    ("PureWindowsPath", PureWindowsPath("C:/a"), "C:\\a"),
    ("UUID", UUID(int=5), "00000000-0000-0000-0000-000000000005"),
    ("Enum", Colour.RED, "red"),
    ("Enum of a date", Colour.SINCE, "2024-01-02"),
    ("Enum of a tuple", Colour.PAIR, ["a", 1]),
    ("IntEnum", Level.HIGH, 3),
    ("HTTPStatus", HTTPStatus.NOT_FOUND, 404),
    ("StrEnum", Mode.FAST, "fast"),
    ("str Enum", OldMode.SLOW, "slow"),
    ("Flag", Rights.READ | Rights.WRITE, 3),
    ("IntFlag", IntRights.READ | IntRights.WRITE, 3),
    (
        "dataclass",
        Outer(Inner(date(2024, 1, 2)), 9),
        {"inner": {"when": "2024-01-02"}, "note": "_FIELD_CLASSVAR", "hidden": 9},
    ),
    ("dataclass with a default pseudo-field", Defaulted(1), {"real": 1}),
    ("slotted dataclass", Slotted(1), {"x": 1}),
    ("attrs", Attrs(1, date(2024, 1, 2)), {"x": 1, "when": "2024-01-02"}),
    (
        "pydantic model",
        Model(x=1, when=date(2024, 1, 2)),
        {"x": 1, "when": "2024-01-02", "tags": []},
    ),
    ("pydantic root model", Root([1, 2]), [1, 2]),
    (
        "pydantic dataclass",
        Checked(1, date(2024, 1, 2)),
        {"x": 1, "when": "2024-01-02"},
    ),
    ("msgspec Struct", Plain(1, date(2024, 1, 2)), {"x": 1, "when": "2024-01-02"}),
    ("tagged Struct", Tagged(1), {"kind": "tagged", "someName": 1}),
    ("empty Struct", Nothing(), {}),
    ("NamedTuple", Point(1, 2), [1, 2]),
    ("tuple", (1, (2,)), [1, [2]]),
    ("deque", deque([1, 2]), [1, 2]),
    ("range", range(3), [0, 1, 2]),
    ("array", array.array("i", [1, 2]), [1, 2]),
    ("MappingProxyType", MappingProxyType({"a": 1}), {"a": 1}),
    ("OrderedDict", OrderedDict(a=1), {"a": 1}),
    ("UserDict", UserDict(a=1), {"a": 1}),
    ("UserList", UserList([1]), [1]),
    ("UserString", UserString("ab"), "ab"),
    ("Mapping", Lazy(), {"a": 1}),
    ("set", {3, 1, 2}, [1, 2, 3]),
    ("frozenset", frozenset("ba"), ["a", "b"]),
    ("mixed set", {1, "a"}, ["a", 1]),
    ("set of sets", {frozenset("b"), frozenset("ca")}, [["a", "c"], ["b"]]),
    ("NumPy-like int", Scalar(5), 5),
    ("NumPy-like array", Scalar([[1.5]]), [[1.5]]),
    ("own form", Own(), {"own": "red"}),
    ("str subclass", Words("a"), "a"),
    ("int subclass", Count(5), 5),
    ("float subclass", Share(0.5), 0.5),
    ("code", ExitCode.NOT_FOUND, 5),
    ("4300 digits", 10**4299, 10**4299),
]
REFUSED = [
    ("object", object()),
    ("class", Inner),
    ("enum class", Colour),
    ("attrs class", Attrs),
    ("model class", Model),
    ("Struct class", Plain),
    ("empty Struct class", Nothing),
    ("function", len),
    ("lambda", lambda: 1),
    ("generator", (n for n in "ab")),
    ("iterator", iter([1])),
    ("dict view", {"a": 1}.values()),
    ("complex", 1j),
    ("exception", ValueError("a")),
    ("namespace", SimpleNamespace(a=1)),
    ("Mock", mock.Mock()),
    ("MagicMock", mock.MagicMock()),
    ("Mock of a dict", mock.Mock(spec=dict)),
    ("Mock of an int", mock.Mock(spec=int)),
    ("Mock of a str", mock.Mock(spec=str)),
    ("Mock of bytes", mock.Mock(spec=bytes)),
    ("Mock of a Path", mock.Mock(spec=Path)),
    ("Mock of an Enum", mock.Mock(spec=Colour.RED)),
    ("MagicMock of a list", mock.MagicMock(spec=list)),
    ("autospec of a dataclass", mock.create_autospec(Inner, instance=True)),
    ("declared code", declare("LOCKED", 79)),
    ("4301 digits", 10**4300),
    ("bytes as a key", {b"a": 1}),
    ("tuple as a key", {(1, 2): 1}),
    ("object as a key", {object(): 1}),
    ("NaN as a key", {math.nan: 1}),
    ("Infinity as a key", {math.inf: 1}),
    ("NaN as a Decimal key", {Decimal("NaN"): 1}),
]


@pytest.mark.parametrize(
    ("value", "expected"), [pytest.param(v, e, id=i) for i, v, e in REDUCED]
)
def test_a_value_has_a_json_form(value, expected):
    """Whatever programs return is written, alone as in a list or under a key."""
    assert expected == json.loads(dumps(value))
    assert [expected] == json.loads(dumps([value]))
    assert {"a": expected} == json.loads(dumps({"a": value}))


@pytest.mark.parametrize(
    ("value", "expected"), [pytest.param(v, e, id=i) for i, v, e in REDUCED]
)
def test_the_slow_way_agrees_with_the_fast_one(value, expected):
    """A key that the encoder cannot take sends the value another way, to the same."""
    assert expected == plain(value)
    assert {"red": expected} == json.loads(dumps({Colour.RED: value}))


@pytest.mark.parametrize("value", [pytest.param(v, id=i) for i, v in REFUSED])
@pytest.mark.parametrize("place", [lambda v: v, lambda v: [v], lambda v: {"a": v}])
def test_a_value_without_a_json_form_is_refused(value, place):
    """It is refused by our own error, not misread and not by a stray one."""
    with pytest.raises(UnserialisableError) as caught:
        dumps(place(value))

    assert caught.value.fix


@pytest.mark.parametrize(
    "value",
    [
        *UNREAL,
        *(Scalar(number) for number in UNREAL),
        *(Share(number) for number in UNREAL),
        *map(Decimal, ["NaN", "sNaN", "sNaN123", "-NaN7", "Infinity", "-Infinity"]),
        Scalar([0.0, math.nan]),
    ],
    ids=repr,
)
def test_a_number_that_json_cannot_say_is_refused_with_its_place(value):
    """NaN and the infinities are found wherever they are, and the place is named."""
    with pytest.raises(UnserialisableError, match="rows"):
        dumps({"rows": [{"share": value}]})


def test_the_place_is_named_by_keys_and_indexes():
    """The message leads to the value."""
    with pytest.raises(UnserialisableError, match=r"rows\[1\]\.share is nan"):
        dumps({"rows": [{}, {"share": math.nan}]})
    with pytest.raises(UnserialisableError, match=r"rows\[0\] is of type object"):
        dumps({"rows": [object()], Colour.RED: 1})


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("a", "a"),
        (5, "5"),
        (True, "true"),
        (None, "null"),
        (0.5, "0.5"),
        (Colour.RED, "red"),
        (Level.HIGH, "3"),
        (Mode.FAST, "fast"),
        (OldMode.SLOW, "slow"),
        (Rights.WRITE, "2"),
        (ExitCode.NOT_FOUND, "5"),
        (date(2024, 2, 29), "2024-02-29"),
        (UUID(int=5), str(UUID(int=5))),
        (PurePosixPath("a/b"), "a/b"),
        (Decimal("0.10"), "0.10"),
        (Words("a"), "a"),
        (Count(5), "5"),
    ],
    ids=repr,
)
def test_a_key_becomes_a_string(key, expected):
    """A key that has a text form is written, the same in both ways through."""
    assert {expected: 1} == json.loads(dumps({key: 1}))
    assert {expected: 1} == plain({key: 1})


def test_a_cycle_is_refused():
    """A value that holds itself has no end."""
    rows = []
    rows.append({"rows": rows})
    inner = Inner(None)
    inner.when = inner

    for value in (rows, inner):
        with pytest.raises(UnserialisableError, match="holds itself"):
            dumps(value)


def test_shared_values_are_no_cycle():
    """The same list twice is written twice."""
    shared = [1]

    assert [[1], [1], {"a": [1]}] == json.loads(dumps([shared, shared, {"a": shared}]))


@pytest.mark.parametrize("build", [lambda v: [v], lambda v: {"a": v}, Inner, deque])
def test_depth_has_a_limit(build):
    """A hundred levels are written, a hundred thousand refused; between, it depends."""
    value = 1
    for _ in range(100):
        value = build(value) if build is not deque else deque([value])

    assert "1" in dumps(value)

    for _ in range(99_900):
        value = build(value) if build is not deque else deque([value])

    with pytest.raises(UnserialisableError):
        dumps(value)


def test_an_exhausted_stack_is_refused_too():
    """A handler deep in its own recursion gets our error, not a RecursionError."""
    value = []
    for _ in range(150):
        value = [value]

    def dive(levels):
        return dive(levels - 1) if levels else dumps([value, math.nan])

    depth = sys.getrecursionlimit() - len(__import__("inspect").stack()) - 100
    with pytest.raises(UnserialisableError):
        dive(depth)


def test_what_a_value_raises_becomes_our_error():
    """Code of the value's own may fail; the error says where, and keeps the cause."""

    class Broken:
        def __exeunt_json__(self):
            raise KeyError("gone")

    empty = Slotted.__new__(Slotted)
    released = memoryview(b"")
    released.release()

    for value in (Broken(), empty, released):
        with pytest.raises(UnserialisableError, match="rows") as caught:
            dumps({"rows": value})
        assert caught.value.__cause__ is not None

        with pytest.raises(UnserialisableError):
            plain(value)


def test_an_object_that_lies_about_its_class_is_refused():
    """Even asking what it is may raise."""

    class Liar:
        @property
        def __class__(self):
            raise RuntimeError("not telling")

    with pytest.raises(UnserialisableError):
        dumps([Liar()])


@given(json_values)
def test_what_is_written_reads_back(value):
    """JSON values come back as they were, from one line of ASCII."""
    text = dumps(value)

    assert plain(value) == json.loads(text)
    assert text.isascii()
    assert 1 == len(text.splitlines())


@given(any_text, any_text)
def test_any_text_can_be_sent_on(key, text):
    """What a strict parser or an encoder would refuse does not leave us."""
    written = dumps({key: [text]})
    read = json.loads(written)

    json.dumps(read, ensure_ascii=False).encode()  # raises on a lone surrogate
    assert text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").count(
        "�"
    ) == next(iter(read.values()))[0].count("�")
    assert written.isascii()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\ud800", "�"),
        ("a\udfffb", "a�b"),
        ("\ud800\ud800", "��"),
        ("\udc00\ud800", "��"),  # noqa: PT014 - ruff takes all surrogates for one
        ("\ud800😀", "�😀"),
        ("😀\udc00", "😀�"),
        ("\\ud800", "\\ud800"),
        ("\\\\ud800", "\\\\ud800"),
        ("\\\ud800", "\\�"),
        ('"\ud800"', '"�"'),
        ("\ud83d\ude00", "😀"),
    ],
    ids=ascii,
)
def test_lone_surrogates_are_replaced(text, expected):
    """A half of a pair becomes U+FFFD; a text that only looks like one stays."""
    assert expected == json.loads(dumps(text))
    assert {expected: expected} == json.loads(dumps({text: text}))


def test_a_file_name_that_is_no_text_can_be_sent_on():
    """A path with bytes that are no UTF-8 still makes valid JSON."""
    name = os.fsdecode(b"caf\xe9")

    assert "caf�" == json.loads(dumps(Path(name)))


def test_sets_have_one_order():
    """The order of a set does not depend on the run's hash seed."""
    program = (
        "from exeunt.model.json import dumps\n"
        "from enum import Enum\n"
        "E = Enum('E', 'A B C')\n"
        "print(dumps([set('abcdef'), {1, 'a', None, (1, 'x'), (1, 2), E.A, E.B},\n"
        "    {frozenset('ab'), frozenset('cd'), frozenset('bc'), frozenset()}]))\n"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in range(6)
    }

    assert 1 == len(texts)


def test_writing_imports_no_package():
    """The serialiser knows pydantic and its like by their marks, and costs nothing."""
    program = (
        "import sys\n"
        "before = set(sys.modules)\n"
        "from exeunt.model.json import dumps\n"
        "dumps({'a': [1, b'x', {2}, None]})\n"
        "print(*sorted(set(sys.modules) - before))\n"
    )
    loaded = subprocess.run(
        [sys.executable, "-S", "-c", program],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        check=True,
        text=True,
    ).stdout.split()

    assert "exeunt.model.json" in loaded
    assert set() == {
        "attr",
        "attrs",
        "dataclasses",
        "inspect",
        "json",
        "msgspec",
        "numpy",
        "pydantic",
        "re",
        "typing",
    } & set(loaded)


def test_without_the_accelerator_the_same_is_written():
    """An interpreter without CPython's C encoder writes the same text."""
    program = (
        "import sys\n"
        "sys.modules['_json'] = None\n"
        "from exeunt.model.json import dumps\n"
        "print(dumps({'a': [1, 0.5, 'é', b'x', {2}, None, True]}))\n"
    )
    written = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, text=True
    ).stdout

    expected = dumps({"a": [1, 0.5, "é", b"x", {2}, None, True]})
    assert expected == written.rstrip("\n")
