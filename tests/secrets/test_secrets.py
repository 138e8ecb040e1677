"""A request → the secrets in it that only their names betray: in nothing that stays."""

import json
from pathlib import Path

import pytest

import exeunt
from exeunt.secrets.forms import forms_of
from exeunt.secrets.redact import Redactor
from exeunt.secrets.table import is_named, is_worth_it
from exeunt.secrets.variables import in_words, without
from running import record, run, sh

TOKEN = "tok-4f9Zq7LmX2"  # noqa: S105 - nobody's


@pytest.mark.parametrize("form", ["--json", "--envelope"])
def test_a_token_is_in_no_record_and_no_log(form, tmp_path):
    """Modes 24 and 42: printed by the command, in any form, and in its words."""
    line = 'echo "$APP_TOKEN"; printf %s "$APP_TOKEN" | base64 >&2'
    words = ["sh", "-c", line, "sh", f"x{TOKEN}"]
    done = run(tmp_path, form, *words, APP_TOKEN=TOKEN)
    logs = [path.read_text() for path in (tmp_path / "state").rglob("logs/*.*")]

    assert TOKEN.encode() not in done.stdout
    assert ["***\n", "***\n"] == logs
    record = json.loads(done.stdout)
    found = record if form == "--json" else record["data"]
    assert ("***\n", "***\n") == (found["stdout"], found["stderr"])
    assert "x***" == found["args"][-1]


def test_what_passes_through_is_exact(tmp_path):
    """A person's `gh auth token` prints one; a log that is kept of it does not."""
    log = tmp_path / "log"
    words = ["--log", str(log), "sh", "-c", 'echo "$GH_TOKEN"']

    assert f"{TOKEN}\n".encode() == run(tmp_path, *words, GH_TOKEN=TOKEN).stdout
    assert "***\n" == log.read_text()


def test_a_retried_command_passes_exactly(tmp_path):
    """--retry shows the answer as it was given, but for what was named a secret."""
    line = 'echo "$GH_TOKEN $NAMED"'
    words = ["--retry", "--secret-env", "NAMED", "--shell", line]
    done = run(tmp_path, *words, GH_TOKEN=TOKEN, NAMED="hunter2")

    assert f"{TOKEN} ***\n".encode() == done.stdout


def test_secrets_are_shown_to_who_asks(tmp_path):
    """--show-secrets, for what only its name betrays; what was named stays hidden."""
    line = 'echo "$GH_TOKEN $NAMED"'
    words = [
        "--show-secrets",
        "--secret-env",
        "NAMED",
        "sh",
        "-c",
        line,
        "--password=x",
    ]
    found = record(tmp_path, *words, GH_TOKEN=TOKEN, NAMED="hunter2")

    assert f"{TOKEN} ***\n" == found["stdout"]
    assert f"{TOKEN} ***\n" == Path(found["log"]).read_text()
    assert "--password=x" == found["args"][-1]


def test_a_program_keeps_them_out_as_well(monkeypatch):
    """exeunt.run() does the same, with its own variables and those of the command."""
    monkeypatch.setenv("GH_TOKEN", TOKEN)
    line = 'echo "$GH_TOKEN $DB_PASSWORD"'
    given = {"env": {"DB_PASSWORD": "s3cret-pw"}, "log": False}

    assert "*** ***\n" == exeunt.run(sh(line), **given).stdout
    shown = exeunt.run(sh(line), show_secrets=True, **given).stdout
    assert f"{TOKEN} s3cret-pw\n" == shown


@pytest.mark.parametrize(
    "name",
    [
        *("GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "PGPASSWORD"),
        *("OPENAI_API_KEY", "CLIENT_SECRET", "MYSQL_PWD", "npm_config__authToken"),
        *("GITLAB_PAT", "RAILS_MASTER_KEY", "TOKEN", "db_password", "SSHPASS"),
    ],
)
def test_names_that_betray_a_secret(name):
    """As programs call what they keep to themselves."""
    assert is_named(name)


@pytest.mark.parametrize(
    "name",
    [
        *("SSH_AUTH_SOCK", "AWS_ACCESS_KEY_ID", "GPG_KEY", "MAX_TOKENS", "PWD"),
        *("TOKENIZERS_PARALLELISM", "API_KEY_FILE", "PATH", "XAUTHORITY", "OLDPWD"),
        *("SECRETS_DIR", "TOKEN_URL", "SSH_AGENT_PID", "KEYBOARD"),
    ],
)
def test_names_that_do_not(name):
    """Public names, files and numbers stay to be seen."""
    assert not is_named(name)


@pytest.mark.parametrize(
    ("value", "hidden"),
    [
        ("s3cret-pw", True),
        ("hunter2", False),  # seven characters
        ("/run/secrets/token", False),  # a path: /run is there
        ("/aB3dE6gH9jK2mN5/pQ8s+T1vW4yZ7bC0eF3hJ6", True),  # base64 of a key
        ("~/.config/token", False),
        ("12345678", False),
        ("3.14159265", False),
        ("postgres", False),  # it would be hidden everywhere
        ("DISABLED", False),
        ("Tr0ub4dor&3", True),
        ("correct horse battery staple", True),
        ("abcdefghijklmnop", True),  # sixteen letters are no word
    ],
)
def test_values_that_are_worth_hiding(value, hidden):
    """A secret is neither short, nor a path, a number or a word of every day."""
    assert is_worth_it(value) is hidden


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["a", "--password", "pw"], ["a", "--password", "***"]),
        (["a", "--password=pw"], ["a", "--password=***"]),
        (["a", "--db_password", "pw", "x"], ["a", "--db_password", "***", "x"]),
        (["a", "--api-key=a=b=", "a"], ["a", "--api-key=***", "a"]),
        (["env", "GH_TOKEN=pw", "gh"], ["env", "GH_TOKEN=***", "gh"]),
        (["docker", "-e", "API_KEY=pw"], ["docker", "-e", "API_KEY=***"]),
        (
            ["curl", "-H", "Authorization: Bearer pw1"],
            ["curl", "-H", "Authorization: Bearer ***"],
        ),
        (["curl", "-HX-Api-Key: pw1"], ["curl", "-HX-Api-Key: ***"]),
        (
            ["git", "clone", "https://me:pw1@host/a:b@c"],
            ["git", "clone", "https://me:***@host/a:b@c"],
        ),
        (["sh", "-c", "a --token 'pw1' b"], ["sh", "-c", "a --token '***' b"]),
        (["sh", "-c", "GH_TOKEN=pw1 gh"], ["sh", "-c", "GH_TOKEN=*** gh"]),
        (["env", "GH_TOKEN=a b", "gh"], ["env", "GH_TOKEN=***", "gh"]),
        (["a", "--password", "b c", "d"], ["a", "--password", "***", "d"]),
        (["a", "--password=b c"], ["a", "--password=***"]),
    ],
    ids=str,
)
def test_words_after_the_name_of_a_secret(words, shown):
    """In the next word, behind the =, in a line, a header or an address."""
    assert tuple(shown) == without(words)


@pytest.mark.parametrize(
    "words",
    [
        ["aws", "--starting-token", "eyJ0"],  # where to go on, not who one is
        ["gh", "--page-token=abc"],
        ["mysql", "--password", "--user", "me"],
        ["app", "--no-password", "start"],
        ["app", "--password-stdin", "start"],
        ["app", "--token", "-"],
        ["app", "--token", "/run/secrets/token"],
        ["app", "--token", "@file"],
        ["sh", "-c", 'app --token "$GH_TOKEN"'],
        ["sh", "-c", "app --password $(cat file)"],
        ["curl", "https://host/a?b=c:d@e"],
        ["grep", "authorization:", "file"],
        ["say", "the password is asked for"],
        ["app", "password", "reset"],
        ["app", "--token"],
        ["app", "--password="],
    ],
    ids=str,
)
def test_words_that_hold_none(words):
    """Places in lists, files, variables and plain words stay as they are."""
    assert tuple(words) == without(words)
    assert [] == list(in_words(words))


def test_what_an_option_says_is_hidden_in_the_output_as_well(tmp_path):
    """If it is long enough to be nothing else; in the words in any case."""
    echo = ["sh", "-c", 'echo "$@"', "sh"]
    found = record(tmp_path, *echo, "--token", TOKEN, "--password", "pw")

    assert "--token *** --password pw\n" == found["stdout"]
    assert ["--token", "***", "--password", "***"] == found["args"][3:]


def test_the_journal_has_none_of_it(tmp_path):
    """What --retry remembers of a call is without it, too."""
    echo = ["sh", "-c", "exit 0", "sh", "--token", TOKEN, "--password", "pw"]
    run(tmp_path, "--retry", *echo)
    listed = run(tmp_path, "--json", verb="journal").stdout

    assert TOKEN.encode() not in listed
    assert ["--token", "***", "--password", "***"] == (
        json.loads(listed)["data"]["runs"][0]["argv"][4:]
    )


def test_a_plain_token_has_no_other_forms():
    """What is never quoted is not looked for in quotes, but everywhere else."""
    known = {b"tok-4f9Zq7LmX2", b"746f6b2d3466395a71374c6d5832"}

    assert known == forms_of(TOKEN)[0]
    assert len(forms_of(TOKEN)[0]) < len(forms_of(f"{TOKEN} '")[0])


def test_another_stream_has_its_own_place():
    """Forms are shared, and what is held back is not."""
    one = Redactor([TOKEN])
    two = one.another()

    assert b"" == one.feed(b"tok-4f9Z")
    assert b"q7LmX2" == two.feed(b"q7LmX2")
    assert b"***" == one.feed(b"q7LmX2")
