"""A wrong call of `exeunt run`, or a bug of ours → a line or a record that says so."""

from __future__ import annotations

import os
from itertools import pairwise

from ...errors import InputError
from ...secrets.redact import Redactor, can_be_hidden
from ..argv import wants_record
from ._end import OURS, complain
from ._record import refused, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..argv import Options

GIVEN = ("--env", "--secret-env", "--input", "--secret-input")


def refuse_call(error: Exception, options: Options, words: Sequence[str]) -> int:
    """Say what is wrong with a call, in the form that was asked for."""
    misuse = isinstance(error, InputError)
    if isinstance(error, InputError):
        text = f"{error.message}; {error.fix}"
    else:
        if os.environ.get("EXEUNT_DEV"):
            raise error
        text = f"exeunt has a bug: {type(error).__name__}: {error}"
    typed = [one for one in options.get("--secret-input", ()) if can_be_hidden(one)]
    text = Redactor([*secrets_of(words), *typed]).text(text)
    if not wants_record(options):
        complain(text)
        return OURS
    return say(refused(text, misuse=misuse), OURS, options)


def secrets_of(words: Sequence[str]) -> list[str]:
    """Return the secrets of a call that may be wrong, to keep them out of the answer.

    Where an option stands does not matter: it is better to hide too much.
    """
    after = {
        name: [
            *(w.partition("=")[2] for w in words if w.startswith(f"{name}=")),
            *(value for word, value in pairwise(words) if word == name),
        ]
        for name in GIVEN
    }
    names = [word.partition("=")[0] for word in after["--secret-env"]]
    pairs = [word.partition("=") for words in after.values() for word in words]
    values = [value for name, _, value in pairs if name in names]
    values += [os.environ.get(name, "") for name in names]
    values += after["--secret-input"]
    return [value for value in values if can_be_hidden(value)]
