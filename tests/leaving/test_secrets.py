"""Parameters that are named like secrets → hidden without being declared."""

import os
import subprocess
import sys
from base64 import b64encode

import pytest

from adopted import FRAMEWORKS, envelope, environment, finish, program, run, start
from exeunt.leaving.run import MARKS
from exeunt.secrets.names import is_secret_name

SECRET = "hunter2-of-the-caller"  # noqa: S105 - nobody's


def words(text):
    """A list that reads like one."""
    return text.split()


EVERY = pytest.mark.parametrize("framework", FRAMEWORKS)
SHOWN = (
    "--token shows its value to whoever lists processes: "
    "pass --token-file and the path of a file that holds it"
)
SECRETS = words("""
    password passwd passphrase passcode pwd secret token api_key apikey access_key
    private_key secret_key credential credentials auth auth_token access_token
    refresh_token bearer_token api-key db_password DB_PASSWORD dbPassword apiKey APIKey
    new-password old_password password_confirm token_value client_secret webhook-secret
    aws_secret_access_key github_token basic_auth proxy-auth encryption_key signing_key
    dbpassword ssh_passphrase admin_passwd csrf_token id_token session-token
    user_credentials
""")
OTHERS = words("""
    token_count max_tokens tokens author authority authors key keys sort_key public_key
    primary_key key_file password_file token-file token_url token_type secret_name
    secret_id access_key_id api_key_id next_token page_token continuation-token
    starting_token stop_token eos_token password_length password_policy auth_method
    auth_url authenticate oauth compass passage bypass keyboard monkey secretary
    tokenizer name path credentials_path user x passes turkey hotkey
""")


@pytest.mark.parametrize("name", SECRETS)
def test_a_name_of_a_secret(name):
    """The last word says what it is; whatever is one is also looked at."""
    assert is_secret_name(name)
    assert any(mark in name.lower() for mark in MARKS)


@pytest.mark.parametrize("name", OTHERS)
def test_a_name_of_something_else(name):
    """A count of tokens is a count, an author no auth."""
    assert not is_secret_name(name)


@EVERY
@pytest.mark.parametrize(
    "body",
    [
        "return {'given': token, token: [token]}",
        "print('given', token)",
        "warn(f'given {token}')",
        "fail(ExitCode.NOT_FOUND, f'nothing for {token}', suggestion=token)",
        "raise ValueError(token)",
        "effect('created', token); raise ValueError(token)",
        "return {'x': {1, 2}.__or__({token})}",
        "return page([token], cursor=token, more={token: [token.encode()]})",
    ],
)
def test_a_secret_by_name_is_never_said(framework, body):
    """Data, prints, warnings, errors, tracebacks: as if it had been declared."""
    ended = run(body, framework, words=["--token", SECRET])

    assert SECRET not in ended.stdout + ended.stderr
    assert SHOWN in envelope(ended)["warnings"]


@EVERY
@pytest.mark.parametrize("before", ["", "1", "12", "123"])
@pytest.mark.parametrize("after", ["", "4"])
def test_a_secret_among_bytes(framework, before, after):
    """Bytes leave as base64, which hides it wherever it stands in them."""
    body = f"return {{'raw': ({before!r} + token + {after!r}).encode(), 'at': token}}"
    data = envelope(run(body, framework, words=["--token", SECRET]))["data"]
    whole = b64encode((before + SECRET + after).encode()).decode()

    assert data["at"] == "***"
    assert "***" in data["raw"]["value"]
    assert whole[3:-3] not in data["raw"]["value"]
    assert len(data["raw"]["value"]) <= len("***") + 8  # and two edges


@EVERY
@pytest.mark.parametrize("words", [["--token", SECRET, "--nope"], ["--count", "x"]])
def test_a_secret_by_name_in_a_rejected_call(framework, words):
    """It was never parsed."""
    ended = run("pass", framework, words=[*words, f"--token={SECRET}"])

    assert SECRET not in ended.stdout + ended.stderr


@EVERY
def test_a_person_sees_no_secret_in_a_traceback(framework):
    """Nor in what is told of a failure."""
    for body in ("raise ValueError(token)", "fail(ExitCode.CONFLICT, token)"):
        ended = run(body, framework, words=["--token", SECRET], mode="text")

        assert (True, False) == (ended.code > 0, SECRET in ended.stderr)


@EVERY
def test_what_is_named_like_a_secret_may_be_public(framework):
    """The author knows better."""
    parts = {"promises": "public=('token',)", "words": ["--token", SECRET]}
    document = envelope(run("return {'given': token}", framework, **parts))

    assert ({"given": SECRET}, []) == (document["data"], document["warnings"])


def test_a_secret_of_a_group_is_hidden():
    """Its options are no parameters of the command."""
    before = """
    import click
    @click.group()
    @click.option("--api-key")
    @click.pass_context
    def keyed(context, api_key):
        context.obj = api_key
    @keyed.command("do")
    @click.pass_obj
    def show(key):
        return {"key": key}
    """
    source = program("pass", before=before).replace("adopt(app,", "adopt(keyed,")
    words = [sys.executable, "-c", source, "--api-key", SECRET, "do", "--output=json"]
    done = subprocess.run(words, capture_output=True, check=False, env=environment())

    assert (0, False, b'"key": "***"' in done.stdout) == (
        done.returncode,
        SECRET.encode() in done.stdout + done.stderr,
        True,
    )


def described(framework, **parts):
    """The options of the command, as the manifest has them."""
    ended = run("pass", framework, words=["--schema"], **parts)
    return envelope(ended)["data"]["flags"]


@EVERY
def test_the_manifest_says_so(framework):
    """The option is sensitive, and has another for its file."""
    flags = described(framework)

    assert flags["token"]["sensitive"] is True
    assert ("path", False) == (
        flags["token-file"]["format"],
        flags["token-file"]["required"],
    )
    assert {"token", "token-file", "count"} == set(flags)


@EVERY
def test_the_manifest_of_what_is_public(framework):
    """It is an option like any other."""
    flags = described(framework, promises="public=('token',)")

    assert {"token", "count"} == set(flags)
    assert "sensitive" not in flags["token"]


@EVERY
@pytest.mark.parametrize("form", ["--token-file {}", "--token-file={}"])
def test_a_secret_is_read_from_a_file(framework, form, tmp_path):
    """Without the end of its line, and nobody has to warn of anything."""
    path = tmp_path / "token"
    path.write_text(f"-{SECRET}\n")
    body = f"return {{'right': token == '-{SECRET}', 'given': token}}"
    ended = run(body, framework, words=form.format(path).split())
    document = envelope(ended)

    assert {"right": True, "given": "***"} == document["data"]
    assert [] == document["warnings"]


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="reads /proc")  # noqa: PTH112
def test_a_secret_from_a_file_is_in_no_list_of_processes(tmp_path):
    """The words of the process are as they were given."""
    path = tmp_path / "token"
    path.write_text(SECRET)
    body = "return {'words': open('/proc/self/cmdline').read().split('\\0')[3:]}"
    ended = run(body, words=["--token-file", str(path)])

    words = ["do", "--token-file", str(path), "--output", "json", ""]
    assert {"words": words} == envelope(ended)["data"]


@EVERY
@pytest.mark.parametrize("mode", ["json", "text"])
def test_a_file_that_holds_no_secret_is_refused(framework, mode, tmp_path):
    """Nothing is run with a secret that is none; stdin is no file."""
    empty, binary = tmp_path / "empty", tmp_path / "binary"
    empty.write_text("\n")
    binary.write_bytes(b"\xff\xfe")
    for path in (tmp_path / "none", tmp_path, empty, binary, "-"):
        process = start(
            program("print('ran')", framework), "--token-file", str(path), mode=mode
        )
        ended = finish(process)

        assert (3, False) == (ended.code, "ran" in ended.stdout)
        assert "--token-file" in ended.stdout + ended.stderr


def test_an_option_of_the_app_is_its_own(tmp_path):
    """Its --token-file means what it means there; another option has no file."""
    before = """
    import argparse
    theirs = argparse.ArgumentParser(prog="app", allow_abbrev=False)
    do = theirs.add_subparsers().add_parser("do", allow_abbrev=False)
    do.add_argument("--token")
    do.add_argument("--token-file")
    do.add_argument("--count")
    do.set_defaults(func=lambda call: vars(call)["token_file"])
    """
    source = program("pass", before=before).replace("adopt(app,", "adopt(theirs,")

    kept = finish(start(source, "--token-file", "a path"))
    other = finish(start(source, "--count-file", str(tmp_path)))
    assert {"value": "a path"} == envelope(kept)["data"]
    assert "UNKNOWN_OPTION" == envelope(other)["error"]["code"]
