"""Names, places and forms that betray a secret → each row of their table, tried."""

import base64
import html
import json
import shlex
from urllib.parse import quote

import pytest

import exeunt
from exeunt.secrets.examples import CALLS, VALUES, WORDS
from exeunt.secrets.forms import FORMS
from exeunt.secrets.redact import Redactor
from exeunt.secrets.table import COMMANDS, VARIABLES, WHOLE, is_named
from exeunt.secrets.variables import in_words, values, without

TOKEN = "tok-4f9Zq7LmX2"  # noqa: S105 - nobody's


def filled(example, secret=TOKEN):
    """An example with its secret."""
    return example.replace("{}", secret)


def shown(name, value):
    """What is kept of a run that prints a variable."""
    return Redactor(values([], {name: value})).text(f"x {value} y")


@pytest.mark.parametrize(("ending", "example"), [*VARIABLES, *WHOLE])
def test_a_variable_is_known_by_its_name(ending, example):
    """By its last word, or its last words."""
    name, _, value = filled(example).partition("=")

    assert name.endswith(ending)
    assert is_named(name)
    assert TOKEN not in shown(name, value)


@pytest.mark.parametrize(("what", "example"), VALUES)
def test_a_value_is_searched(what, example):
    """Whatever its variable is called, by what stands around the secret."""
    name, _, value = filled(example).partition("=")

    assert TOKEN not in shown(name, value), what
    assert "***" in shown(name, value)


@pytest.mark.parametrize("words", [row[1] for row in WORDS] + [*CALLS], ids=" ".join)
def test_a_word_is_searched(words):
    """It is hidden in the words and, if it is long enough, in the output."""
    given = [filled(word) for word in words]
    kept = without(given)

    assert TOKEN not in " ".join(kept)
    assert any("***" in word for word in kept)
    assert TOKEN in values(given, {})


@pytest.mark.parametrize("words", CALLS, ids=" ".join)
def test_a_short_one_is_hidden_in_the_words(words):
    """Two characters, without those around it that are the same."""
    given = [filled(word, "me") for word in words]
    kept = without(given)

    assert len(kept) == len(given)
    assert kept != tuple(given)
    assert [] == [word for word in kept if word.startswith("***") and word != "***"]


def test_every_command_has_an_example():
    """Or one that has the very same options."""
    named = {word.rpartition("/")[2] for words in CALLS for word in words}
    tried = [COMMANDS[name] for name in COMMANDS if name in named]

    assert [] == [name for name, rules in COMMANDS.items() if rules not in tried]


ENCODED = {
    "as it is": str,
    "in capitals, or in small letters": str.upper,
    "hexadecimal": lambda text: text.encode().hex().upper(),
    "base64": lambda text: base64.b64encode(f"user:{text}".encode()).decode(),
    "percent-encoded": lambda text: quote(text, safe=""),
    "JSON": lambda text: json.dumps(text)[1:-1],
    "HTML": html.escape,
    "Python": lambda text: repr(text)[1:-1],
    "shell": lambda text: shlex.quote(text).strip("'"),
}


@pytest.mark.parametrize("name", [row[0] for row in FORMS])
def test_a_form_is_found(name):
    """Each row of the table, by an encoder that is not ours."""
    secret = "pä$$ w\"ö'rd\\<&>/x"  # noqa: S105 - nobody's
    said = ENCODED[name](secret)

    assert secret[4:] not in Redactor([secret]).text(said)
    assert "***" in Redactor([secret]).text(said)


def test_every_form_has_an_encoder():
    """As the test above needs it."""
    assert [row[0] for row in FORMS] == [*ENCODED]


@pytest.mark.parametrize(
    "variable",
    [
        "PWD=/home/ann/work/a-long-directory",
        "OLDPWD=/home/ann/work/a-long-directory",
        "PROJECT_PWD=/tmp",
        "SSH_KEY=/tmp/id_ed25519",
        "SSL_KEY=./certs/server.pem",
        "SORT_KEY=created4f9Zq7LmX2",
        "CACHE_KEY=linux-x64-4f9Zq7LmX2",
        "GPG_KEY=7169605F62C751356D054A26A821E680E5FA6305",
        "DEPLOY_KEY=ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA ann@h",
        "SOME_KEY=user-profile",
        "SOME_KEY=short1",
        "SOME_KEY=production",
        "DB_PASS=secret",
        "APP_AUTH=basic",
        "APP_AUTH=disabled",
        "NEXT_TOKEN=tok-4f9Zq7LmX2",
        "LS_COLORS=rs=0:di=01;34:ln=01;36:*.key=01;31",
        "HOME_URL=https://h.example/a?b=c&page=2",
        "DATABASE_URL=postgres://db/prod",
        "DATABASE_URL=postgres://me@db/prod",
        "LESSOPEN=| /usr/bin/lesspipe %s",
        "GIT_AUTHOR_EMAIL=ann@h.example",
        "KEYBOARD=us-intl-4f9Zq7LmX2",
        "TOKENIZERS_PARALLELISM=false4f9Zq7LmX2",
        "BYPASS=everything-4f9Zq7LmX2",
    ],
    ids=lambda variable: variable.partition("=")[0],
)
def test_a_variable_that_holds_none_is_left_alone(variable):
    """Places, rows, public keys, plain words."""
    name, _, value = variable.partition("=")

    assert () == values([], {name: value})


@pytest.mark.parametrize(
    "words",
    [
        ["curl", "-u", "me", "https://h.example"],
        ["curl", "-U", "agent"],
        ["mysql", "-p", "db"],
        ["mysql", "-P3306", "-p"],
        ["ssh", "-p", "2222", "host"],
        ["docker", "run", "-p", "8080:80", "image"],
        ["mkdir", "-p", "a/b/c"],
        ["psql", "-p", "5432", "-U", "me"],
        ["redis-cli", "-p", "6379", "ping"],
        ["curl", "-d", "user=me&page=2", "https://h.example"],
        ["curl", "-d", '{"user": "me", "tokens": 3}', "https://h.example"],
        ["curl", "-H", "Content-Type: application/json"],
        ["curl", "-H", "Accept: text/html", "https://h.example"],
        ["make", "-j8", "KEYMAP=us"],
        ["jq", '{key: .value, "name": "ann"}'],
        ["git", "commit", "-m", "Fix: token is read once; the password is gone"],
        ["sh", "-c", "mkdir -p a | ssh -p 22 h"],
        ["ffmpeg", "-i", "a=b.mp4"],
    ],
    ids=" ".join,
)
def test_words_that_hold_none_are_left_alone(words):
    """Ports, folders, users, and what only sounds like one."""
    assert [] == list(in_words(words))
    assert tuple(words) == without(words)


def test_a_password_that_is_too_short_is_hidden_in_its_address():
    """Alone it would be hidden everywhere."""
    address = "postgres://me:hunter2@db/prod"

    assert "x postgres://me***db/prod y" == shown("DATABASE_URL", address)
    assert "postgres://me:***@db" == without(["psql", "postgres://me:hunter2@db"])[1]


def test_a_password_is_known_as_it_was_before_it_was_quoted():
    """In an address it is percent-encoded, in JSON escaped, in Basic encoded."""
    header = "Authorization: Basic " + base64.b64encode(f"me:{TOKEN}".encode()).decode()

    assert "s3cr@t-word" in values([], {"DB_URL": "db://me:s3cr%40t-word@h/a"})
    assert 'a"s3cret-b' in values(["x", r'{"password": "a\"s3cret-b"}'], {})
    assert TOKEN in values(["curl", "-H", header], {})


@pytest.mark.parametrize("name", ["DB_PASS", "STRIPE_KEY", "SESSION_COOKIE", "JWT"])
def test_a_run_hides_what_its_environment_holds(monkeypatch, name):
    """From the name to the record."""
    monkeypatch.setenv(name, TOKEN)

    assert "***\n" == exeunt.run(["printenv", name], log=False).stdout
