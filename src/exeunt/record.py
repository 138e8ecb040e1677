"""Annotations of a class → an immutable record: constructor, equality, repr, matching.

It is decided here what every record does: how it declares its fields, that they never
change, and that they are checked whenever one is made, by hand or by `replace`.

    class Span(Record):
        start: int
        _: KW_ONLY  # from here on, fields are given by name
        end: int | None = None
        notes: dict[str, str] = made(default_factory=dict)

        def _check(self) -> None:
            if self.end is None:
                self._put(end=self.start)

A frozen dataclass would do, but importing `dataclasses` costs more than the rest of
exeunt together (15 ms, and half a millisecond a class); this costs nothing.
"""

TYPE_CHECKING = False  # the name is what type checkers honour; `typing` costs 9 ms
if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import KW_ONLY as KW_ONLY  # noqa: PLC0414 - passed on, as `final`
    from types import FunctionType
    from typing import (
        Any,
        ClassVar,
        Generic,
        NoReturn,
        Self,
        TypeVar,
        dataclass_transform,
    )
    from typing import final as final  # noqa: PLC0414 - passed on to the other rooms

    T = TypeVar("T")
    T_co = TypeVar("T_co", covariant=True)
    R = TypeVar("R", bound="Record")

    class Of(Generic[T_co]):
        """A base that makes a record generic for type checkers."""

    def made(*, default_factory: Callable[[], T]) -> T:
        """Give a field a default that is made anew for each record."""
        raise NotImplementedError

else:
    FunctionType = type(lambda: None)
    GenericAlias = type(list[int])  # as `types` has it, which is not loaded for it
    KW_ONLY = "KW_ONLY"
    T_co = "T_co"

    class Of:
        """A base that makes a record subscriptable: Kind[int] is legal, and cheap."""

        __slots__ = ()
        __class_getitem__ = classmethod(GenericAlias)

    class made:  # noqa: N801 - called like the function that type checkers see
        """Give a field a default that is made anew for each record."""

        __slots__ = ("default_factory",)

        def __init__(self, *, default_factory: object) -> None:
            self.default_factory = default_factory

        def __repr__(self) -> str:
            return f"{self.default_factory.__name__}()"

    def final(kind: type) -> type:
        """Mark a class as a leaf, for type checkers alone."""
        return kind

    def dataclass_transform(**_: object) -> type:
        """Tell type checkers, and them alone, that fields become a constructor."""
        return final


# What the author of a record did wrong, and how to do it right.
BARE = "annotate fields, under `from __future__ import annotations`; no __slots__"
LATE = "a field without default follows one with: move it up, or below `_: KW_ONLY`"
SHARED = "all records would share this default: use made(default_factory=...)"
TWICE = "the base has a field of the same name"


def constructor(self: "Record") -> None:
    """Fill a record. Each class has a copy of this whose parameters are its fields."""
    fill(locals())


CODE = constructor.__code__


def fill(given: "dict[str, Any]") -> None:
    """Set each field of a new record to the argument of its name; then check it."""
    self = given["self"]
    for name in self._made:
        if type(given[name]) is made:
            given[name] = given[name].default_factory()
    for name, put in self._setters.items():
        put(self, given[name])
    self._check()


class RecordType(type):
    """Annotations of a class body → its slots, and a constructor that fills them."""

    def __new__(
        cls, name: str, bases: "tuple[type, ...]", body: "dict[str, Any]"
    ) -> "Any":
        """Make a class; the value that its body gives to a field is the default."""
        if not bases:
            return type.__new__(cls, name, bases, body)  # Record itself
        base: Any = bases[0]
        ordered, named = own_fields(name, body)
        own = body["__slots__"] = ordered + named
        if own:
            if not {*own}.isdisjoint(base.__match_args__):
                refuse(name, TWICE)
            body["__match_args__"] = base.__match_args__ + own
        if own and "__init__" not in body:
            body["_ordered"] = ordered = base._ordered + ordered  # noqa: SLF001 - a record class, as ours
            body["_named"] = named = base._named + named  # noqa: SLF001 - a record class, as ours
            values = {field: body.pop(field) for field in own if field in body}
            body["_defaults"] = defaults = {**base._defaults, **values}  # noqa: SLF001 - a record class, as ours
            notes = {**base.__init__.__annotations__, **body["__annotations__"]}
            body["_made"] = check_defaults(name, ordered, defaults)
            body["__init__"] = make_constructor(name, ordered, named, defaults, notes)
        kind: Any = type.__new__(cls, name, bases, body)
        slots = kind.__dict__
        setters = {field: slots[field].__set__ for field in own}
        kind._setters = {**base._setters, **setters}  # noqa: SLF001 - the same
        return kind


def own_fields(
    name: str, body: "dict[str, Any]"
) -> "tuple[tuple[str, ...], tuple[str, ...]]":
    """List the fields of a class body: those given in order, those given by name."""
    if "__slots__" in body or "__annotate_func__" in body:
        refuse(name, BARE)
    ordered: list[str] = []
    named: list[str] = []
    fields = ordered
    notes: dict[str, str] = body.get("__annotations__", {})
    for field, note in notes.items():
        if type(note) is not str:
            refuse(f"{name}.{field}", BARE)
        if note == "KW_ONLY":
            fields = named
        elif not note.startswith("ClassVar"):
            fields.append(field)
    if fields is named:
        del notes["_"]
    return (*ordered,), (*named,)


def check_defaults(
    name: str, ordered: "tuple[str, ...]", defaults: "dict[str, Any]"
) -> "list[str]":
    """Refuse wrong defaults; list the fields whose default each record makes anew."""
    optional = False
    for field in ordered:
        if field in defaults:
            optional = True
        elif optional:
            refuse(f"{name}.{field}", LATE)
    made_anew: list[str] = []
    for field, default in defaults.items():
        if type(default) is made:
            made_anew.append(field)
        elif default.__hash__ is None:
            refuse(f"{name}.{field}", SHARED)
    return made_anew


def make_constructor(
    name: str,
    ordered: "tuple[str, ...]",
    named: "tuple[str, ...]",
    defaults: "dict[str, object]",
    notes: "dict[str, str]",
) -> "Callable[..., None]":
    """Make the constructor that a `def` with these parameters would be."""
    code = CODE.replace(
        co_qualname=f"{name}.__init__",
        co_argcount=1 + len(ordered),
        co_kwonlyargcount=len(named),
        co_nlocals=1 + len(ordered) + len(named),
        co_varnames=("self", *ordered, *named),
    )
    values = [defaults[field] for field in ordered if field in defaults]
    function = FunctionType(code, globals(), "__init__", (*values,))
    function.__kwdefaults__ = {n: defaults[n] for n in named if n in defaults}
    function.__annotations__ = notes
    return function


def refuse(where: str, why: str) -> "NoReturn":
    """Tell the author of a record what is wrong with it."""
    msg = f"{where}: {why}"
    raise TypeError(msg)


@dataclass_transform(frozen_default=True, field_specifiers=(made,))
class Record(metaclass=RecordType):
    """A value: its annotations are its fields, and they never change."""

    __slots__ = ()
    __match_args__: "ClassVar[tuple[str, ...]]" = ()
    # Of the constructor: what it takes in order, and by name; which defaults it knows,
    # and which of them it makes anew.
    _ordered: "ClassVar[tuple[str, ...]]" = ()
    _named: "ClassVar[tuple[str, ...]]" = ()
    _defaults: "ClassVar[dict[str, object]]" = {}  # noqa: RUF012 - quoted: a ClassVar
    _made: "ClassVar[list[str]]" = []  # noqa: RUF012 - the same
    _setters: "ClassVar[dict[str, Callable[[Record, object], None]]]" = {}  # noqa: RUF012 - the same

    if not TYPE_CHECKING:
        __init__ = constructor

    def _check(self) -> None:
        """Refuse what cannot be; put what was given in another form than it is kept."""

    def _put(self, **values: object) -> None:
        """Set fields once more, while the record is checked and nobody has it."""
        for name, value in values.items():
            self._setters[name](self, value)

    def _fill(self, *values: object) -> None:
        """Set every field in order, for a class that has a constructor of its own."""
        for put, value in zip(self._setters.values(), values, strict=True):
            put(self, value)

    def as_fields(self) -> "dict[str, Any]":
        """Return the fields by name, in their order."""
        return {name: getattr(self, name) for name in self.__match_args__}

    def replace(self, **changes: "Any") -> "Self":
        """Return a copy with some fields changed, checked like a new one."""
        return type(self)(**{**self.as_fields(), **changes})

    def __setattr__(self, name: str, value: object) -> "NoReturn":
        """Refuse: a record is a value."""
        msg = f"{type(self).__name__} does not change; use .replace({name}=...)"
        raise AttributeError(msg)

    def __delattr__(self, name: str) -> "NoReturn":
        """Refuse: a record is a value."""
        msg = f"{type(self).__name__} does not change; {name} stays"
        raise AttributeError(msg)

    def __eq__(self, other: object) -> bool:
        """Compare field by field with a record of the same class."""
        if type(self) is not type(other):
            return NotImplemented
        return all(
            getattr(self, name) == getattr(other, name) for name in self.__match_args__
        )

    def __hash__(self) -> int:
        """Hash the fields; a record that holds a dict has no hash, as in a tuple."""
        return hash(tuple(getattr(self, name) for name in self.__match_args__))

    def __repr__(self) -> str:
        """Show the fields by name."""
        fields = (f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{type(self).__name__}({', '.join(fields)})"

    def __reduce__(self) -> "tuple[Any, ...]":
        """Pickle and copy by fields, past the refusing setter."""
        return rebuild, (type(self), *(getattr(self, n) for n in self.__match_args__))


def rebuild(kind: "type[R]", *values: object) -> "R":
    """Make a record of its fields without running its checks again."""
    record = kind.__new__(kind)
    record._fill(*values)  # noqa: SLF001 - the one other place that fills a record
    return record


def field_names(kind: "type[Record]") -> "tuple[str, ...]":
    """Return the names of all fields, those that are given by name included."""
    return kind.__match_args__
