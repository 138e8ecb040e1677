"""What a command found or made → Done; a command that succeeds makes nothing else."""

from __future__ import annotations

from ..record import Of, Record, T_co, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, NoReturn

    from .codes import ExitCode

# Of the envelope's meta, in the order of the schema.
META_FIELDS = (
    "duration_ms",
    "request_id",
    "schema_version",
    "not_modified",
    "truncated",
    "cursor",
)


@final
class Done(Record, Of[T_co]):
    """The command did its job; `data` is what it found or made."""

    data: T_co | None
    warnings: tuple[str, ...]
    not_modified: bool
    truncated: bool
    cursor: str | None
    extra: Mapping[str, object]

    def __init__(  # noqa: PLR0913 - each is a field of the envelope
        self,
        data: T_co | None = None,
        *,
        warnings: Iterable[str] = (),
        not_modified: bool = False,
        truncated: bool = False,
        cursor: str | None = None,
        extra: Mapping[str, object] | None = None,
    ) -> None:
        check_page(not_modified, truncated, cursor)
        if not_modified and data is not None:
            msg = "not_modified means that the caller's copy is good"
            refuse(msg, "send no data with it")
        self._fill(
            data, texts(warnings), not_modified, truncated, cursor, extras(extra)
        )

    @property
    def code(self) -> ExitCode:
        """SUCCESS: there is no other way to be done."""
        from .codes import ExitCode  # 1 ms, and rarely asked of Done

        return ExitCode.SUCCESS

    def meta(self) -> dict[str, Any]:
        """Return what belongs into the envelope's meta."""
        return {
            "not_modified": self.not_modified,
            "truncated": self.truncated,
            "cursor": self.cursor,
            "extra": self.extra,
        }


def texts(warnings: Iterable[str]) -> tuple[str, ...]:
    """Return the warnings as a tuple of texts, and of nothing else."""
    if isinstance(warnings, str) or not hasattr(warnings, "__iter__"):
        msg = f"warnings are a list of texts, not {warnings!r}"
        refuse(msg, "put it into a list")
    found = tuple(warnings)
    if not all(isinstance(warning, str) for warning in found):
        msg = "a warning is a text"
        refuse(msg, "turn each into a str")
    return found


def check_page(not_modified: object, truncated: object, cursor: object) -> None:
    """Refuse what meta could not say about the data."""
    expect("not_modified", not_modified, bool, "True or False")
    expect("truncated", truncated, bool, "True or False")
    expect("cursor", cursor, str | None, "a text")


def extras(extra: Mapping[str, object] | None) -> dict[str, object]:
    """Copy what is said about a call beside the fields of the schema."""
    try:
        copied = {} if extra is None else {**extra}
    except TypeError:
        copied = None
    if copied is None:
        refuse(f"extra is a mapping, not {extra!r}", "pass a dict")
    for name in copied:
        expect("a name in extra", name, str, "a text")
        if name in META_FIELDS:
            msg = f"meta.{name} is the schema's own field"
            refuse(msg, f"pass {name}=..., not as an extra")
    return copied


def expect(name: str, value: object, kind: Any, what: str) -> None:
    """Refuse a field that is not of its kind."""
    if not isinstance(value, kind):
        from ..errors import expect as refuse_it  # on the way to an error

        refuse_it(name, value, kind, what)


def refuse(message: str, fix: str) -> NoReturn:
    """Refuse an outcome that contradicts itself."""
    from ..errors import OutcomeError  # on the way to an error

    raise OutcomeError(message, fix=fix)


class Page:
    """A handler's page(): some of the items, and where to go on."""

    def __init__(
        self, items: Any, cursor: str | None, extra: Mapping[str, Any]
    ) -> None:
        self.items = items
        self.cursor = cursor
        self.extra = extra


class NotModified:
    """A handler's not_modified(): what the caller has is still good."""
