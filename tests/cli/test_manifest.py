"""`exeunt manifest`: exeunt's own contract, like that of any program under one."""

import json

import jsonschema

from command_line import run as exeunt
from exeunt.cli.manifest import PROMISES
from exeunt.cli.verbs import VERBS
from exeunt.schemas import schema


def test_the_manifest_is_like_any_other():
    """exeunt manifest fits the schema, and an etag that is known is enough."""
    said = json.loads(exeunt("manifest", "--json").stdout)["data"]
    again = json.loads(exeunt("manifest", "--json", "--etag", said["etag"]).stdout)

    jsonschema.validate(said, schema("manifest"))
    assert "80" in said["commands"]["check"]["exit_codes"]
    assert (None, True) == (again["data"], again["meta"]["not_modified"])


def test_every_verb_has_its_promise():
    """A new verb says how dangerous it is, and what it may end with."""
    assert sorted(VERBS) == sorted(PROMISES)


def test_who_passes_codes_through_declares_its_own_alone():
    """1 to 123 are the command's, and mean what the command says."""
    said = json.loads(exeunt("manifest", "--json").stdout)["data"]["commands"]

    assert ["0", "124", "125"] == list(said["run"]["exit_codes"])
