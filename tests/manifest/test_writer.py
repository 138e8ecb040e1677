"""A program's commands → its manifest: valid, complete, and true to the contract."""

import json
from hashlib import sha256
from pathlib import Path

import jsonschema
import pytest
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT7

from adopted import run, shown
from exeunt import Certainty, ExitCode, Exited, dialect, read
from exeunt.cli.schema import schema
from exeunt.manifest.model import Manifest
from exeunt.manifest.reader import complaints
from exeunt.manifest.writer import SIGNALS
from sample_apps import FRAMEWORKS, envelope_of, manifest_of, run_app, run_file

SPEC = Path(__file__).parents[1] / "data" / "spec-1.6"
EVERY = pytest.mark.parametrize("framework", FRAMEWORKS)
COMMANDS = {"add", "check", "old", "old.rm"}
ADD = {"0", "1", "2", "3", "4", "6", "10", "79"}


def public_validator():
    """The public schema of a manifest, with the entry that it refers to."""
    documents = {
        path.name: json.loads(path.read_text()) for path in SPEC.glob("*.json")
    }
    entry = Resource(documents["exit-code-entry.json"], DRAFT7)
    registry = Registry().with_resource("exit-code-entry.json", entry)
    return jsonschema.Draft7Validator(
        documents["manifest-response.json"], registry=registry
    )


@EVERY
@pytest.mark.parametrize("speak", ["agent-spec", "murli", "holon"])
def test_a_manifest_is_valid(framework, speak):
    """Our own schema takes the manifest of every framework in every dialect."""
    found = json.loads(run_app(framework, "manifest", speak=speak).stdout)

    jsonschema.Draft7Validator(schema("manifest")).validate(found)
    assert speak == found["dialect"]


@EVERY
def test_in_1_6_the_public_schema_takes_it(framework):
    """Its schema is closed, so nothing of ours stands in it."""
    found = manifest_of(framework, speak="agent-spec@1.6")

    public_validator().validate(found)
    assert COMMANDS == set(found["commands"]) - {""}


@EVERY
def test_in_1_6_the_numbers_and_retryable_are_its_own(framework):
    """2 and 3 are swapped, and what needs a fix first is not retryable."""
    exits = manifest_of(framework, speak="agent-spec@1.6")["commands"]["add"][
        "exit_codes"
    ]

    assert ("ARG_ERROR", False) == (exits["2"]["name"], exits["2"]["retryable"])
    assert "PARTIAL_FAILURE" == exits["3"]["name"]
    assert exits["79"]["retryable"] is True


@EVERY
def test_in_1_6_what_its_schema_refuses_is_in_the_schema_of_the_command(framework):
    """The arguments of a command are to be had by --schema."""
    entry = envelope_of(framework, "add", "--schema", speak="agent-spec@1.6")["data"]

    commands = manifest_of(framework, speak="agent-spec@1.6")["commands"]

    assert "arguments" not in commands["add"]
    assert ["number", "words"] == [a["name"].lower() for a in entry["arguments"]]


@EVERY
def test_every_command_is_there(framework):
    """Groups, hidden commands and aliases as well."""
    commands = manifest_of(framework)["commands"]

    assert COMMANDS == set(commands) - {""}
    assert ["old.rm"] == commands["old"]["subcommands"]
    hides = framework != "argparse"  # which has no hidden commands
    assert hides is commands["old.rm"].get("hidden", False)
    aliases = framework != "typer"  # where a second name is a second command
    assert (["plus"] if aliases else []) == commands["add"].get("aliases", [])


@EVERY
@pytest.mark.clause("E21")
def test_an_entry_says_what_the_contract_says(framework):
    """Codes, error codes, scopes, stability, states, examples and former names."""
    commands = manifest_of(framework)["commands"]
    add, check = commands["add"], commands["check"]

    assert set(add["exit_codes"]) == ADD
    assert ["NOTE_EXISTS"] == add["exit_codes"]["6"]["errors"]
    locked = add["exit_codes"]["79"]
    assert ("STORE_LOCKED", True) == (locked["name"], locked["retryable"])
    assert ["notes:write"] == add["required_scopes"]
    assert "stable" == add["stability"]
    assert 5 == add["timeout_seconds"]
    assert {"path": "create", "permanent": True} in add["renamed_from"]
    assert add["examples"][0]["command"].startswith("notes add")
    assert ("prose", {"stale": 4}) == (check["output"], check["promotes"])


@EVERY
@pytest.mark.clause("H9")
@pytest.mark.parametrize("speak", ["agent-spec", "murli", "holon"])
def test_each_command_says_whether_its_stdout_is_for_machines(framework, speak):
    """JSON, unless its contract says prose or raw."""
    shown = run_app(framework, "manifest", speak=speak)
    commands = json.loads(shown.stdout)["commands"]

    assert {path: "prose" if path == "check" else "json" for path in commands} == {
        path: entry["output"] for path, entry in commands.items()
    }


@EVERY
def test_an_entry_says_what_exeunt_itself_may_end_with(framework):
    """What is safe changes nothing halfway; what destroys wants to be confirmed."""
    commands = manifest_of(framework)["commands"]
    remove = commands["old.rm"]["exit_codes"]

    assert {"0", "1", "3", "4", "10"} == set(commands["check"]["exit_codes"])
    assert {"0", "1", "2", "3", "4", "10"} == set(remove)
    assert ["CONFIRMATION_REQUIRED", "INPUT_REQUIRED"] == remove["4"]["errors"]


@pytest.mark.parametrize(
    ("speak", "said"),
    [
        ("agent-spec", {"SIGHUP": 129, "SIGINT": 130, "SIGTERM": 143}),
        ("kept", {"SIGHUP": 129, "SIGINT": 130, "SIGTERM": 143}),
        ("holon", {"SIGHUP": 129, "SIGINT": 130, "SIGTERM": 143}),
        ("murli", {"SIGHUP": 9, "SIGINT": 9, "SIGTERM": 9}),
        ("agent-spec@1.6", None),  # its schema is closed
    ],
)
def test_what_a_caller_sees_after_a_signal_has_a_place_of_its_own(speak, said):
    """A signal is no exit code, so it stands beside the commands, and is read there."""
    found = json.loads(run_app("click", "manifest", speak=speak).stdout)

    assert said == found.get("signals")
    assert [] == list(complaints(found))
    assert (said or {}) == Manifest(found).signals
    assert not {"129", "130", "143"} & set(found["commands"]["add"]["exit_codes"])


@pytest.mark.parametrize("speak", ["agent-spec", "murli"])
@pytest.mark.parametrize("name", SIGNALS)
def test_a_cancelled_program_ends_as_its_manifest_says(name, speak):
    """By the signal, as a shell shows it, or by its dialect's own number."""
    body = f"os.kill(os.getpid(), signal.{name}); time.sleep(60)"
    ended = run(body, options=f"dialect={speak!r}", mode="text")
    said = json.loads(run_app("click", "manifest", speak=speak).stdout)["signals"]

    assert said[name] == shown(ended.code)


@EVERY
def test_a_parameter_says_how_it_is_written(framework):
    """Types, defaults, words to choose from, short forms, secrets and repetition."""
    flags = manifest_of(framework)["commands"]["add"]["flags"]

    assert ("enum", ["low", "high"]) == (
        flags["level"]["type"],
        flags["level"]["enum_values"],
    )
    assert ("number", 0.5) == (flags["ratio"]["type"], flags["ratio"]["default"])
    assert ("array", "integer", 2) == (
        flags["pair"]["type"],
        flags["pair"]["items"],
        flags["pair"]["nargs"],
    )
    assert ("array", "t", True) == (
        flags["tag"]["type"],
        flags["tag"]["short"],
        flags["tag"]["multiple"],
    )
    assert ("boolean", ["--no-pin"]) == (
        flags["pin"]["type"],
        flags["pin"]["negatives"],
    )
    assert "uuid" == flags["key"]["format"]
    assert flags["token"]["required"] is True
    reads = framework != "argparse"  # which reads no environment
    assert (["NOTES_RATIO"] if reads else []) == flags["ratio"].get("env", [])


@EVERY
def test_the_etag_is_of_the_commands_alone(framework):
    """It is the hash of their canonical JSON, the same in each run."""
    first, second = manifest_of(framework), manifest_of(framework)
    text = json.dumps(first["commands"], sort_keys=True, separators=(",", ":"))

    assert sha256(text.encode()).hexdigest() == first["etag"] == second["etag"]


@pytest.mark.parametrize(
    ("change", "differs"),
    [
        ("", False),
        ("@click.option('--more')", True),
        ("@contract(danger='safe')", True),
        ("@contract(timeout=3)", True),
    ],
)
def test_the_etag_changes_with_a_registration(tmp_path, change, differs):
    """A flag or a promise that is added is another program; a comment is not."""
    text = """
import click
from exeunt.leaving.adopt import adopt
from exeunt.leaving.handler import contract
@click.group()
def app(): ...
@app.command()
{}
def do(more=None): ...
adopt(app, name="p")()
"""
    etags = []
    for line in ("# nothing", change or "# a comment"):
        program = tmp_path / "p.py"
        program.write_text(text.format(line))
        etags.append(json.loads(run_file(program, "manifest").stdout)["etag"])

    assert differs is (etags[0] != etags[1])


@EVERY
@pytest.mark.clause("R20", "R52")
@pytest.mark.parametrize(
    "form", [["manifest", "--etag", "{}"], ["--schema", "--etag={}"]]
)
def test_a_caller_who_has_it_is_told_so(framework, form):
    """The etag that it was given gets not_modified, and any other the manifest."""
    etag = manifest_of(framework)["etag"]
    same = envelope_of(framework, *[word.format(etag) for word in form])
    other = envelope_of(framework, *[word.format("x") for word in form])

    assert (None, True) == (same["data"], same["meta"]["not_modified"])
    assert etag == other["data"]["etag"]


@pytest.mark.clause("E31")
@EVERY
def test_who_watches_reads_a_declared_code_by_it(framework):
    """The manifest that a program writes is the one that exeunt reads."""
    found = manifest_of(framework)
    reading = read(Exited(79), argv=["notes", "add", "1"], manifest=found)

    assert ("STORE_LOCKED", Certainty.DECLARED) == (reading.name, reading.certainty)


@pytest.mark.parametrize("speak", ["murli", "holon"])
def test_codes_that_share_a_number_promise_what_holds_for_all(speak):
    """The worst effects, and a repetition only if each allows it."""
    commands = json.loads(run_app("click", "manifest", speak=speak).stdout)["commands"]
    numbers = dialect(speak).numbers
    exits = commands["add"]["exit_codes"]
    shared = exits[str(numbers[ExitCode.GENERAL_ERROR])]

    assert {str(number) for number in numbers.values()} >= set(exits) - {"79"}
    assert (False, "partial") == (shared["retryable"], shared["side_effects"])
