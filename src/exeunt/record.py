"""Fields → an immutable record with equality, a repr and pattern matching.

A frozen dataclass would do, but importing `dataclasses` costs more than the rest of
exeunt together (15 ms, and half a millisecond a class); this costs nothing.
"""

TYPE_CHECKING = False  # the name is what type checkers honour; `typing` costs 9 ms
if TYPE_CHECKING:
    from collections.abc import Callable
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

else:
    from types import GenericAlias

    T_co = "T_co"

    class Of:
        """A base that makes a record subscriptable: Kind[int] is legal, and cheap."""

        __slots__ = ()
        __class_getitem__ = classmethod(GenericAlias)

    def final(kind: type) -> type:
        """Mark a class as a leaf, for type checkers alone."""
        return kind

    def dataclass_transform(*, frozen_default: bool) -> type:  # noqa: ARG001
        """Tell type checkers, and them alone, that fields are matched, never set."""
        return final


@dataclass_transform(frozen_default=True)
class Record:
    """A value: its slots are its fields, and they never change."""

    __slots__ = ()
    __match_args__: "ClassVar[tuple[str, ...]]" = ()
    _setters: "ClassVar[tuple[Callable[[Record, object], None], ...]]" = ()

    def __init_subclass__(cls) -> None:
        """Take the fields of the class from its slots, inherited ones first."""
        own = cls.__dict__
        slots = own.get("__slots__", ())
        cls.__match_args__ += slots  # type: ignore[misc]  # it is ours to make
        cls._setters += tuple([own[name].__set__ for name in slots])

    def _fill(self, *values: object) -> None:
        """Set every field once, in the order of the slots."""
        for put, value in zip(self._setters, values, strict=True):
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
