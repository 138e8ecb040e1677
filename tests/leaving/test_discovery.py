"""The words of a call → manifest, schema or redirect, and never the app's own words."""

import json
import shlex

import jsonschema
import pytest

from exeunt import ExitCode
from sample_apps import (
    APPS,
    FRAMEWORKS,
    call,
    envelope_of,
    manifest_of,
    run_app,
    run_file,
)

EVERY = pytest.mark.parametrize("framework", FRAMEWORKS)
HEAD = """
import click
from exeunt.leaving.adopt import adopt
@click.group()
def app(): ...
"""
# Whatever is loaded to describe a program, and for nothing else.
DISCOVERY = {
    "exeunt.frameworks._describe",
    "exeunt.leaving._discovery",
    "exeunt.manifest.info",
    "exeunt.manifest.schema",
    "exeunt.manifest.writer",
}
OWN = {
    "a command": (
        "@app.command()\ndef manifest(): return {'mine': 1}\n",
        ["manifest"],
    ),
    "an option": (
        "@app.command()\n@click.option('--schema')\ndef do(**_): return {'mine': 1}\n",
        ["do", "--schema", "x"],
    ),
    "the value of an option": (
        "@app.command()\n@click.option('--name')\ndef do(name): return {'mine': 1}\n",
        ["do", "--name", "--schema"],
    ),
    "a word after the separator": (
        "@app.command()\n@click.argument('x')\ndef do(x): return {'mine': 1}\n",
        ["do", "--", "--schema"],
    ),
    "the argument of the only command": (
        "@click.command()\n@click.argument('x')\ndef app(x): return {'mine': 1}\n",
        ["manifest"],
    ),
}


def program(folder, body, options=""):
    """Write a Click program whose commands are given."""
    path = folder / "p.py"
    path.write_text(f"{HEAD}{body}adopt(app, name='p'{options})()\n")
    return path


@EVERY
@pytest.mark.parametrize("optional", [False, True], ids=["required", "all"])
def test_a_call_to_every_command_is_built_from_the_manifest_alone(framework, optional):
    """Each is valid, succeeds, and yields the data that its schema describes."""
    manifest = manifest_of(framework)
    leaves = [p for p, e in manifest["commands"].items() if "subcommands" not in e]
    for path in leaves:
        said = envelope_of(framework, *call(manifest, path, optional=optional))
        shape = manifest["commands"][path].get("output_schema", {})

        assert (path, None) == (path, said["error"])
        jsonschema.Draft7Validator(shape).validate(said["data"])
    assert ["add", "check", "old.rm"] == sorted(leaves)


@EVERY
def test_the_whole_manifest_has_two_names(framework):
    """`manifest` and `--schema` say the same."""
    said = envelope_of(framework, "--schema")

    assert manifest_of(framework) == said["data"]
    assert said["ok"] is True


@EVERY
def test_a_person_gets_indented_json(framework):
    """The same document, without the envelope, on many lines."""
    shown = run_app(framework, "manifest")

    assert (0, "") == (shown.returncode, shown.stderr)
    assert manifest_of(framework) == json.loads(shown.stdout)
    assert shown.stdout.startswith('{\n  "schema_version"')


@EVERY
@pytest.mark.parametrize("words", ["add --schema", "--schema add", "old rm --schema"])
def test_the_schema_of_a_command_is_its_entry(framework, words):
    """Without the arguments that the command itself would need."""
    path = ".".join(word for word in words.split() if word != "--schema")

    assert (
        manifest_of(framework)["commands"][path]
        == envelope_of(framework, *words.split())["data"]
    )


@pytest.mark.parametrize("framework", ["click", "cyclopts", "argparse"])
def test_an_alias_has_the_schema_of_its_command(framework):
    """Both names are one command."""
    assert (
        envelope_of(framework, "add", "--schema")["data"]
        == envelope_of(framework, "plus", "--schema")["data"]
    )


@EVERY
def test_the_schema_of_an_unknown_command_is_a_usage_error(framework):
    """The framework says what is wrong, as without --schema."""
    ended = run_app(framework, "nope", "--schema", "--output", "json")

    assert ExitCode.ARG_ERROR.value == ended.returncode
    assert "validation" == json.loads(ended.stdout)["error"]["phase"]


@EVERY
@pytest.mark.parametrize("words", [["x"], ["--etag"]])
def test_a_manifest_takes_nothing_but_an_etag(framework, words):
    """More words, or an etag that is missing, are a usage error with the fix."""
    said = envelope_of(framework, "manifest", *words)

    assert ("validation", False) == (said["error"]["phase"], said["ok"])
    assert "--etag" in said["error"]["suggestion"]


@pytest.mark.parametrize("own", OWN)
def test_what_the_app_owns_is_never_taken(tmp_path, own):
    """A word that means something to the app reaches the app."""
    body, words = OWN[own]
    ended = run_file(program(tmp_path, body), *words, "--output", "json")
    if "--" in words:
        ended = run_file(program(tmp_path, body), "--output", "json", *words)

    assert {"mine": 1} == json.loads(ended.stdout)["data"]


def test_the_names_are_the_authors_to_choose(tmp_path):
    """Other names answer instead, and the usual ones are unknown again."""
    body = "@app.command()\ndef do(): ...\n"
    path = program(tmp_path, body, ", manifest='about', schema='--shape', version='7'")
    told = run_file(path, "about")

    assert "7" == json.loads(told.stdout)["framework_version"]
    assert told.stdout == run_file(path, "--shape").stdout
    assert {3} == {run_file(path, word).returncode for word in ("manifest", "--schema")}


def test_a_command_that_fails_to_load_changes_no_usage_error(tmp_path):
    """Who looks for former names survives what the call itself never touched."""
    body = (
        "@app.command()\ndef do(): ...\n"
        "def get(context, name): return do if name == 'do' else 1 / 0\n"
        "app.list_commands = lambda context: ['do', 'broken']\n"
        "app.get_command = get\n"
    )
    path = program(tmp_path, body)
    ended = run_file(path, "do", "--nope")
    told = json.loads(run_file(path, "manifest").stdout)["commands"]

    assert (ExitCode.ARG_ERROR.value, "") == (ended.returncode, ended.stdout)
    assert "Cannot be loaded: ZeroDivisionError" == told["broken"]["description"]


def test_the_names_can_be_switched_off(tmp_path):
    """None answers nothing."""
    body = "@app.command()\ndef do(): ...\n"
    path = program(tmp_path, body, ", manifest=None, schema=None")

    assert {3} == {run_file(path, word).returncode for word in ("manifest", "--schema")}


@EVERY
@pytest.mark.clause("E16", "R16", "R53")
@pytest.mark.parametrize(("old", "permanent"), [("create", True), ("note new", False)])
def test_a_former_path_is_redirected_with_the_whole_call(framework, old, permanent):
    """13, the replacement with every other word kept, and whether to remember it."""
    rest = ["1", "two words", "it's", "--level", "low", "--output", "json"]
    before = [] if framework == "cyclopts" else ["--store", "s"]
    ended = run_app(framework, *before, *old.split(), *rest)
    error = json.loads(ended.stdout)["error"]

    assert ExitCode.REDIRECTED.value == ended.returncode
    assert ("COMMAND_RENAMED", "validation") == (error["code"], error["phase"])
    assert ["notes", *before, "add", *rest] == shlex.split(error["redirect"]["command"])
    assert (permanent, "renamed") == (
        error["redirect"]["permanent"],
        error["redirect"]["reason"],
    )


@EVERY
@pytest.mark.clause("E16")
def test_the_redirect_can_be_run_as_it_stands(framework):
    """The call that replaces the former one succeeds."""
    words = call(manifest_of(framework), "add")
    words[words.index("add")] = "create"
    error = envelope_of(framework, *words)["error"]
    again = run_app(framework, *shlex.split(error["redirect"]["command"])[1:])

    assert 0 == again.returncode
    assert json.loads(again.stdout)["ok"] is True


@EVERY
def test_a_person_is_told_where_a_command_went(framework):
    """Beside the framework's own words, and with the same code."""
    before = [] if framework == "cyclopts" else ["--store", "s"]
    ended = run_app(framework, *before, "create", "1")

    assert ExitCode.REDIRECTED.value == ended.returncode
    assert "'create' is now 'add': notes" in ended.stderr


@EVERY
def test_a_value_that_looks_like_a_former_path_is_left_alone(framework):
    """A usage error of a live command stays one."""
    ended = run_app(framework, "check", "create", "--nope", "--output", "json")

    assert ExitCode.ARG_ERROR.value == ended.returncode


@EVERY
def test_a_normal_run_loads_none_of_it(framework):
    """Discovery is imported when it is asked for, and at no other time."""
    words = call(manifest_of(framework), "check")
    loaded = loaded_by(framework, *words, "--output", "json")

    assert "exeunt.leaving.adopt" in loaded
    assert set() == DISCOVERY & loaded
    assert set() == DISCOVERY - loaded_by(framework, "--schema")


def loaded_by(framework, *words):
    """The modules that a successful call of the sample program has loaded."""
    probe = (
        f"import sys; sys.argv = {['notes', *words]!r}\n"
        f"sys.path.insert(0, {str(APPS)!r})\n"
        f"import notes_{framework} as app\n"
        "try: app.main()\n"
        "except SystemExit as end: assert not end.code\n"
        "print(*sys.modules, file=sys.stderr)\n"
    )
    return set(run_file("-c", probe).stderr.splitlines()[-1].split())
