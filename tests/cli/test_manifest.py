"""`exeunt manifest`: exeunt's own contract, like that of any program under one."""

import json
from pathlib import Path

import jsonschema

import exeunt.cli
from command_line import run
from exeunt.cli.schema import schema
from exeunt.cli.verbs import VERBS, find

DOORS = {"argv", "verbs"}  # what is open to other rooms, and no verb


def test_the_manifest_is_like_any_other():
    """exeunt manifest fits the schema, and an etag that is known is enough."""
    said = json.loads(run("manifest", "--json").stdout)["data"]
    again = json.loads(run("manifest", "--json", "--etag", said["etag"]).stdout)

    jsonschema.validate(said, schema("manifest"))
    assert "80" in said["commands"]["check"]["exit_codes"]
    assert (None, True) == (again["data"], again["meta"]["not_modified"])


def test_a_verb_is_one_file_and_a_name_in_the_list():
    """`ls cli` shows the verbs, and each says in its file what it may end with."""
    folder = Path(exeunt.cli.__file__).parent
    files = {path.stem for path in folder.iterdir() if not path.name.startswith("_")}

    assert {*VERBS} == files - DOORS
    assert [*VERBS] == [find(name).name for name in VERBS]
    for name in VERBS:
        assert find(name).danger in {"safe", "mutating"}


def test_who_passes_codes_through_declares_its_own_alone():
    """1 to 123 are the command's, and mean what the command says."""
    said = json.loads(run("manifest", "--json").stdout)["data"]["commands"]

    assert ["0", "124", "125"] == list(said["run"]["exit_codes"])
