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

    T_co = TypeVar("T_co", covariant=True)
    R = TypeVar("R", bound="Record")

    class Of(Generic[T_co]):
        """A base that makes a record generic for type checkers."""

    def made(*, default_factory: Callable[[], object]) -> Any:
        """Give a field a default that is made anew for each record."""

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
    for name, put in (self._setters or find_setters(type(self))).items():
        put(self, given[name])
    self._check()


def find_setters(kind: "Any") -> "dict[str, Callable[[Record, object], None]]":
    """Find what sets each field, when the first record of a class is made."""
    setters = {name: getattr(kind, name).__set__ for name in kind.__match_args__}
    kind._setters = setters  # noqa: SLF001 - kept for the next record
    return setters


class RecordType(type):
    """Annotations of a class body → its slots, and a constructor that fills them."""

    def __new__(
        cls, name: str, bases: "tuple[Any, ...]", body: "dict[str, Any]"
    ) -> "Any":
        """Make a class; the value that its body gives to a field is the default."""
        if bases:  # or it is Record itself
            if "__slots__" in body or "__annotate_func__" in body:
                refuse(name, BARE)
            ordered, named = fields_of(name, body.get("__annotations__", {}))
            body["__slots__"] = own = (*ordered, *named)
            if own:
                body["__match_args__"] = bases[0].__match_args__ + own
                body["_setters"] = {}
                body["__annotations__"].pop("_", None)
                if "__init__" not in body:
                    make = make_constructor(name, bases[0], body, ordered, named)
                    body["__init__"] = make
        return type.__new__(cls, name, bases, body)


def fields_of(name: str, notes: "dict[str, str]") -> "tuple[list[str], list[str]]":
    """List the fields that are annotated: those given in order, those given by name."""
    try:
        texts = " ".join(notes.values())
    except TypeError:
        refuse(name, BARE)
    if "ClassVar" in texts:
        notes = {n: note for n, note in notes.items() if note[:8] != "ClassVar"}
    fields = [*notes]
    if "_" not in notes:
        return fields, []
    mark = fields.index("_")  # _: KW_ONLY
    return fields[:mark], fields[mark + 1 :]


def make_constructor(
    name: str,
    base: "Any",
    body: "dict[str, Any]",
    ordered: "list[str]",
    named: "list[str]",
) -> "FunctionType":
    """Make what a `def` with these fields and defaults would be, and take them."""
    optional = [field for field in ordered if field in body]
    defaults = [take(name, field, body) for field in optional]
    by_name: dict[str, object] = {
        field: take(name, field, body) for field in named if field in body
    }
    notes: dict[str, str] = body["__annotations__"]
    if base.__match_args__:  # its fields come before those of the same kind
        old, code = base.__init__, base.__init__.__code__
        if not {*ordered, *named}.isdisjoint(base.__match_args__):
            refuse(name, TWICE)
        count, last = code.co_argcount, code.co_argcount + code.co_kwonlyargcount
        ordered = [*code.co_varnames[1:count], *ordered]
        named = [*code.co_varnames[count:last], *named]
        defaults = [*(old.__defaults__ or ()), *defaults]
        by_name = {**(old.__kwdefaults__ or {}), **by_name}
        notes = {**old.__annotations__, **notes}
        body["_made"] = (*base._made, *body.get("_made", ()))  # noqa: SLF001 - of a record, as we are
        optional = [
            *ordered[count - 1 - len(old.__defaults__ or ()) : count - 1],
            *optional,
        ]
    if optional != ordered[len(ordered) - len(optional) :]:
        refuse(name, LATE)
    code = CODE.replace(
        co_qualname=f"{name}.__init__",
        co_argcount=1 + len(ordered),
        co_kwonlyargcount=len(named),
        co_nlocals=1 + len(ordered) + len(named),
        co_varnames=("self", *ordered, *named),
    )
    function = FunctionType(code, globals(), "__init__", (*defaults,))
    if by_name:
        function.__kwdefaults__ = by_name
    function.__annotations__ = notes
    return function


def take(name: str, field: str, body: "dict[str, Any]") -> object:
    """Take the default of a field from a class body."""
    default = body.pop(field)
    if type(default) is made:
        body["_made"] = (*body.get("_made", ()), field)
    elif default.__hash__ is None:
        refuse(f"{name}.{field}", SHARED)
    return default


def refuse(where: str, why: str) -> "NoReturn":
    """Tell the author of a record what is wrong with it."""
    msg = f"{where}: {why}"
    raise TypeError(msg)


@dataclass_transform(frozen_default=True, field_specifiers=(made,))
class Record(metaclass=RecordType):
    """A value: its annotations are its fields, and they never change."""

    __slots__ = ()
    __match_args__: "ClassVar[tuple[str, ...]]" = ()
    _made: "ClassVar[tuple[str, ...]]" = ()  # fields whose default is made anew
    _setters: "ClassVar[dict[str, Callable[[Record, object], None]]]" = {}  # noqa: RUF012 - quoted, so ruff does not see that it is a ClassVar

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
        setters = self._setters or find_setters(type(self))
        for put, value in zip(setters.values(), values, strict=True):
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
