"""A table of a TOML file → its values, or an error that says what is wrong with it."""

from __future__ import annotations

from ..errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any


def tables(path: str, found: Mapping[str, Any], name: str) -> list[Any]:
    """Return the tables of a name."""
    value = found.get(name, [])
    if not isinstance(value, list):
        raise refused(path, f"write [[{name}]], once for each")
    return value


def texts(path: str, found: Mapping[str, Any], name: str) -> dict[str, str]:
    """Return a table of texts."""
    value = found.get(name, {})
    fits = isinstance(value, dict) and all(isinstance(v, str) for v in value.values())
    if not fits:
        raise refused(path, f"{name} is a table of texts")
    return value


def listed(path: str, found: Mapping[str, Any], name: str) -> list[str]:
    """Return a list of texts."""
    value = found.get(name, [])
    if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
        raise refused(path, f"{name} is a list of texts")
    return value


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
