"""exeunt schema → draft-07 schemas that hold for what exeunt prints."""

import json
from itertools import chain

import jsonschema
import pytest

from command_line import at_terminal, data, run
from exeunt import (
    Done,
    Effects,
    ErrorDetail,
    ExitCode,
    Exited,
    Failed,
    Phase,
    Reason,
    Redirect,
    Signaled,
    TimedOut,
    Unstarted,
    exit_table,
    read,
    respond,
)
from exeunt.cli.schema import SCHEMAS, schema
from exeunt.model.ending import START_CODES


def is_valid(name, document):
    """Whether someone else's validator takes a document."""
    return jsonschema.Draft7Validator(schema(name)).is_valid(document)


def test_the_list_names_every_schema():
    """Without a name the schemas are listed."""
    expected = {name: describes for name, (describes, _) in SCHEMAS.items()}

    assert {"schemas": expected} == data("schema")


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_valid_draft_07(name):
    """Each is a schema itself, names its draft and says what it describes."""
    found = data("schema", name)

    jsonschema.Draft7Validator.check_schema(found)
    assert "http://json-schema.org/draft-07/schema#" == found["$schema"]
    assert f"exeunt:{name}" == found["$id"]
    assert SCHEMAS[name][0] == found["description"]
    assert found["title"]


@pytest.mark.parametrize("name", SCHEMAS)
def test_as_text_a_schema_can_be_saved(name):
    """Text is the bare schema, the same as the data of the envelope."""
    expected = data("schema", name)

    assert expected == json.loads(run("schema", name, "--output", "text").stdout)
    assert expected == json.loads(at_terminal("schema", name).stdout)


OUTCOMES = {
    "data": Done({"id": 42}),
    "a list": Done([1, 2]),
    "a scalar": Done(5),
    "nothing": Done(),
    "a cache hit": Done(not_modified=True),
    "a page": Done([], truncated=True, cursor="next", warnings=["slow"]),
    "a failure": Failed(ExitCode.NOT_FOUND, ErrorDetail("GONE", "it is gone")),
    "a partial write": Failed(
        ExitCode.PARTIAL_FAILURE,
        ErrorDetail("HALF", "3 of 5", phase=Phase.EXECUTION, detail="disk full"),
        partial={"done": 3},
    ),
    "a wait": Failed(
        ExitCode.RATE_LIMITED, ErrorDetail("QUOTA", "slow down", retry_after=30)
    ),
    "a redirect": Failed(
        ExitCode.REDIRECTED,
        ErrorDetail(
            "MOVED",
            "it moved",
            redirect=Redirect("tool users", permanent=True, reason=Reason.RENAMED),
        ),
    ),
}


@pytest.mark.parametrize("outcome", OUTCOMES.values(), ids=OUTCOMES)
@pytest.mark.clause("R1", "R3", "R4", "R5", "R6", "R56")
def test_every_outcome_makes_a_valid_envelope(outcome):
    """What the factory builds is what the schema describes."""
    document = json.loads(respond(outcome, request_id="a-1").to_json())

    assert is_valid("envelope", document)


@pytest.mark.parametrize(
    "change",
    [
        {"ok": None},
        {"ok": 1},
        {"ok": True},
        {"data": {}},
        {"data": 5},
        {"error": None},
        {"error": {"code": "GONE"}},
        {"error": {"code": "gone", "message": "it is gone"}},
        {"error": {"code": "GONE", "message": "", "phase": "planning"}},
        {"error": {"code": "GONE", "message": "", "retry_after": -1}},
        {"error": {"code": "GONE", "message": "", "redirect": {"command": "x"}}},
        {"warnings": None},
        {"warnings": [1]},
        {"meta": None},
        {"meta": {}},
        {"meta": {"duration_ms": 0.5}},
        {"more": 1},
    ],
    ids=str,
)
@pytest.mark.clause("R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8")
def test_a_broken_envelope_is_not_valid(change):
    """The schema sees each way in which an envelope can be wrong."""
    good = json.loads(respond(OUTCOMES["a failure"]).to_json())

    assert is_valid("envelope", good)
    assert not is_valid("envelope", good | change)


@pytest.mark.parametrize("key", ["ok", "data", "error", "warnings", "meta"])
@pytest.mark.clause("R1", "R55", "R58")
def test_no_key_of_an_envelope_may_be_missing(key):
    """Null is not the same as absent."""
    document = json.loads(respond(OUTCOMES["a failure"]).to_json())
    del document[key]

    assert not is_valid("envelope", document)


@pytest.mark.clause("E42", "E43", "E44", "E45")
def test_the_codes_are_published_with_names_sentences_and_groups():
    """The vendor fields run parallel to the numbers."""
    found = data("schema", "exit-code")

    assert list(range(14)) == found["enum"]
    assert [code.name for code in ExitCode] == found["x-enum-varnames"]
    assert [code.meaning for code in ExitCode] == found["x-enum-descriptions"]
    assert [7, 8, 9] == found["x-groups"]["auth"]
    assert list(range(14)) == sorted(chain(*found["x-groups"].values()))
    assert ["0-13", "14-63", "64-78", "79-125", "126-255"] == list(
        found["x-code-ranges"]
    )
    assert [0, 13] == [n for n in (0, 13, 14, -1, 0.5, "0") if is_valid("exit-code", n)]


@pytest.mark.clause("E58")
def test_an_entry_that_may_be_repeated_changed_nothing():
    """The rule of entries is in the schema, too."""
    declared = exit_table(dict.fromkeys(ExitCode, "It ended so"))
    documents = [
        {
            "name": code.name,
            "description": entry.description,
            "retryable": entry.retryable,
            "side_effects": entry.effects.value,
        }
        for code, entry in declared.items()
    ]
    good = documents[0] | {"retryable": True, "side_effects": Effects.NONE.value}

    assert [] == [document for document in documents if not is_valid("entry", document)]
    assert is_valid("entry", good)
    assert not is_valid("entry", good | {"side_effects": "partial"})
    assert not is_valid("entry", good | {"side_effects": "unknown"})
    assert not is_valid("entry", good | {"description": ""})
    assert not is_valid("entry", good | {"description": "x" * 121})


def test_every_reading_fits_into_a_run_record():
    """The record's `reading` has the shape that readings have."""
    endings = [
        *(Exited(number) for number in range(256)),
        *(Signaled(number) for number in range(1, 65)),
        TimedOut(5),
        *map(Unstarted, START_CODES),
    ]
    validator = jsonschema.Draft7Validator(schema("run-record"))

    assert [] == [end for end in endings if not validator.is_valid(record_of(end))]


def record_of(ending):
    """A record of a command that ended so and printed nothing."""
    return {
        "stdout": "",
        "stderr": "",
        "exit_code": ending.shell_code,
        "duration_ms": 5,
        "timed_out": isinstance(ending, TimedOut),
        "command": "tool",
        "args": [],
        "reading": read(ending).as_dict(),
    }


def test_a_manifest_has_its_entries_checked():
    """What is wrong with an entry is wrong with the manifest that holds it."""
    entry = {"description": "No such id", "retryable": False, "side_effects": "none"}
    command = {
        "description": "Show one",
        "danger_level": "safe",
        "flags": {},
        "exit_codes": {"5": entry},
    }
    manifest = {
        "schema_version": "1.0",
        "framework_version": "0.1.0",
        "etag": "a",
        "commands": {"show": command},
    }
    broken = command | {"exit_codes": {"5": entry | {"side_effects": "unknown"}}}

    assert is_valid("manifest", manifest)
    assert not is_valid("manifest", manifest | {"commands": {"show": broken}})
    assert not is_valid(
        "manifest",
        manifest | {"commands": {"show": command | {"exit_codes": {"five": entry}}}},
    )
