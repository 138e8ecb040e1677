"""Other people's manifests → what is sound in them, and what is not, with its place."""

import re

import pytest

from contracts import MANIFEST, patched
from exeunt.errors import InputError
from exeunt.manifest.model import Manifest
from exeunt.manifest.names import Names
from exeunt.manifest.reader import complaints, manifest_of, strict

DAMAGED = patched(
    {
        "etag": 7,
        "commands/list/aliases": "ls",
        "commands/list/flags/limit/minimum": "one",
        "commands/list/arguments": [1],
        "commands/list/exit_codes/x": {},
        "commands/users": "none",
    }
)


def test_a_sound_manifest_has_no_complaints():
    """What exeunt's own comparison is tried on is as it must be."""
    assert [] == list(complaints(MANIFEST))


def test_every_complaint_has_its_place():
    """One does not hide the others."""
    assert {
        "etag": "no text",
        "commands.list.aliases": "no list",
        "commands.list.flags.limit.minimum": "no number",
        "commands.list.arguments[0]": "no object",
        "commands.list.exit_codes.x": "no exit code",
        "commands.users": "no object",
    } == dict(complaints(DAMAGED))


def test_what_is_damaged_reads_as_if_it_were_not_there():
    """All else in the same manifest is read."""
    listing = Manifest(DAMAGED).commands["list"]

    assert Manifest(DAMAGED).etag is None
    assert () == listing.aliases
    assert listing.options["limit"].least is None
    assert "integer" == listing.options["limit"].type
    assert {0, 5} <= set(listing.exits)
    assert {} == Manifest(DAMAGED).commands["users"].options


def test_a_strict_reader_refuses_the_first():
    """With what to do about it."""
    with pytest.raises(InputError, match=re.escape("etag is no text")) as caught:
        strict(DAMAGED)

    assert "INVALID_MANIFEST" == caught.value.error_code
    assert "see exeunt schema manifest" in caught.value.fix


@pytest.mark.parametrize(
    "document",
    [MANIFEST, {"data": MANIFEST, "ok": True}, {"status": "ok", "result": MANIFEST}],
    ids=["bare", "data", "result"],
)
def test_a_manifest_is_found_in_any_envelope(document):
    """A dialect has its own name for what a program answers."""
    assert MANIFEST == manifest_of(document)


@pytest.mark.parametrize("document", [{}, {"data": None}, {"commands": []}], ids=str)
def test_what_lists_no_commands_is_no_manifest(document):
    """Whatever else it holds."""
    assert manifest_of(document) is None


def test_a_command_is_found_by_all_of_its_names():
    """An alias of a group counts for what is in it."""
    names = Names(Manifest(patched({"commands/users/aliases": ["people"]})))

    assert "list" == names.find("ls")
    assert "users.remove" == names.find("people.rm")
    assert names.find("nothing") is None
