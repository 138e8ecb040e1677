"""exeunt diff → what changed, for people and for programs, and 81 if callers break."""

import json
import sys
from pathlib import Path

import jsonschema
import pytest

from command_line import at_terminal, data, envelope, run, too_wide
from contracts import FLAGS, GONE, LIST, MANIFEST, many, patched
from exeunt.cli.schema import schema

LISTS = ("breaking", "behavioural", "additive", "not_contract")
BROKEN = {f"{FLAGS}/tag": GONE, "commands/users.add": GONE}
CANDIDATE = {f"{FLAGS}/limit/stability": "candidate"}
TRIED = patched(CANDIDATE)  # so that another default only behaves otherwise
BEHAVES = {**CANDIDATE, f"{FLAGS}/limit/default": 5}


@pytest.fixture
def files(tmp_path):
    """Write manifests; return where they are."""

    def write(*manifests):
        paths = [tmp_path / f"{n}.json" for n in range(len(manifests))]
        for path, manifest in zip(paths, manifests, strict=True):
            said = manifest if isinstance(manifest, str) else json.dumps(manifest)
            path.write_text(said)
        return [str(path) for path in paths]

    return write


@pytest.mark.clause("H10")
def test_the_names_on_the_wire_are_pinned(files):
    """Four lists, the step, and what was allowed."""
    found = data("diff", *files(TRIED, patched(BEHAVES)))

    assert [*LISTS, "semver", "allowed"] == list(found)
    assert [["path", "change", "level", "why"]] == [
        list(c) for c in found["behavioural"]
    ]
    assert ("minor", []) == (found["semver"], found["allowed"])


@pytest.mark.clause("H10")
def test_a_break_is_81(files):
    """The changes stand in meta.diff, since a failure has no data."""
    result = run("diff", *files(MANIFEST, patched(BROKEN)))
    said = envelope(result)

    assert 81 == result.code
    assert ("BREAKING_CHANGE", "2 breaking changes", False, "execution") == tuple(
        said["error"][name] for name in ("code", "message", "retryable", "phase")
    )
    assert ["list/flags/tag", "users.add"] == [
        change["path"] for change in said["meta"]["diff"]["breaking"]
    ]
    assert "major" == said["meta"]["diff"]["semver"]


def test_nothing_has_changed_is_0(files):
    """A contract and itself."""
    found = data("diff", *files(MANIFEST, MANIFEST))

    assert {**{name: [] for name in LISTS}, "semver": "none", "allowed": []} == found


@pytest.mark.parametrize(
    "patterns",
    [
        ["list/flags/tag", "users.add"],
        ["list", "users.add"],
        ["*/flags/*", "users.*"],
        ["*"],
    ],
    ids=" ".join,
)
def test_what_is_allowed_is_still_listed(files, patterns):
    """By its path, by what it belongs to, or by a pattern."""
    words = [word for pattern in patterns for word in ("--allow", pattern)]
    found = data("diff", *words, *files(MANIFEST, patched(BROKEN)))

    assert ["list/flags/tag", "users.add"] == found["allowed"]
    assert found["allowed"] == [change["path"] for change in found["breaking"]]
    assert "major" == found["semver"]


def test_one_break_that_is_not_allowed_is_enough(files):
    """And one that is allowed is not counted."""
    result = run("diff", "--allow=list", *files(MANIFEST, patched(BROKEN)))

    assert 81 == result.code
    assert "1 breaking change" == envelope(result)["error"]["message"]


def test_an_allowance_that_nothing_needs_is_told(files):
    """It may be a mistake in writing, or be forgotten."""
    paths = files(MANIFEST, MANIFEST)
    warnings = envelope(run("diff", "--allow", "lst", *paths))["warnings"]

    assert 1 == len(warnings)
    assert "lst" in warnings[0]


def test_a_changelog_has_a_sentence_for_each_change(files):
    """The worst first, and nothing that nobody relies on."""
    patch = {**BROKEN, **BEHAVES, f"{LIST}/description": "…"}
    words = ["diff", "--output", "text", "--changelog", "--allow", "*"]
    result = run(*words, *files(TRIED, patched(patch)))

    expected = (
        "`list --tag` is gone.\n"
        "`users add` is gone.\n"
        "`list --limit` has another default, 5 instead of 20.\n"
    )

    assert (0, expected, "") == result


def test_a_person_sees_the_changes_and_then_the_error(files):
    """Findings on stdout, the verdict on stderr, at 80 columns."""
    patch = {**BROKEN, **BEHAVES, "commands/new": {}}
    result = at_terminal("diff", *files(TRIED, patched(patch)), NO_COLOR="1")
    expected = """\
breaking (2)
  list/flags/tag
      is gone: calls that pass it are rejected
  users.add
      is gone: calls to it are rejected

behavioural (1)
  list/flags/limit
      has another default, 5 instead of 20: calls without it do something else
      [candidate]

additive (1)
  new
      is new: nobody calls it yet

the next version is a major one
"""

    assert (81, expected) == (result.code, result.stdout)
    assert result.stderr.startswith("error: 2 breaking changes\ntry: ")


def test_colour_tells_the_verdicts_apart(files):
    """Red breaks."""
    result = at_terminal("diff", *files(MANIFEST, patched(BROKEN)))

    assert "\x1b[1;31mbreaking (2)\x1b[0m" in result.stdout


def test_what_a_manifest_says_cannot_steer_the_terminal(files):
    """Nor widen the page."""
    name = f"\x1b]0;gone\x07\x1b[2J{'x' * 200}"
    old = {"commands": {name: {}, "b" * 200: {"flags": {name: {"default": name}}}}}
    result = at_terminal("diff", *files(old, {"commands": {}}), NO_COLOR="1")

    assert 81 == result.code
    assert result.stdout.replace("\n", "").isprintable()
    assert [] == too_wide(result.stdout)


# -- sources


def test_a_contract_can_come_from_stdin(files):
    """As `-`, once."""
    (old,) = files(MANIFEST)
    words = ["diff", old, "-"]

    assert 0 == run(*words, stdin=json.dumps(MANIFEST)).code
    assert 3 == run("diff", "-", "-", stdin=json.dumps(MANIFEST)).code


def test_an_envelope_holds_a_contract(files):
    """What a program prints in a pipe is as good as the bare document."""
    said = {"ok": True, "data": MANIFEST, "error": None, "warnings": [], "meta": {}}

    assert "none" == data("diff", *files(MANIFEST, said))["semver"]


def test_what_is_no_file_is_a_call(files, tmp_path):
    """Of a program, in one word or in several; so is a file that can be executed."""
    (old,) = files(MANIFEST)
    program = tmp_path / "my program"
    program.write_text(f"#!/bin/sh\ncat {old}\n")
    program.chmod(0o755)

    for call in (str(program), f"'{program}'", f"sh '{program}'"):
        assert "none" == data("diff", old, call)["semver"]


def test_a_document_that_can_be_executed_is_read(files, tmp_path):
    """Some file systems know no other."""
    paths = files(MANIFEST, MANIFEST)
    for path in tmp_path.iterdir():
        path.chmod(0o777)

    assert "none" == data("diff", *paths)["semver"]


# Words → what exeunt exits with, and error.code.
WRONG = {
    "no word": ([], 3, "INVALID_INPUT"),
    "one word": (["{good}"], 3, "INVALID_INPUT"),
    "three words": (["{good}"] * 3, 3, "INVALID_INPUT"),
    "no file and no program": (["{good}", "none.json"], 5, "COMMAND_NOT_FOUND"),
    "a directory": (["{good}", "/"], 3, "FILE_UNREADABLE"),
    "an empty word": (["{good}", ""], 3, "INVALID_INPUT"),
    "half a quote": (["{good}", "python 'x"], 3, "INVALID_INPUT"),
    "garbage": (["{good}", "{garbage}"], 3, "INVALID_MANIFEST"),
    "an empty file": (["{good}", "/dev/null"], 3, "INVALID_MANIFEST"),
    "a program without one": (["{good}", "true"], 4, "NO_MANIFEST"),
    "50 MB": (["{good}", "{large}"], 3, "INVALID_INPUT"),
    "no pattern": (["{good}", "{good}", "--allow"], 3, "INVALID_INPUT"),
}


@pytest.mark.parametrize(("words", "code", "error"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_call_says_what_to_do(files, words, code, error):
    """In one envelope, with a suggestion."""
    large = json.dumps({"commands": {"a": {"description": "x" * 50_000_000}}})
    paths = files(MANIFEST, "{" * 1000, large if "{large}" in words else "")
    named = dict(zip(["{good}", "{garbage}", "{large}"], paths, strict=True))
    result = run("diff", *(named.get(word, word) for word in words))
    said = envelope(result)["error"]

    assert (code, error) == (result.code, said["code"])
    assert said["suggestion"]


@pytest.mark.parametrize("depth", [50, 300, 900, 960, 980, 990, 5000])
def test_a_nested_manifest_is_compared_or_refused(files, depth):
    """However deep, exeunt does not fall over."""
    inside = '{"type": "array", "items": ' * depth + "{}" + "}" * depth
    old, new = (
        f'{{"commands": {{"a": {{"x": {n}, "output_schema": {inside}}}}}}}'
        for n in (1, 2)
    )

    assert run("diff", *files(old, new)).code in {0, 3}


def test_500_commands_are_compared(files):
    """Each change is in the one envelope."""
    paths = files(many(500), many(500, default="y"))

    found = data("diff", "--allow", "*", *paths)

    assert 5000 == len(found["breaking"])


# -- snapshots


@pytest.fixture
def program(files, tmp_path):
    """A program that says its manifest."""
    (manifest,) = files(MANIFEST)
    path = tmp_path / "app.py"
    path.write_text(f"import sys\nprint(open({manifest!r}).read())\n")
    return [sys.executable, str(path)]


def test_a_snapshot_is_compared_with_the_program(program, tmp_path):
    """What is committed is what CI compares with."""
    saved = str(tmp_path / "contract.json")
    found = data("snapshot", "-o", saved, "--", *program)

    assert ["file", "commands", "etag"] == list(found)
    assert (saved, 4) == (found["file"], found["commands"])
    assert "none" == data("diff", saved, " ".join(program))["semver"]


@pytest.mark.parametrize("before", [[], ["--"]], ids=["bare", "separated"])
def test_the_words_of_the_program_are_its_own(program, before):
    """From its name on, as in `exeunt run`: -I is Python's, and so is a second --."""
    python, app = program
    path = Path(app)
    (source,) = [line for line in path.read_text().splitlines() if "open(" in line]
    text = source.removeprefix("print(").removesuffix(")")
    path.write_text(
        "import json, sys\n"
        f"said = json.loads({text})\n"
        "said['description'] = ' '.join(sys.argv[1:])\n"
        "print(json.dumps(said))\n"
    )
    found = data("snapshot", *before, python, "-I", app, "--json", "--", "-o")

    assert "--json -- -o --schema" == found["description"]


def test_a_snapshot_is_a_manifest_by_our_own_schema(tmp_path):
    """That of an adopted program, at least."""
    source = (
        "import argparse, exeunt\n"
        "app = argparse.ArgumentParser()\n"
        "app.set_defaults(func=print)\n"
        "exeunt.adopt(app)()\n"
    )
    path = tmp_path / "app.py"
    path.write_text(source)
    found = data("snapshot", "--", sys.executable, str(path))

    wrong = jsonschema.Draft7Validator(schema("manifest")).iter_errors(found)
    assert [] == list(wrong)
    assert [""] == list(found["commands"])


def test_a_snapshot_is_printed_as_it_would_be_saved(program, tmp_path):
    """The same bytes, twice."""
    saved = tmp_path / "contract.json"
    data("snapshot", "-o", str(saved), "--", *program)
    result = run("snapshot", "--output", "text", "--", *program)

    assert (0, saved.read_text(), "") == result


@pytest.mark.parametrize("place", ["none/contract.json", "."])
def test_a_place_that_cannot_be_written_is_told(program, tmp_path, place):
    """And nothing is left there."""
    before = sorted(tmp_path.iterdir())
    result = run("snapshot", "-o", str(tmp_path / place), "--", *program)

    assert (3, "FILE_UNWRITABLE") == (result.code, envelope(result)["error"]["code"])
    assert before == sorted(tmp_path.iterdir())


def test_a_program_without_a_contract_has_no_snapshot(tmp_path):
    """The old file stays."""
    saved = tmp_path / "contract.json"
    saved.write_text("old")
    result = run("snapshot", "-o", str(saved), "true")

    assert (4, "NO_MANIFEST") == (result.code, envelope(result)["error"]["code"])
    assert "old" == saved.read_text()
