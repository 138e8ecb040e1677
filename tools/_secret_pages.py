"""The table of secrets → the parts of its page."""

from __future__ import annotations

from shlex import join

from _markdown import code, table

from exeunt.secrets.examples import CALLS, VALUES, WORDS
from exeunt.secrets.forms import FORMS
from exeunt.secrets.table import VARIABLES, WHOLE

SHOWN = "…"  # where the secret stands


def secret_variables() -> str:
    """Names of variables."""
    rows = (
        [code(f"*{name}"), code(example.replace("{}", SHOWN))]
        for name, example in (*VARIABLES, *WHOLE)
    )
    return table(["a name that ends in", "as in"], rows)


def secret_values() -> str:
    """What a value may hold."""
    rows = ([what, code(example.replace("{}", SHOWN))] for what, example in VALUES)
    return table(["in a variable of any name", "as in"], rows)


def secret_words() -> str:
    """What words may hold."""
    rows = (
        [
            what,
            code(
                join(word.replace("{}", SHOWN) for word in words).replace("'", "\u2019")
            ),
        ]
        for what, words in WORDS
    )
    return table(["in the words of any command", "as in"], rows)


def secret_calls() -> str:
    """What commands are given by options whose names say nothing."""
    lines = (" ".join(words).replace("{}", SHOWN) for words in CALLS)
    return "\n".join(f"- {code(line)}" for line in lines) + "\n"


def secret_forms() -> str:
    """The forms of a secret."""
    return table(["form", "who writes it"], ([name, who] for name, who, _ in FORMS))
