"""The options of a request that name secrets → their values, which it then hides."""

from __future__ import annotations

import os

from ..errors import InputError
from ..secrets.redact import SHORTEST, can_be_hidden

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any


class Given:
    """What a request gets of its options that name secrets."""

    def __init__(
        self,
        options: Mapping[str, list[Any]],
        env: dict[str, str],
        limit: float | None,
    ) -> None:
        self.env = env
        values: list[str] = []
        for path in options["secret_env_file"]:
            from ..secrets.kept import variables_from  # few keep them in files

            found = variables_from(path, limit)
            self.env = {**found, **env}
            values += checked(found)
        self.secrets: tuple[str, ...] = check_secrets(
            *options["secrets"], *values_of(options["secret_env"], self.env), *values
        )
        self.typed: list[str] = []
        if options["secret_input_env"] or options["secret_input_file"]:
            from ..secrets.kept import from_file, from_variable  # as above

            self.typed += map(from_variable, options["secret_input_env"])
            self.typed += [
                from_file(one, limit) for one in options["secret_input_file"]
            ]
            self.secrets += tuple(filter(can_be_hidden, self.typed))


def checked(found: Mapping[str, str]) -> list[str]:
    """Refuse a variable of a file that cannot be hidden, by its name."""
    for name, value in found.items():
        if value and not can_be_hidden(value):
            msg = f"the value of {name} is too short to be hidden"
            raise InputError(
                msg, fix=f"leave {name} out of the file, and set it by env"
            )
    return [value for value in found.values() if value]


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
