"""Options → a Request: one vocabulary for Python, JSON and the command line."""

import ast
import inspect

import pytest

import exeunt
from exeunt.cli.run import OPTIONS
from exeunt.process import request
from exeunt.process.request import CHECKS, TOGETHER, Request

SWITCHES = [row[1] for row in OPTIONS if row[1] and row[2] is None]
INNER = {"is_heard", "exactly"}  # said by other rooms, and by no caller


def typed():
    """The names that type checkers and editors know."""
    tree = ast.parse(inspect.getsource(request))
    (options,) = (
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and node.name == "Options"
    )
    return [line.target.id for line in options.body if isinstance(line, ast.AnnAssign)]


def test_what_is_typed_is_what_is_taken():
    """An option is either checked by name, or made of others, or a switch."""
    held = vars(Request)
    switches = {name for name in held if isinstance(held[name], bool)} - INNER

    assert {*CHECKS, *TOGETHER} | switches == set(typed())
    assert len(typed()) == len(set(typed()))


def test_what_the_command_line_gives_a_request_takes():
    """A row of the table names an option of a request, or none."""
    given = {option for _, option, *_ in OPTIONS if option}

    assert set() == given - set(typed())


@pytest.mark.parametrize("option", SWITCHES)
def test_a_switch_has_something_to_turn(option):
    """A switch sets its option to what that usually is not."""
    usual = getattr(Request, option)
    turned = Request(["true"], size=(80, 24), **{option: not usual})

    assert (not usual) is getattr(turned, option)


def test_the_verb_and_the_class_are_one():
    """exeunt.request() makes what exeunt.Request is; run() takes the same options."""
    assert exeunt.request is exeunt.Request


@pytest.mark.parametrize("option", ["tiemout", "ends", "words_"])
def test_an_option_that_there_is_not_is_an_error_of_the_author(option):
    """As of any function: a misspelt option is not ignored."""
    with pytest.raises(TypeError, match=f"unexpected keyword argument '{option}'"):
        Request(["true"], **{option: True})


def test_a_request_can_be_made_again_with_a_change():
    """The copy has the change; the first is what it was."""
    first = Request(["true"], env={"A": "1"}, timeout=5)
    second = request.changed(first, words=("false",))

    assert (("true",), ("false",)) == (first.words, second.words)
    assert (5.0, {"A": "1"}) == (second.timeout, second.env)


def test_the_former_words_of_a_request_hold_for_one_release_more():
    """`line` is shell=, `answers` are inputs= with their secrets; both say so."""
    with pytest.warns(DeprecationWarning, match="line= is now shell="):
        lined = exeunt.Request(["x"], line="exit 3")
    with pytest.warns(DeprecationWarning, match="answers= is now inputs="):
        typed = exeunt.Request(["cat"], answers=[("me", False), ("hunter22", True)])

    assert ("exit 3", ("/bin/bash", "-c", "exit 3")) == (lined.shell, lined.words)
    assert (("me", False), ("hunter22", True)) == typed.answers
