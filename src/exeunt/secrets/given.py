"""The words and parameters of a call → the secret values in them, and texts without.

How a value is found that belongs to a secret's name, and with what it is replaced in
all that an adopted program says.
"""

from __future__ import annotations

from ..model.envelope import is_array, is_object
from ..model.json import dumps
from .names import HIDDEN

SHORTEST = 4  # characters of base64: fewer are everywhere in ordinary texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any


def options_in(words: Sequence[str]) -> list[tuple[str, str]]:
    """Return the long options of an unparsed call, each with what follows it."""
    found: list[tuple[str, str]] = []
    for place, word in enumerate(words):
        if word == "--":
            break
        option, equals, value = word.partition("=")
        if option.startswith("--"):
            found.append((option, value if equals else "".join(words[place + 1 :][:1])))
    return found


def secrets_in(
    params: Mapping[str, Any], names: Sequence[str], words: Sequence[str] = ()
) -> tuple[str, ...]:
    """Return the values of secret parameters, the longest first.

    `words`: the whole call, since an option of a group is no parameter of its command.
    """
    found = secrets_among(words, names)
    for name in names:
        value: Any = params.get(name)
        many = hasattr(value, "__iter__") and not isinstance(value, (str, bytes))
        for one in value if many else (value,):
            reveal = getattr(one, "get_secret_value", None)  # pydantic's SecretStr
            text = str(reveal() if reveal else one)
            if one is not None and not isinstance(one, bool) and text:
                found.add(text)
    return longest_first(found)


def secrets_among(words: Sequence[str], names: Iterable[str]) -> set[str]:
    """Return what follows the options of secret parameters, in an unparsed call."""
    options = {f"--{name.replace('_', '-')}" for name in names}
    options |= {f"--{name}" for name in names}
    found: set[str] = set()
    for place, word in enumerate(words):
        option, equals, value = word.partition("=")
        if option in options:
            found.add(value if equals else "".join(words[place + 1 :][:1]))
    return found - {""}


def longest_first(secrets: Iterable[str]) -> tuple[str, ...]:
    """Put a secret before those that are a part of it."""
    return tuple(sorted(secrets, key=len, reverse=True))


def hidden(value: Any, secrets: Sequence[str]) -> Any:
    """Replace secrets in every text of a plain value, keys included."""
    return without(value, secrets, all_forms(secrets))


def without(value: Any, secrets: Sequence[str], known: Sequence[str]) -> Any:
    """Replace the known forms of secrets, which are made once for a whole value."""
    if is_object(value):
        return {
            replaced(key, known): without(item, secrets, known)
            for key, item in value.items()
        }
    if is_array(value):
        return [without(item, secrets, known) for item in value]
    if isinstance(value, str):
        return replaced(value, known)
    if value is None or isinstance(value, bool):
        return value
    return HIDDEN if str(value) in secrets else value


def hide_in(text: str, secrets: Sequence[str]) -> str:
    """Replace secrets in a text, as they are and as a program would quote them."""
    return replaced(text, all_forms(secrets))


def replaced(text: str, known: Sequence[str]) -> str:
    """Replace forms of secrets in a text."""
    for form in known:
        text = text.replace(form, HIDDEN)
    return text


def all_forms(secrets: Sequence[str]) -> list[str]:
    """Return the forms of secrets, in the order in which they are looked for."""
    return [form for secret in secrets for form in forms(secret)]


def forms(secret: str) -> tuple[str, ...]:
    """Return the ways in which a program may write a secret; bytes leave as base64."""
    from .forms import encoded, in_base64  # few calls have any

    made = {form.decode() for form in in_base64(secret, encoded(secret))}
    in_bytes = longest_first(form for form in made if len(form) >= SHORTEST)
    return secret, repr(secret)[1:-1], dumps(secret)[1:-1], *in_bytes
