"""Annotations → a record: what every record of exeunt can do, and refuses to do."""

from __future__ import annotations

import copy
import importlib
import inspect
import pickle
import pkgutil
import re
from typing import ClassVar

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
from exeunt.record import KW_ONLY, Record, field_names, made, rebuild

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

    left: object
    right: object = 0

    def _check(self):
        if self.left == "wrong":
            raise ValueError("wrong")


class Triple(Pair):
    """One field more."""

    third: object = 3


class Other(Record):
    """The fields of Pair, under another name."""

    left: object
    right: object


class Call(Record):
    """Fields of every kind."""

    limit: ClassVar[int] = 9
    name: str
    words: object = ()
    _: KW_ONLY
    cwd: str
    env: dict[str, str] = made(default_factory=dict)
    seconds: float | None = None

    def _check(self):
        self._put(words=tuple(self.words))


class Run(Call):
    """Fields of a call, and an own one of each kind."""

    number: int = 0
    _: KW_ONLY
    log: str


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
    assert ("left", "right", "third") == field_names(Triple)
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


def test_fields_are_given_in_order_or_by_name():
    """A constructor takes what a function with the same parameters takes."""
    call = Call("a", ["b"], cwd="/")

    assert Call(name="a", words=("b",), cwd="/", env={}, seconds=None) == call
    assert (
        "(name: 'str', words: 'object' = (), *, cwd: 'str', "
        "env: 'dict[str, str]' = dict(), seconds: 'float | None' = None)"
    ) == str(inspect.signature(Call)).partition(" ->")[0]


@pytest.mark.parametrize(
    ("args", "fields", "message"),
    [
        ([], {"cwd": "/"}, "missing 1 required positional argument: 'name'"),
        (["a"], {}, "missing 1 required keyword-only argument: 'cwd'"),
        (["a", [], "/"], {"cwd": "/"}, "takes from 2 to 3 positional arguments"),
        (["a"], {"cwd": "/", "name": "b"}, "multiple values for argument 'name'"),
        (["a"], {"cwd": "/", "dir": "b"}, "unexpected keyword argument 'dir'"),
    ],
)
def test_wrong_arguments_are_refused_by_name(args, fields, message):
    """The error is that of any function, and names the record and the field."""
    with pytest.raises(TypeError, match=message) as caught:
        Call(*args, **fields)

    assert "Call.__init__()" in str(caught.value)


def test_a_default_that_can_change_is_made_anew():
    """What one record's field holds is no other record's."""
    one, other = Call("a", cwd="/"), Call("a", cwd="/")
    one.env["KEY"] = "value"

    assert ({"KEY": "value"}, {}) == (one.env, other.env)


def test_a_check_may_put_a_field_in_the_form_that_is_kept():
    """Once it is made, nothing puts anything any more."""
    call = Call("a", words=["b", "c"], cwd="/")

    assert ("b", "c") == call.words
    assert ("d",) == call.replace(words=["d"]).words


def test_inherited_fields_come_first_in_each_kind():
    """Those that are given in order, then those by name; with the base's defaults."""
    run = Run("a", (), 5, cwd="/", log="x")

    assert ("name", "words", "cwd", "env", "seconds", "number", "log") == field_names(
        Run
    )
    assert (
        "Run(name='a', words=(), cwd='/', env={}, seconds=None, number=5, log='x')"
        == repr(run)
    )
    assert {} == Run("a", cwd="/", log="x").env


def test_what_belongs_to_the_class_is_no_field():
    """A ClassVar stays where it was written."""
    assert 9 == Call.limit == Call("a", cwd="/").limit
    assert "limit" not in field_names(Call)


def test_a_copy_is_not_checked_again():
    """What was a good record when it was pickled can be read for ever."""
    pair = rebuild(Pair, "wrong", 0)

    assert pair == copy.copy(pair) == pickle.loads(pickle.dumps(pair))  # noqa: S301


WRONG = {
    "a default that all would share": ("a: list = []", "use made"),
    "no default after a default": ("a: int = 0; b: int", "below `_: KW_ONLY`"),
    "slots by hand": ("__slots__ = ('a',)", "no __slots__"),
    "a field twice": ("left: int", "a field of the same name"),
}


@pytest.mark.parametrize(("body", "message"), WRONG.values(), ids=WRONG)
def test_a_wrong_declaration_is_an_error_at_once(body, message):
    """The class is not made, and the message says what to write instead."""
    source = f"from __future__ import annotations\nclass Wrong(Pair): {body}"
    base = {"Pair": Pair, "__name__": __name__}
    with pytest.raises(TypeError, match=re.escape(message)):
        exec(source, base)  # noqa: S102 - a class that cannot be written here


def test_annotations_are_texts():
    """A module without the future import would evaluate what only checkers need."""
    source = compile("class Wrong(Record): a: int", "x", "exec", dont_inherit=True)
    with pytest.raises(TypeError, match=r"Wrong.*from __future__ import annotations"):
        exec(source, {"Record": Record, "__name__": "x"})  # noqa: S102 - as above


def test_too_few_values_are_an_error():
    """A record is filled whole or not at all."""
    with pytest.raises(ValueError, match="zip"):
        Pair.__new__(Pair)._fill(1)  # noqa: SLF001 - what a constructor calls


@pytest.mark.parametrize("record", [declare("LOCKED", 79), respond(Done())])
def test_replace_is_no_way_round_a_factory(record):
    """What only a factory makes cannot be changed into another one either."""
    for changes in ({}, {"code": ExitCode.SUCCESS}, {"value": 5}):
        with pytest.raises(TypeError):
            record.replace(**changes)
