"""A result → no more than may leave: cut to a size, and without the secrets."""

import json
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adopted import FRAMEWORKS, envelope, finish, run, said
from exeunt import Contract, DeclarationError, Done, ErrorDetail, ExitCode, Failed
from exeunt.dialects.dialect import dialect, encode
from exeunt.leaving._confided import hide, secrets_of
from exeunt.leaving._limits import TooLarge, check_size, fitting
from exeunt.manifest.info import CommandInfo, ParamInfo
from exeunt.secrets.given import hidden, hide_in, secrets_among, secrets_in
from exeunt.secrets.names import HIDDEN

SMALL = "max_bytes=2048"
SECRET = "hunter2-of-the-caller"  # noqa: S105 - nobody's
TEXT = st.text(st.characters(exclude_categories=["Cc", "Cs"]))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner),
    max_leaves=20,
)


def say(outcome):
    """Say an outcome in our own dialect: its number, stdout and stderr."""
    said = encode(dialect("agent-spec"), outcome)
    return said.code, said.stdout, said.stderr


@pytest.mark.clause("R21", "R51")
@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_a_long_list_is_cut_to_what_fits(framework):
    """meta says how much there was, and a warning how to get the rest."""
    ended = run("return list(range(5000))", framework, options=SMALL)
    document = envelope(ended)
    meta = document["meta"]
    returned = meta["returned"]

    assert len(ended.stdout) <= 2048
    assert (True, 5000) == (meta["truncated"], meta["total"])
    assert list(range(returned)) == document["data"]
    assert (
        f"only {returned} of 5000 items fit into the answer: narrow the query, "
        "or ask for smaller pages"
    ) == document["warnings"][0]


@pytest.mark.clause("R51")
def test_a_page_that_is_cut_loses_its_cursor():
    """It would lead past the items that were cut."""
    document = envelope(
        run("return page(list(range(5000)), cursor='c')", options=SMALL)
    )

    assert document["meta"]["truncated"]
    assert "cursor" not in document["meta"]


@pytest.mark.parametrize("body", ["return {'x': 'y' * 5000}", "print('y' * 5000)"])
def test_what_cannot_be_cut_is_refused(body):
    """Half an object is none: the caller has to ask for less."""
    ended = run(body, options=SMALL, promises="danger='safe'")

    assert (4, "RESPONSE_TOO_LARGE") == said(ended)
    assert "narrow" in envelope(ended)["error"]["suggestion"]


@pytest.mark.clause("K25")
@pytest.mark.parametrize("body", ["effect('created', 7)", "pass"])
def test_after_a_write_the_refusal_promises_nothing(body):
    """PRECONDITION would say that nothing happened."""
    promises = "danger='mutating'"
    ended = run(f"{body}\nreturn 'y' * 5000", options=SMALL, promises=promises)

    assert (2, "RESPONSE_TOO_LARGE") == said(ended)


def test_without_a_cap_nothing_is_cut():
    """It is the author's choice."""
    assert (0, list(range(99999))) == said(run("return list(range(99999))"))


@pytest.mark.parametrize("size", [0, -1, 10, True, "1 MB", 1.5])
def test_a_cap_that_no_answer_could_keep_is_refused(size):
    """The message says which one would do."""
    with pytest.raises(DeclarationError, match="give 1024 or more"):
        check_size(size)


@settings(deadline=None)  # a busy machine is no failure
@given(st.lists(JSON, min_size=1).map(lambda items: items * 40), st.integers(300, 3000))
def test_as_many_items_as_possible_are_kept(items, limit):
    """What is said fits and is a beginning of the list; one more would not have fit."""
    whole = say(Done(items))
    if len(whole[1]) <= limit:
        return
    try:
        cut = fitting(Done(items), limit, say)
    except TooLarge:
        return
    document = json.loads(cut[1])
    count = document["meta"]["returned"]

    assert len(cut[1]) <= limit
    assert json.loads(whole[1])["data"][:count] == document["data"]
    if count + 1 < len(items):
        more = len(json.dumps(items[count])) + len(", ")
        assert len(cut[1]) + more + len("9") * 2 > limit


def test_a_failure_is_said_whatever_its_size():
    """Why a command failed is never kept back."""
    failure = Failed(ExitCode.CONFLICT, ErrorDetail("TAKEN", "x" * 5000))

    assert say(failure) == fitting(failure, 1024, say)


LEAKS = {
    "message": "fail(ExitCode.CONFLICT, f'bad {token}', code='BAD')",
    "detail": "fail(ExitCode.CONFLICT, 'bad', detail=token, suggestion=token)",
    "exception": "raise ValueError(token)",
    "local": "raise ValueError(repr(token)) from KeyError(token)",
    "data": "return {'a': [token, {token: f'<{token}>'}]}",
    "printed": "print(token)",
    "beside": "print(token); return {}",
    "warning": "warn(token); return {}",
    "effect": "effect('created', token); raise ValueError",
    "exit": "sys.exit(token)",
    "unsayable": "effect('x', token); return {token: object()}",
}


@pytest.mark.parametrize("body", LEAKS.values(), ids=LEAKS)
@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_a_secret_is_never_said(framework, body):
    """Not in the envelope, and not on stderr, whichever way a handler lets it out."""
    promises = "secrets=('token',), exits={ExitCode.CONFLICT: 'x'}"
    ended = run(body, framework, promises=promises, words=["--token", SECRET])
    envelope(ended)

    assert SECRET not in ended.stdout + ended.stderr
    assert HIDDEN in ended.stdout + ended.stderr


@pytest.mark.parametrize("words", [["--token", SECRET], [f"--token={SECRET}"]])
@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_a_secret_in_a_rejected_call_is_not_said(framework, words):
    """The parser rejects another word, or the secret itself."""
    rejected = [*words, "--count", SECRET]
    ended = run("pass", framework, promises="secrets=('token',)", words=rejected)

    assert 3 == ended.code
    assert SECRET not in ended.stdout + ended.stderr


LOGIN = {
    "argparse": """
import argparse
app = argparse.ArgumentParser(prog="app")
app.add_argument("--region")
login = app.add_subparsers().add_parser("login", aliases=["in"])
login.add_argument("user")
login.add_argument("token")
login.add_argument("--pin", "-p", type=int)
login.add_argument("--port", type=int)
login.set_defaults(func=contract(secrets=("token", "pin"))(lambda namespace: None))
""",
    "click": """
import click
@click.group()
@click.option("--region")
def app(region): pass
@app.command()
@click.argument("user")
@click.argument("token")
@click.option("--pin", "-p", type=int)
@click.option("--port", type=int)
@contract(secrets=("token", "pin"))
def login(user, token, pin, port): pass
""",
    "typer": """
import typer
from typing import Annotated
app = typer.Typer()
@app.callback()
def root(region: str = ""): pass
@app.command()
@contract(secrets=("token", "pin"))
def login(
    user: str,
    token: str,
    pin: Annotated[int, typer.Option("--pin", "-p")] = 0,
    port: int = 0,
): pass
""",
    "cyclopts": """
import cyclopts
from typing import Annotated
app = cyclopts.App(name="app")
@app.command
@contract(secrets=("token", "pin"))
def login(
    user: str,
    token: str,
    /,
    *,
    pin: Annotated[int, cyclopts.Parameter(name=["--pin", "-p"])] = 0,
    port: int = 0,
): pass
""",
}
REJECTED = {  # with a secret in each, and something that is wrong
    "argument": ["login", "ann", SECRET, "--port", SECRET],
    "one argument too many": ["login", "ann", "x", SECRET],
    "after a strange option": ["login", "--nope", "ann", SECRET],
    "after the separator": ["login", "--port", "x", "--", "ann", SECRET],
    "short option": ["login", "ann", "x", "-p", SECRET],
    "short option in one word": ["login", "ann", "x", f"-p{SECRET}"],
    "misspelt option": ["login", "ann", "x", "--pinn", SECRET],
    "misspelt option in one word": ["login", "ann", "x", f"--pinn={SECRET}"],
}


@pytest.mark.parametrize("words", REJECTED.values(), ids=REJECTED)
@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_a_secret_argument_in_a_rejected_call_is_not_said(framework, words):
    """The command is known by its name, and its arguments by their places."""
    head = "from exeunt import adopt, contract\n"
    source = f"{head}{LOGIN[framework]}\nadopt(app, name='app')()"
    ended = finish(
        subprocess.Popen(
            [sys.executable, "-c", source, "--output", "json", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    )

    assert 3 == ended.code, ended
    assert SECRET not in ended.stdout + ended.stderr


def info(path, arguments=(), flags=(), secrets=(), **more):
    """Describe a command."""
    contract = Contract(secrets=secrets)
    return CommandInfo(path, contract, arguments=arguments, flags=flags, **more)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("set a b c", {"b", "c"}),
        ("put a b", {"b"}),
        ("--store s set a b", {"b"}),
        ("--store=s set a b", {"b"}),
        ("set a -x b", {"a", "b"}),
        ("set", set()),
        ("box any a b", {"any", "a", "b"}),
        ("box --key k", {"k"}),
        ("box --ke k --key=l", {"k", "l"}),
        ("box --key", set()),
        ("two a b c d", {"c", "d"}),
        ("list a b", set()),
        ("nope a b", set()),
    ],
)
def test_the_words_that_may_be_secrets_in_a_rejected_call(words, found):
    """From the place of a secret argument on; sooner, where that place is uncertain."""
    name, word, rest, pair = (
        ParamInfo("name"),
        ParamInfo("word"),
        ParamInfo("rest", nargs="*"),
        ParamInfo("pair", nargs=2),
    )
    infos = [
        info("", flags=[ParamInfo("store", ["--store"])], group=True),
        info("set", [name, word], secrets=["word"], aliases=["put"]),
        info("box", [rest, word], [ParamInfo("key", ["--key"])], ["word", "key"]),
        info("two", [pair, word], secrets=["word"]),
        info("list", [name]),
    ]

    assert found == set(secrets_of(words.split(), infos))


def test_what_is_no_secret_is_said():
    """Only what is declared or named so is hidden."""
    words = ["--count=123"]
    ended = run("return {'n': count}", promises="secrets=('token',)", words=words)

    assert (0, {"n": 123}) == said(ended)


@settings(deadline=None)
@given(JSON, st.text(min_size=1))
def test_no_text_of_a_value_holds_a_secret(value, secret):
    """Neither a text nor a key, at any depth; numbers that are the secret go, too."""
    left = json.dumps(hidden(value, (secret,)), ensure_ascii=False)

    for text in texts(json.loads(left)):
        assert secret not in text.replace(HIDDEN, "")


@settings(deadline=None)
@given(st.text(), st.text(min_size=1))
def test_a_text_without_its_secret_is_safe(text, secret):
    """As it is, and as a program would quote it."""
    quoted = hide_in(f"{text}{secret!r}{text}", (secret,))

    assert (
        secret not in quoted.replace(HIDDEN, "") or secret in text * 2 or "'" in secret
    )


def test_the_values_of_secret_parameters_are_found():
    """A list has several, a SecretStr hides its own, None and flags have none."""

    class SecretStr:
        def get_secret_value(self):
            return "deep"

    params = {
        "a": ["x", "long"],
        "b": None,
        "c": True,
        "d": 1234,
        "e": SecretStr(),
        "f": "no",
    }

    assert {"long", "1234", "deep", "x"} == set(secrets_in(params, "abcde"))
    assert ("long",) == secrets_in(params, "a")[:1]


def test_secrets_of_an_unparsed_call_are_found():
    """By their options, with and without a dash."""
    words = ["do", "--api-key", "a", "--api_key=b", "--other", "c", "--api-key"]

    assert {"a", "b"} == secrets_among(words, ["api_key"])


def test_without_secrets_nothing_is_touched():
    """The same outcome, not a copy of 10 MB."""
    done = Done({"a": 1})

    assert hide(done, ()) is done


def texts(value):
    """Every text in a value, keys included."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)
    elif isinstance(value, str):
        yield value
