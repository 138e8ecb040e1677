"""Choices, enums and defaults of real programs → the words that a caller may type.

Each word that a manifest lists is typed, and each that it does not list is refused.
"""

import json

import pytest

from frameworks import suite

CLICK = """
import enum
import click, exeunt
class Unset(enum.Enum):
    UNSET = 1
@click.command()
@click.option("--kind", type=click.Choice(["POINT", "line"], case_sensitive=False))
@click.option("--exact", type=click.Choice(["POINT", "line"]))
@click.option("--plain", default=Unset.UNSET, type=click.UNPROCESSED)
@click.option("--made", default=lambda: 7)
def app(kind, exact, plain, made):
    return {"kind": kind}
exeunt.adopt(app, name="app")()
"""
TYPER = """
from enum import Enum
from typing import Annotated
import typer, exeunt
class Kind(Enum):
    POINT = "POINT"
    LINE = "line"
app = typer.Typer()
@app.command()
def main(
    kind: Annotated[Kind, typer.Option(case_sensitive=False)] = Kind.POINT,
    exact: Kind = Kind.LINE,
):
    return {"kind": kind.value}
exeunt.adopt(app, name="app")()
"""
CYCLOPTS = """
from enum import Enum
from typing import Literal
import cyclopts, exeunt
class Kind(Enum):
    POINT = 1
    LINE = 2
app = cyclopts.App(name="app")
@app.default
def main(*, kind: Kind = Kind.POINT, exact: Literal["POINT", "line"] = "line"):
    return {"kind": kind.name}
exeunt.adopt(app, name="app")()
"""
ARGPARSE = """
import argparse, enum, exeunt
class Style(str, enum.Enum):
    ONE = "pie"
    TWO = "pie-dark"
class Kind(enum.Enum):
    POINT = "point"
    LINE = "line"
class Level(enum.Enum):
    LOW = 1
    HIGH = 2
class Mode(enum.Enum):
    AUTO = enum.auto()
app = argparse.ArgumentParser(prog="app")
app.add_argument("--style", choices=["auto", *Style], default="auto")
app.add_argument("--kind", type=Kind, choices=list(Kind), default=Kind.LINE)
app.add_argument("--open", type=Kind, default=Kind.POINT)
app.add_argument("--level", type=lambda s: Level[s.upper()], choices=list(Level),
                 default=Level.LOW)
app.add_argument("--fold", type=str.lower, choices=["a", "b"])
app.add_argument("--exact", choices=["a", "b"])
app.add_argument("--mode", choices=["all", "none"], default=Mode.AUTO)
app.add_argument("--thing", default=object())
app.add_argument("--left", default=argparse.SUPPRESS)
app.set_defaults(func=lambda namespace: {})
exeunt.adopt(app, name="app")()
"""


def flags(source):
    """What the manifest of a program of one command says of its options."""
    ended = suite.run_text(source, "--schema")
    assert 0 == ended.code, ended
    (entry,) = json.loads(ended.stdout)["commands"].values()
    return entry["flags"]


def taken(source, option, word):
    """Whether a program takes a word."""
    return suite.run_text(source, f"--{option}", word).code == 0


# Program, option → its words, whether their case matters not, its default.
WORDS = {
    "click in any case": (CLICK, "kind", ["POINT", "line"], True, None),
    "click": (CLICK, "exact", ["POINT", "line"], False, None),
    "typer in any case": (TYPER, "kind", ["POINT", "line"], True, "POINT"),
    "typer": (TYPER, "exact", ["POINT", "line"], False, "line"),
    "cyclopts, an enum": (CYCLOPTS, "kind", ["point", "line"], True, "point"),
    "cyclopts, a literal": (CYCLOPTS, "exact", ["POINT", "line"], False, "line"),
    "argparse, enum and str": (
        ARGPARSE, "style", ["auto", "pie", "pie-dark"], False, "auto",
    ),
    "argparse, by value": (ARGPARSE, "kind", ["point", "line"], False, "line"),
    "argparse, no choices": (ARGPARSE, "open", ["point", "line"], False, "point"),
    "argparse, by name": (ARGPARSE, "level", ["LOW", "HIGH"], True, "LOW"),
    "argparse, lowered": (ARGPARSE, "fold", ["a", "b"], True, None),
    "argparse": (ARGPARSE, "exact", ["a", "b"], False, None),
}  # fmt: skip


@pytest.mark.parametrize(
    ("source", "option", "words", "anyhow", "default"), WORDS.values(), ids=WORDS.keys()
)
def test_the_words_of_a_choice_are_those_that_are_typed(
    source, option, words, anyhow, default
):
    """The manifest says which, and in which case; the program agrees."""
    said = flags(source)[option]
    other = words[-1].swapcase()

    assert (words, anyhow, default) == (
        said["enum_values"],
        said.get("ignore_case", False),
        said.get("default"),
    )
    assert [True] * len(words) == [taken(source, option, word) for word in words]
    assert anyhow is taken(source, option, other)
    assert not taken(source, option, "something-else")


@pytest.mark.parametrize(
    ("source", "option"),
    [
        (CLICK, "plain"),
        (ARGPARSE, "mode"),
        (ARGPARSE, "thing"),
        (ARGPARSE, "left"),
    ],
)
def test_what_only_says_that_nothing_was_typed_is_no_default(source, option):
    """A mark in memory has no word, so a caller cannot know it by one."""
    said = flags(source)[option]

    assert ("default" in said, "computed" in said) == (False, False)


def test_a_default_that_is_made_by_the_call_is_computed():
    """Before it, nobody can say what it will be."""
    said = flags(CLICK)["made"]

    assert (["default"], False) == (said["computed"], "default" in said)


PROMPTS = """
import click, exeunt
@click.command()
@click.option("--name", prompt=True)
@click.option("--size", prompt=True, default=3)
@click.option("--tag", prompt=True, prompt_required=False)
@click.confirmation_option()
def app(name, size, tag):
    return {"size": size}
exeunt.adopt(app, name="app")()
"""


def test_what_is_asked_for_is_required():
    """Where nobody answers, a default does not help; nor is a switch assumed."""
    needed = [name for name, said in flags(PROMPTS).items() if said["required"]]
    words = {"name": ["--name", "x"], "size": ["--size", "4"], "yes": ["--yes"]}

    assert ["name", "size", "yes"] == needed
    for missing in words:
        given = [word for name in words if name != missing for word in words[name]]
        assert 4 == suite.run_text(PROMPTS, *given).code
    assert (
        0 == suite.run_text(PROMPTS, *(w for part in words.values() for w in part)).code
    )


EAGER = """
import click, exeunt
def first(context, param, value): return value
@click.command()
@click.option("--app", is_eager=True, expose_value=False, callback=first)
@click.version_option("1.0")
def app():
    return {}
exeunt.adopt(app, name="app")()
"""


def test_an_eager_option_that_takes_a_value_is_an_option_like_others():
    """--version replaces the command; --app is only read before the rest."""
    assert ["app"] == list(flags(EAGER))
    assert taken(EAGER, "app", "x")
