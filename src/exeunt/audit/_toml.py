"""A table of a TOML file → its values, or an error that says what is wrong with it."""

from __future__ import annotations

from ..errors import InputError
from ..model.envelope import is_array, is_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, TypeGuard


def tables(path: str, found: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    """Return the tables of a name."""
    value: list[Any] = found.get(name, [])
    if type(value) is not list or not all(is_object(one) for one in value):
        raise refused(path, f"write [[{name}]], once for each")
    return value


def texts(path: str, found: Mapping[str, Any], name: str) -> dict[str, str]:
    """Return a table of texts."""
    value: dict[str, Any] = found.get(name, {})
    if not is_object(value) or not all(isinstance(v, str) for v in value.values()):
        raise refused(path, f"{name} is a table of texts")
    return value


def listed(path: str, found: Mapping[str, Any], name: str) -> list[str]:
    """Return a list of texts."""
    value: object = found.get(name, [])
    if not is_texts(value):
        raise refused(path, f"{name} is a list of texts")
    return value


def is_texts(value: Any) -> TypeGuard[list[str]]:
    """Tell whether a value is a list of texts."""
    return is_array(value) and all(isinstance(one, str) for one in value)


def check_keys(path: str, found: Mapping[str, Any], known: Sequence[str]) -> None:
    """Refuse a key that means nothing: a typing mistake must not switch a check off."""
    for key in found:
        if key not in known:
            raise refused(path, f"{key!r} means nothing; known: {', '.join(known)}")


def refused(path: str, message: str) -> InputError:
    """Make the error for a file that cannot be used."""
    error = InputError(f"{path}: {message}", fix="see docs/how-to/check-a-cli.md")
    error.error_code = "INVALID_FIXTURES"
    return error
