"""A manifest → text that can be committed, and found again."""

import json

import pytest

from contracts import MANIFEST, patched
from exeunt import Done, respond
from exeunt.manifest.reader import manifest_in
from exeunt.manifest.snapshot import canonical, homeless, released
from exeunt.manifest.writer import etag


def test_the_same_commands_make_the_same_text():
    """Whatever their order, their etag and the commit they were built from."""
    commands = dict(reversed(MANIFEST["commands"].items()))
    other = {
        "commands": commands,
        "etag": "another",
        **patched({"framework_version": "1.2.0.dev7+g1a2b3c4"}),
    }

    assert canonical(MANIFEST) == canonical(other)


def test_the_etag_is_that_of_the_commands():
    """Whoever wrote the manifest may have made its own in another way."""
    assert etag(MANIFEST["commands"]) == json.loads(canonical(MANIFEST))["etag"]


def test_a_path_in_a_home_of_its_own_is_nobodys():
    """The place where a program was asked is gone when the text is read."""
    place = "commands/list/flags/since/default"
    asked = patched({place: "/tmp/exeunt-1/.config/notes"})  # noqa: S108 - a text

    assert patched({place: "~/.config/notes"}) == (
        homeless(asked, "/tmp/exeunt-1")  # noqa: S108 - the same
    )


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("1.2.3", "1.2.3"),
        ("1.2.dev3+g12", "1.2"),
        ("2.0rc1", "2"),
        ("unknown", "unknown"),
        ("", ""),
    ],
)
def test_a_version_loses_what_commits_count(version, expected):
    """Else the text would change with every one."""
    assert expected == released(version)


@pytest.mark.parametrize(
    "document",
    [
        json.dumps(MANIFEST),
        canonical(MANIFEST),
        respond(Done(MANIFEST)).to_json(),
        f"\ufeff{json.dumps(MANIFEST)}",
        f"loading plugins …\n{json.dumps(MANIFEST)}\n",
    ],
    ids=["bare", "snapshot", "envelope", "byte order mark", "after a line"],
)
def test_a_manifest_is_found_in_what_was_saved(document):
    """Bare or in an envelope, as a program or exeunt itself prints it."""
    assert MANIFEST["commands"] == manifest_in(document.encode())["commands"]


@pytest.mark.parametrize(
    "document",
    [
        "",
        "{",
        "[]",
        "null",
        "{}",
        '{"commands": []}',
        '{"commands": null}',
        "\xff",
        "{" * 99,
    ],
)
def test_what_is_no_manifest_is_none(document):
    """Nothing is made of what has no commands."""
    assert manifest_in(document.encode("latin-1")) is None
