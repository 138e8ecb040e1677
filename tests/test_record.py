"""Fields → a value: what every record of exeunt can do, and refuses to do."""

import copy
import importlib
import pickle
import pkgutil

import pytest

import exeunt
from exeunt import (
    Done,
    Effects,
    ErrorDetail,
    ExitCode,
    Exited,
    Failed,
    Phase,
    Reason,
    Redirect,
    ResponseMeta,
    Signaled,
    TimedOut,
    Unstarted,
    declare,
    entry,
    respond,
)
from exeunt.record import Record

ERROR = ErrorDetail("GONE", "It is gone", phase=Phase.EXECUTION, retryable=False)
RECORDS = [
    Exited(3),
    Signaled(9, core_dumped=True, certain=False),
    TimedOut(1.5, idle=True),
    Unstarted("not_found", "no such file"),
    declare("LOCKED", 79),
    entry("It is locked", retryable=True, effects=Effects.NONE),
    Redirect("tool b", permanent=True, reason=Reason.RENAMED),
    ERROR,
    ResponseMeta(duration_ms=1, cursor="c", extra={"a": [1]}),
    Done({"a": [1]}, warnings=["w"], truncated=True, cursor="c"),
    Failed(ExitCode.NOT_FOUND, ERROR, warnings=["w"]),
    respond(Done([1]), duration_ms=5),
    respond(Failed(ExitCode.NOT_FOUND, ERROR)),
]


class Pair(Record):
    """Two fields."""

    __slots__ = ("left", "right")

    def __init__(self, left, right=0):
        if left == "wrong":
            raise ValueError("wrong")
        self._fill(left, right)


class Triple(Pair):
    """One field more."""

    __slots__ = ("third",)

    def __init__(self, left, right, third):
        self._fill(left, right, third)


class Other(Record):
    """The fields of Pair, under another name."""

    __slots__ = ("left", "right")

    def __init__(self, left, right):
        self._fill(left, right)


every_record = pytest.mark.parametrize(
    "record", RECORDS, ids=lambda r: type(r).__name__
)


@every_record
@pytest.mark.parametrize(
    "again",
    [
        *(lambda r, p=p: pickle.loads(pickle.dumps(r, p)) for p in range(2, 6)),  # noqa: S301
        copy.copy,
        copy.deepcopy,
    ],
)
def test_a_record_survives_pickling_and_copying(record, again):
    """A copy is equal, of the same class, and shows itself the same."""
    other = again(record)

    assert record == other
    assert type(record) is type(other)
    assert repr(record) == repr(other)


@every_record
def test_a_record_does_not_change(record):
    """No field can be set or deleted, and none can be added."""
    for name in (*record.__match_args__, "another"):
        with pytest.raises(AttributeError, match="does not change"):
            setattr(record, name, None)
        with pytest.raises(AttributeError, match="does not change"):
            delattr(record, name)

    assert not hasattr(record, "__dict__")


@every_record
def test_a_record_shows_its_fields(record):
    """The repr has the class, and each field by name."""
    shown = repr(record)

    assert shown.startswith(f"{type(record).__name__}(")
    assert all(f"{name}=" in shown for name in record.__match_args__)


@every_record
def test_a_record_differs_from_everything_else(record):
    """Equality is of class and fields, never of looks."""
    fields = tuple(getattr(record, name) for name in record.__match_args__)

    assert [record] == [other for other in RECORDS if other == record]
    assert record != fields
    assert (record == 5) is False


def test_fields_are_those_of_the_bases_first():
    """A subclass adds its fields after the inherited ones."""
    assert ("left", "right", "third") == Triple.__match_args__
    assert "Triple(left=1, right=2, third=3)" == repr(Triple(1, 2, 3))


def test_annotations_are_the_slots():
    """A type checker matches by the annotations, Python by the slots."""
    for module in pkgutil.walk_packages(exeunt.__path__, "exeunt."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    kinds = [
        kind for kind in all_kinds(Record) if kind.__module__.startswith("exeunt.")
    ]

    assert len(kinds) > len(RECORDS)
    assert [] == [
        kind.__name__
        for kind in kinds
        if list(kind.__annotations__) != list(kind.__dict__["__slots__"])
    ]


def all_kinds(base):
    """List the subclasses of a class, and theirs."""
    found = base.__subclasses__()
    return [*found, *(deeper for kind in found for deeper in all_kinds(kind))]


def test_equality_and_hash_go_by_class_and_fields():
    """Equal records are one key; a look-alike of another class is another."""
    assert Pair(1, 2) == Pair(1, 2)
    assert Pair(1, 2) != Pair(2, 1)
    assert Pair(1, 2) != Other(1, 2)
    assert 2 == len({Pair(1, 2), Pair(1, 2), Other(1, 2)})


def test_a_record_that_holds_a_dict_has_no_hash():
    """As a tuple would."""
    with pytest.raises(TypeError, match="unhashable"):
        hash(Pair({}, 1))


def test_replace_makes_a_checked_copy():
    """Changed fields go through the constructor, and the old record stays."""
    pair = Pair(1, 2)

    assert Pair(1, 3) == pair.replace(right=3)
    assert Pair(1, 2) == pair
    with pytest.raises(ValueError, match="wrong"):
        pair.replace(left="wrong")
    with pytest.raises(TypeError):
        pair.replace(middle=3)


def test_a_record_matches_by_position_and_by_name():
    """The slots are what a `match` sees."""
    match Triple(1, 2, 3):
        case Triple(left, _, third=third):
            found = left, third

    assert (1, 3) == found


def test_too_few_values_are_an_error():
    """A record is filled whole or not at all."""
    with pytest.raises(ValueError, match="zip"):
        Pair.__new__(Pair)._fill(1)  # noqa: SLF001 - what a constructor calls


@pytest.mark.parametrize("made", [declare("LOCKED", 79), respond(Done())])
def test_replace_is_no_way_round_a_factory(made):
    """What only a factory makes cannot be changed into another one either."""
    for changes in ({}, {"code": ExitCode.SUCCESS}, {"value": 5}):
        with pytest.raises(TypeError):
            made.replace(**changes)
