"""Texts with keys and random runs → what they are, in words, and nothing else."""

import base64
import hashlib
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exeunt
from exeunt.secrets.mask import masked
from running import WATCHDOG, python, record, run

CHANCE = random.Random(7)  # noqa: S311 - the same in every run
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def chance(size, letters=LETTERS):
    """Random characters, the same in every run."""
    return "".join(CHANCE.choices(letters, k=size))


def blob(size):
    """Random bytes, the same in every run."""
    return bytes(CHANCE.choices(range(256), k=size))


def part(value):
    """A part of a JWT."""
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def jwt(head, body):
    """A token, with a signature that nobody checks."""
    return f"{part(head)}.{part(body)}.{chance(43)}"


def pem(kind="", size=1200):
    """A private key, as openssl writes it."""
    lines = base64.encodebytes(blob(size)).decode()
    return f"-----BEGIN {kind}PRIVATE KEY-----\n{lines}-----END {kind}PRIVATE KEY-----"


TOKEN = jwt({"alg": "RS256", "typ": "JWT"}, {"sub": "me", "exp": 1_900_000_000})
KEYS = {
    "GitHub token": f"ghp_{chance(36)}",
    "GitHub token, fine": f"github_pat_{chance(22)}_{chance(59)}",
    "GitHub token of an app": f"gho_{chance(36)}",
    "GitLab token": f"glpat-{chance(20)}",
    "AWS key": f"AKIA{chance(16, LETTERS[:26] + LETTERS[52:])}",
    "Google key": f"AIza{chance(35)}",
    "Slack token": f"xoxb-123456789012-{chance(24)}",
    "API key": f"sk-proj-{chance(48)}",
    "Stripe key": f"sk_live_{chance(24)}",
    "npm token": f"npm_{chance(36)}",
    "PyPI token": f"pypi-{chance(80)}",
    "Hugging Face token": f"hf_{chance(34)}",
}


@pytest.mark.parametrize("name", KEYS)
@pytest.mark.parametrize("frame", ["{}", "key={}", '{{"key":"{}"}}', "a {}, b\n"])
def test_keys_are_told_by_whose_they_are(name, frame):
    """By the forms that those who give them out have published."""
    key, kind = KEYS[name], name.partition(",")[0].partition(" of")[0]

    assert (frame.format(f"[{kind}, {len(key)} characters]"), 1) == masked(
        frame.format(key)
    )


def test_a_jwt_says_how_it_is_signed_and_when_it_expires():
    """That is in it for all to read; the rest is for whoever it was made for."""
    said = f"[JWT, {len(TOKEN)} characters, RS256, expires 2030-03-17T17:46:40Z]"

    assert (f"Bearer {said}.\n", 1) == masked(f"Bearer {TOKEN}.\n")
    forever = jwt({"alg": "HS256"}, {"sub": "me"})
    assert f"[JWT, {len(forever)} characters, HS256]" == masked(forever)[0]
    odd = jwt({"alg": "x\x1b[31m"}, {"exp": "soon"})
    assert f"[JWT, {len(odd)} characters]" == masked(odd)[0]


@pytest.mark.parametrize("kind", ["", "RSA ", "OPENSSH ", "EC "])
def test_a_private_key_is_one(kind):
    """With its kind, also where a program writes its lines as one."""
    key = pem(kind)
    fact = f", {kind.strip()}" if kind else ""
    said = f"[private key, {len(key)} characters{fact}]"

    assert (f"a\n{said}\nb", 1) == masked(f"a\n{key}\nb")
    escaped = json.dumps({"private_key": key})
    shown, count = masked(escaped)
    assert 1 == count
    assert json.loads(shown)["private_key"].startswith("[private key, ")


def test_a_key_that_is_cut_off_is_still_hidden():
    """The middle of a long output is left out; what is there is a key's."""
    head, tail = pem(size=4000)[:700], pem(size=4000)[-700:]
    text = f"{head}\n[… 4,000 bytes in 60 lines left out …]\n{tail}\n"
    shown, count = masked(text)

    assert 2 == count
    assert "[… 4,000 bytes in 60 lines left out …]" in shown
    assert [] == [line for line in shown.split("\n") if len(line) == 76]


@pytest.mark.parametrize(
    ("text", "alphabet"),
    [
        (base64.b64encode(blob(200)).decode(), "base64"),
        (base64.urlsafe_b64encode(blob(3000)).decode(), "base64"),
        (base64.encodebytes(blob(300)).decode().rstrip(), "base64"),
        (blob(128).hex(), "hex"),
        (blob(2000).hex().upper(), "hex"),
        (
            base64.b64encode(b"some words of a text that goes on\n" * 30).decode(),
            "base64",
        ),
    ],
    ids=["base64", "url", "wrapped", "hex", "HEX", "base64 of text"],
)
@pytest.mark.parametrize("frame", ["{}", "a\n{}\nb\n", "x={};"], ids=str)
def test_long_random_text_is_counted(frame, text, alphabet):
    """Whatever it is, nobody reads it."""
    if "\n" in text and frame == "x={};":
        return
    said = f"[random text, {len(text)} characters, {alphabet}]"

    assert (frame.format(said), 1) == masked(frame.format(text))


ORDINARY = {
    "a commit": hashlib.sha1(b"x").hexdigest(),  # noqa: S324 - as git does
    "digests": "".join(f"{hashlib.sha256(bytes([n])).hexdigest()}\n" for n in range(9)),
    "a long digest": hashlib.sha512(b"x").hexdigest(),
    "an integrity": "sha512-" + base64.b64encode(blob(64)).decode(),
    "a UUID": "123e4567-e89b-12d3-a456-426614174000",
    "a URL": f"see https://host.example/a?X-Amz-Signature={blob(150).hex()}",
    "a URL in JSON": f'{{"url":"https://host.example/{chance(300)}"}}',
    "a path": "/usr/share/" + "some/Directory9/with/Names/" * 20,
    "a ruler": "-" * 400 + "\n" + "=" * 400 + "\n" + "_" * 400,
    "zeros": "0" * 600,
    "a number": chance(600, "0123456789"),
    "words": "TheQuickBrownFoxJumpsOverTheLazyDog" * 12,
    "text": "The quick brown fox jumps over the lazy dog. " * 50,
    "an example": "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "a class of CSS": "sk-toggleable__label-arrow-of-an-estimator",
    "a task": "task-1234567890abcdefghijklmn",
    "a setting": "npm_config_update_notifier_is_a_long_name_for_it",
    "JSON in base64": "eyJhIjoxfQ",
    "a name with dots": "eyJabcdefghijklmnop.not.json",
    "a header alone": "-----BEGIN RSA PRIVATE KEY-----\nis what a key begins with\n",
    "DNA": chance(800, "ACGT"),
}


@pytest.mark.parametrize("name", ORDINARY)
def test_ordinary_text_stays(name):
    """What a reader may need, or can read, is left as it is."""
    assert (ORDINARY[name], 0) == masked(ORDINARY[name])


@given(st.text())
def test_any_text_can_be_looked_at(text):
    """Nothing fails, and what is not masked is untouched."""
    shown, count = masked(text)

    assert count or shown == text


@pytest.mark.parametrize(
    "piece",
    [
        *("eyJ", "-----BEGIN PRIVATE KEY-----\\n", "sk-", "xoxb-", "eyJaaaaaaaaaaaa."),
        *("/", "A", f"{'B' * 76}\\n\\n", "ghp_", "a-"),
    ],
)
def test_hostile_text_is_no_trap(piece):
    """A million characters of what nearly is a key are looked at in no time."""
    home = str(Path(exeunt.__file__).parents[1])
    code = (
        f"import sys; sys.path.append({home!r});"
        "from exeunt.secrets.mask import masked;"
        f"masked(('{piece}' * 1_000_000)[:1_000_000] + ' eyJ'); print('done')"
    )

    done = subprocess.check_output(python(code), text=True, timeout=WATCHDOG)
    assert "done\n" == done


def test_a_record_is_masked_and_its_log_is_not(tmp_path):
    """Mode 59: the record counts, the log has the bytes, --unmask shows them."""
    (tmp_path / "said").write_text(f"token {TOKEN}\n")
    show = ["sh", "-c", "cat said; cat said >&2"]
    found = record(tmp_path, *show, cwd=tmp_path)
    shown = record(tmp_path, "--unmask", *show, cwd=tmp_path)

    assert 2 == found["masked"]
    assert found["stdout"] == found["stderr"]
    assert found["stdout"].startswith("token [JWT, ")
    assert f"token {TOKEN}\n" == Path(found["log"]).read_text()
    assert (0, f"token {TOKEN}\n") == (shown["masked"], shown["stdout"])


def test_what_passes_through_is_not_masked(tmp_path):
    """Only a record is."""
    (tmp_path / "said").write_text(TOKEN)

    assert TOKEN.encode() == run(tmp_path, "cat", "said", cwd=tmp_path).stdout


def test_a_program_has_the_text_and_a_masked_record():
    """A caller in Python may need the token that it has asked for."""
    done = exeunt.run([sys.executable, "-c", f"print({TOKEN!r})"], log=False)

    assert f"{TOKEN}\n" == done.stdout
    assert done.as_dict()["stdout"].startswith("[JWT, ")
    shown = exeunt.run([sys.executable, "-c", f"print({TOKEN!r})"], unmask=True)
    assert f"{TOKEN}\n" == shown.as_dict()["stdout"]


@pytest.mark.parametrize("value", [TOKEN, pem(), blob(400).hex()], ids=str.__len__)
def test_an_envelope_is_read_before_it_is_masked(value, tmp_path):
    """What its data holds does not change how the command ended."""
    said = {
        "ok": False,
        "data": None,
        "error": {"code": "NOT_FOUND", "message": value, "retryable": False},
        "warnings": [],
        "meta": {"duration_ms": 1, "schema_version": "1.0"},
    }
    (tmp_path / "said").write_text(json.dumps(said))
    line = ["sh", "-c", "cat said; exit 5"]
    found = record(tmp_path, *line, cwd=tmp_path)
    shown = record(tmp_path, "--unmask", *line, cwd=tmp_path)

    assert 1 == found["masked"]
    assert "NOT_FOUND" == found["reading"]["name"]
    assert shown["reading"] == found["reading"]
    assert "error" in json.loads(found["stdout"])


def test_a_prompt_and_a_screen_are_masked(tmp_path):
    """Whatever the command shows, wherever the record has it."""
    key = KEYS["GitHub token"]
    ask = ["--pty", "--keep", "0", "sh", "-c", f"printf 'use {key}? '; read a"]
    found = record(tmp_path, "--size", "200x24", *ask)

    assert f"use [GitHub token, {len(key)} characters]? " == found["waiting"]["prompt"]
    assert key not in found["stdout"]
    assert ["stdout", "waiting.prompt"] == found["untrusted"]


def test_plain_output_loads_nothing_heavy():
    """Looking costs next to nothing where there is nothing."""
    home = str(Path(exeunt.__file__).parents[1])
    code = (
        f"import sys; sys.path.append({home!r});"
        "from exeunt.secrets.mask import masked;"
        "masked('plain text\\n' * 1000); print(*sys.modules)"
    )
    loaded = subprocess.check_output(python(code), text=True)

    assert set() == {"re", "json", "base64", "typing"} & set(loaded.split())
