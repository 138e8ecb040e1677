"""A return annotation → a schema that the written data really has."""

# ruff: noqa: F401 - the annotations of handlers are texts, which name them
from __future__ import annotations

import datetime as dt
import decimal
import functools
import json
import pathlib
import uuid
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    NewType,
    NotRequired,
    Optional,
    TypedDict,
)

import attrs
import jsonschema
import msgspec
import pydantic
import pytest

from exeunt import Done, respond
from exeunt.manifest._shapes import output_schema
from exeunt.model.done import NotModified, Page

NAME = NewType("NAME", str)
STAMP = dt.datetime(2026, 1, 2, 3, 4, 5, tzinfo=dt.UTC)


class Colour(Enum):
    """A closed set of words."""

    RED = "red"
    BLUE = "blue"


class Size(IntEnum):
    """A closed set of numbers."""

    SMALL = 1
    LARGE = 2


@dataclass
class Plain:
    """A dataclass with something of everything."""

    colour: Colour
    size: Size
    at: dt.datetime
    day: dt.date
    took: dt.timedelta
    key: uuid.UUID
    path: pathlib.Path
    price: decimal.Decimal
    raw: bytes
    pair: tuple[int, str]
    many: tuple[float, ...]
    tags: set[str]
    maybe: int | None
    by_name: dict[str, list[bool]]
    anything: Any


class Tree(TypedDict):
    """A shape that holds itself."""

    name: str
    children: list[Tree]
    note: NotRequired[str]


class Point(NamedTuple):
    """A tuple with names, which JSON writes as a list."""

    x: int
    y: float


class Struct(msgspec.Struct, rename="camel", tag="struct"):
    """A msgspec record with wire names and a tag."""

    first_name: str
    ages: list[int]


class Inner(pydantic.BaseModel):
    """A model inside another."""

    x: int


class Model(pydantic.BaseModel):
    """A pydantic model."""

    inner: Inner
    when: dt.date


@attrs.define
class Attrs:
    """An attrs class."""

    point: Point
    colour: Literal["red", 3] = 3


@dataclass
class Outer:
    """Records of every kind inside one."""

    model: Model
    struct: Struct
    attrs: Attrs
    tree: Tree


PLAIN = Plain(
    Colour.RED,
    Size.LARGE,
    STAMP,
    STAMP.date(),
    dt.timedelta(seconds=3),
    uuid.UUID(int=7),
    pathlib.Path("a/b"),
    decimal.Decimal("1.50"),
    b"\x00\xff",
    (1, "a"),
    (1.5, 2.5),
    {"x"},
    None,
    {"a": [True]},
    None,
)
TREE: Tree = {"name": "a", "children": [{"name": "b", "children": [], "note": "n"}]}
MODEL = Model(inner=Inner(x=1), when=STAMP.date())
OUTER = Outer(MODEL, Struct("a", [1]), Attrs(Point(1, 2.5)), TREE)


def handler(hint):
    """A handler that is annotated so."""

    def handle():
        """Do nothing."""

    handle.__annotations__["return"] = hint
    return handle


def shape_of(hint, *, numbers=False):
    """The schema of the data of a handler that is annotated so."""
    return output_schema(handler(hint), numbers=numbers)


def written(value):
    """The data of the envelope, as the caller reads it."""
    return json.loads(respond(Done(value)).to_json())["data"]


CASES = {
    "dataclass": ("Plain", PLAIN),
    "typed dict": ("Tree", TREE),
    "named tuple": ("Point", Point(1, 2.5)),
    "msgspec": ("Struct", Struct("a", [1])),
    "pydantic": ("Model", MODEL),
    "attrs": ("Attrs", Attrs(Point(1, 2.5))),
    "all in one": ("Outer", OUTER),
    "a list": ("list[Point]", [Point(1, 2.5)]),
    "a sequence": ("Sequence[Colour]", [Colour.RED]),
    "a mapping": ("Mapping[str, Size]", {"a": Size.SMALL}),
    "an optional record": ("Optional[Struct]", Struct("a", [1])),
    "nothing of an optional": ("Struct | None", None),
    "a union": ("Struct | Tree", TREE),
    "a scalar": ("int", 5),
    "a text": ("NAME", "x"),
    "an enum": ("Colour", Colour.BLUE),
    "a literal": ("Literal['a', 1]", 1),
    "annotated": ("Annotated[float, 'metres']", 1.5),
    "bytes": ("bytes", b"x"),
    "awaited": ("Awaitable[Point]", Point(1, 2.5)),
    "or not modified": ("Point | NotModified", Point(1, 2.5)),
}


@pytest.mark.clause("R49")
@pytest.mark.parametrize("case", CASES)
def test_what_is_written_has_the_shape_that_is_promised(case):
    """Annotations are texts here, as under `from __future__ import annotations`."""
    hint, value = CASES[case]
    shape = shape_of(hint)
    data = written(value)

    assert shape
    jsonschema.Draft7Validator.check_schema(shape)
    jsonschema.Draft7Validator(shape).validate(data)


@pytest.mark.parametrize(
    ("case", "wrong"),
    [
        ("dataclass", {}),
        ("typed dict", {"name": "a", "children": [{"name": 1, "children": []}]}),
        ("named tuple", [1]),
        ("msgspec", {"type": "struct", "first_name": "a", "ages": []}),
        ("pydantic", {"inner": {"x": "no"}, "when": "2026-01-02"}),
        ("attrs", {"point": [1, 2.5], "colour": "green"}),
        ("a list", [[1, 2, 3]]),
        ("a mapping", {"a": 3}),
        ("a scalar", {"value": "5"}),
        ("an enum", {"value": "green"}),
    ],
)
def test_another_shape_is_refused(case, wrong):
    """A schema that takes everything would prove nothing."""
    validator = jsonschema.Draft7Validator(shape_of(CASES[case][0]))

    assert not validator.is_valid(wrong)


@pytest.mark.parametrize(
    "hint",
    ["None", "Any", "object", "Unknown", "list[", "Page", "dict[str, Unknown]"],
)
def test_what_is_not_known_is_not_described(hint):
    """No annotation of the author's can break discovery."""
    assert {} == shape_of(hint)


def test_a_handler_without_an_annotation_is_not_described():
    """What it prints is its data, and nobody has declared that."""
    assert {} == output_schema(test_another_shape_is_refused, numbers=False)
    assert {} == output_schema(None, numbers=False)


@pytest.mark.parametrize(("hint", "expected"), [("int", {}), ("bool", {})])
def test_where_a_number_is_an_exit_code_it_is_no_data(hint, expected):
    """argparse and Cyclopts end with it."""
    assert expected == shape_of(hint, numbers=True)
    assert shape_of("str", numbers=True)


def test_the_annotation_is_found_under_decorators():
    """functools.wraps, functools.partial and frameworks leave a trace."""

    @functools.wraps(handler("Point"))
    def wrapped(*words):
        return words

    assert shape_of("Point") == output_schema(wrapped, numbers=False)
    partial = functools.partial(handler("Point"), 1)
    assert shape_of("Point") == output_schema(partial, numbers=False)


def test_a_class_of_a_function_is_found():
    """A handler made by a function sees what is around it."""

    @dataclass
    class Local:
        x: int

    def handle() -> Local:
        return Local(1)

    assert ["x"] == output_schema(handle, numbers=False)["required"]
