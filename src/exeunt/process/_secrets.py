"""The options of a request that name secrets → their values, which it then hides."""

from __future__ import annotations

import os

from ..errors import InputError
from ..secrets.redact import SHORTEST, can_be_hidden

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def check_secrets(*secrets: str) -> tuple[str, ...]:
    """Refuse secrets that cannot be hidden; which they are is not said."""
    if not all(isinstance(secret, str) for secret in secrets):
        msg = "a secret is a text"
        raise InputError(msg, fix="decode it first")
    if any(secret and not can_be_hidden(secret) for secret in secrets):
        msg = f"a secret of fewer than {SHORTEST} characters cannot be hidden"
        raise InputError(msg, fix="give a longer one, or do not name it a secret")
    return secrets


def values_of(names: Iterable[str], env: Mapping[str, str]) -> list[str]:
    """Return the values of secret variables; one that is not set is a mistake."""
    values: list[str] = []
    for name in names:
        value = env.get(name, os.environ.get(name))
        if value is None:
            msg = f"the secret variable {name} is not set"
            raise InputError(msg, fix="set it, or leave it out")
        if value:
            values.append(value)
    return values
