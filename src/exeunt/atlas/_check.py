"""What a TOML file says → a sound table, or TableError with the place and the fix."""

from __future__ import annotations

from ..errors import TableError, closest
from ..model.actions import Action
from ..model.codes import Effects
from ._categories import CATEGORY, PASSTHROUGH
from ._spec import is_spec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from typing import TypeGuard, cast

    from ._table import Table

LONGEST = 500  # characters of a meaning or a source: a sentence, not a manual
MOST_ROWS = 1000
CATEGORIES = (*CATEGORY, PASSTHROUGH)


def check_table(table: Mapping[str, object], where: str) -> Table:
    """Return a table that is sound, or raise TableError with the place and the fix."""
    checked = _check(table, TABLE_KEYS, ("tool", "rows"), where)
    if TYPE_CHECKING:
        return cast("Table", checked)
    return checked


def _check(
    table: Mapping[str, object],
    known: Mapping[str, Callable[[object, str], object]],
    needed: Collection[str],
    where: str,
) -> dict[str, object]:
    """Check the keys of a table or a row, then the value of each."""
    for key in table:
        if key not in known:
            near = closest(str(key), known)
            fix = f"did you mean {near}?" if near else f"known: {', '.join(known)}"
            msg = f"{where}: unknown key {_shown(key)}"
            raise TableError(msg, fix=fix)
    for key in needed:
        if key not in table:
            msg = f"{where}: {key} is missing"
            raise TableError(msg, fix=f"add {EXAMPLE[key]}")
    return {key: known[key](value, f"{where}: {key}") for key, value in table.items()}


EXAMPLE = {
    "tool": 'tool = "deployctl"',
    "rows": "a [[rows]] for each code",
    "code": 'code = 3, or "128+n", "1-127", ">1", "non-zero", "other"',
    "meaning": 'meaning = "the release is locked"',
    "category": 'category = "conflict"',
    "source": 'source = "deployctl(1), EXIT STATUS"',
}


def _text(value: object, where: str) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > LONGEST:
        raise _wrong(where, value, f"write a text of 1 to {LONGEST} characters")
    return value


def _texts(value: object, where: str) -> tuple[str, ...]:
    if not _is_list(value):
        raise _wrong(where, value, 'write a list: ["--check"]')
    return tuple(_text(item, f"{where}[{place}]") for place, item in enumerate(value))


def _text_or_texts(value: object, where: str) -> str | tuple[str, ...]:
    return _text(value, where) if isinstance(value, str) else _texts(value, where)


def _flag(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise _wrong(where, value, "write true or false")
    return value


def _code(value: object, where: str) -> int | str:
    if isinstance(value, (int, str)) and not isinstance(value, bool) and is_spec(value):
        return value
    fix = 'write 0 to 255, "128+n", "1-127", ">1", "non-zero" or "other"'
    raise _wrong(where, value, fix)


def _one_of(words: Collection[str]) -> Callable[[object, str], str]:
    def check(value: object, where: str) -> str:
        if isinstance(value, str) and value in words:
            return value
        near = closest(value, words) if isinstance(value, str) else None
        fix = f"did you mean {near}?" if near else f"one of {', '.join(words)}"
        raise _wrong(where, value, fix)

    return check


def _rows(value: object, where: str) -> tuple[dict[str, object], ...]:
    if not _is_list(value) or not 0 < len(value) <= MOST_ROWS:
        raise _wrong(where, value, f"write 1 to {MOST_ROWS} [[rows]]")
    return tuple(_row(row, f"{where}[{place}]") for place, row in enumerate(value))


def _row(value: object, where: str) -> dict[str, object]:
    if not _is_mapping(value):
        raise _wrong(where, value, "write [[rows]] with keys")
    needed = ("code", "meaning", "category", "source")
    return _check(value, ROW_KEYS, needed, where)


def _is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, (list, tuple))


def _is_mapping(value: object) -> TypeGuard[Mapping[str, object]]:
    return isinstance(value, dict)


def _wrong(where: str, value: object, fix: str) -> TableError:
    return TableError(f"{where} is {_shown(value)}", fix=fix)


def _shown(value: object) -> str:
    """Show a value, or its beginning: an error is read by a person."""
    if _is_mapping(value) or _is_list(value):
        return f"a {type(value).__name__} of {len(value)}"
    # Before Python 3.12 a huge whole number has no repr, and never one worth reading.
    text = "a huge number" if isinstance(value, int) and value > HUGE else repr(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


SHOWN, HUGE = 60, 10**60

ROW_KEYS: Mapping[str, Callable[[object, str], object]] = {
    "code": _code,
    "meaning": _text,
    "category": _one_of(CATEGORIES),
    "source": _text,
    "retryable": _one_of(("yes", "no", "depends")),
    "effects": _one_of([effects.value for effects in Effects]),
    "action": _one_of([action.value for action in Action]),
    "subcommand": _text_or_texts,
    "flags": _texts,
    "without": _texts,
}
TABLE_KEYS: Mapping[str, Callable[[object, str], object]] = {
    "tool": _text,
    "aliases": _texts,
    "closed": _flag,
    "valued": _texts,
    "rows": _rows,
}
