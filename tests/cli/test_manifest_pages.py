"""`exeunt manifest --format` → a page printed, written, or found stale."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import MODULE, at_terminal, data, envelope, environment, run, shell
from contracts import MANIFEST, many, patched
from exeunt.pages.own_skill import own_skill

EXAMPLES = Path(__file__).parents[2] / "examples"
FRONTS = ("click", "typer", "cyclopts", "argparse")
AS_SKILL = ("manifest", "--format", "skill")


@pytest.fixture
def contract(tmp_path):
    """A manifest in a file."""
    path = tmp_path / "notes.json"
    path.write_text(json.dumps(MANIFEST))
    return path


def path_to_examples():
    """Where `notes` is imported from, beside what is tested."""
    beside = os.environ.get("PYTHONPATH")
    return os.pathsep.join([str(EXAMPLES), *([beside] if beside else [])])


@pytest.mark.checkout
@pytest.mark.parametrize("front", FRONTS)
@pytest.mark.parametrize("made", ["markdown", "skill"])
def test_a_live_program_has_its_page(front, made):
    """Every command of the examples, with how it is called; no edit is needed."""
    result = run(
        *("manifest", "--format", made, "--call", "notes", "--"),
        *(sys.executable, "-m", f"notes.after.{front}_app"),
        PYTHONPATH=path_to_examples(),
    )

    assert (0, "") == (result.code, result.stderr)
    for verb in ("list", "show NUMBER", "add TITLE", "rename NUMBER TITLE"):
        assert f"\nnotes {verb}" in result.stdout
    assert "notes delete NUMBER --yes" in result.stdout
    assert ("name: notes" in result.stdout) is (made == "skill")


def test_a_page_is_bare_unless_json_is_asked_for(contract):
    """In a pipe a page is what was asked for; --json wraps it."""
    bare = run(*AS_SKILL, str(contract))
    wrapped = data(*AS_SKILL, "--json", str(contract))
    by_environment = data(*AS_SKILL, str(contract), EXEUNT_OUTPUT="json")

    assert bare.stdout.startswith("---\nname: notes\n")
    assert {"format": "skill", "page": bare.stdout} == wrapped == by_environment
    assert bare.stdout == at_terminal(*AS_SKILL, str(contract)).stdout


def test_a_manifest_is_asked_for_like_any(contract):
    """Without a format, what a program says is the data, or is known already."""
    said = data("manifest", "--", str(contract))
    again = envelope(run("manifest", "--etag", said["etag"], "--", str(contract)))

    assert MANIFEST["commands"] == said["commands"]
    assert again["meta"]["not_modified"] is True


def test_exeunt_has_pages_of_its_own():
    """Without a program it is exeunt that is described."""
    result = run("manifest", "--format", "markdown")

    assert 0 == result.code
    assert "## exeunt manifest\n" in result.stdout


@pytest.mark.parametrize("words", [(), ("--", "exeunt")])
def test_exeunts_own_page_for_agents_is_short(words):
    """It is the one of the package, not the six times longer one of its contract."""
    result = run("manifest", "--format", "skill", *words)

    assert (0, own_skill()) == (result.code, result.stdout)


def test_what_was_written_is_fresh_until_the_contract_changes(contract, tmp_path):
    """82 and a diff on stderr, with the call that renews the page."""
    page = tmp_path / "SKILL.md"
    words = (*AS_SKILL, "--json")
    written = data(*words, "--write", str(page), "--", str(contract))
    first = page.read_text()
    fresh = data(*words, "--check", str(page), "--", str(contract))
    contract.write_text(json.dumps(patched({"commands/list/description": "New."})))
    stale = run(*words, "--check", str(page), "--", str(contract))
    said = json.loads(stale.stdout)
    kept = page.read_text()
    again = said["error"]["suggestion"].removeprefix("renew it: ")

    assert {"file": str(page), "format": "skill", "written": True} == written
    assert {**written, "written": False} == fresh
    assert (82, "STALE_PAGE") == (stale.code, said["error"]["code"])
    assert {"added": 3, "removed": 3} == {
        name: said["meta"]["page"][name] for name in ("added", "removed")
    }
    assert "\n-List the notes.\n+New.\n" in stale.stderr
    assert kept == first
    assert 0 == shell(again).code
    assert 0 == run(*words, "--check", str(page), "--", str(contract)).code


def test_a_person_sees_what_is_stale(contract, tmp_path):
    """The diff, then what to do; no page on stdout."""
    page = tmp_path / "page.md"
    page.write_text("old \x1b[31mred\n")
    result = run(
        *("manifest", "--format", "markdown", "--output", "text"),
        *("--check", str(page), str(contract)),
    )

    assert (82, "") == (result.code, result.stdout)
    assert "-old \\x1b[31mred\n" in result.stderr
    assert "try: renew it: exeunt manifest --format markdown --write" in result.stderr


@pytest.mark.parametrize(
    ("words", "code", "name"),
    [
        (["--check", "nowhere.md", "notes.json"], 5, "FILE_NOT_FOUND"),
        (["--check", ".", "notes.json"], 3, "FILE_UNREADABLE"),
        (["--write", "no/where.md", "notes.json"], 3, "FILE_UNWRITABLE"),
        (["--write", "a", "--check", "b", "notes.json"], 3, "INVALID_INPUT"),
        (["--json", "garbage.json"], 3, "INVALID_MANIFEST"),
        (["--json", "broken.json"], 3, "INVALID_MANIFEST"),
        (["--json", "--", "./nowhere"], 5, "COMMAND_NOT_FOUND"),
        (["--json", "--", "true"], 4, "NO_MANIFEST"),
        (["--json", "-"], 3, "INVALID_MANIFEST"),
    ],
    ids=str,
)
def test_what_cannot_be_done_is_said(contract, words, code, name):
    """Each with its code, and nothing is left behind."""
    folder = contract.parent
    (folder / "garbage.json").write_text("{]")
    (folder / "broken.json").write_text('{"commands": {"do": 1}}')
    before = sorted(folder.iterdir())
    result = run(*AS_SKILL, *words, cwd=folder)

    assert (code, name) == (result.code, envelope(result)["error"]["code"])
    assert before == sorted(folder.iterdir())


def test_stdin_needs_a_name(contract):
    """A manifest does not say how its program is called."""
    nameless = run(*AS_SKILL, "--json", "-", stdin=contract.read_text())
    named = run(*AS_SKILL, "--call", "notes", "-", stdin=contract.read_text())

    assert 3 == nameless.code
    assert "write --call NAME" == envelope(nameless)["error"]["suggestion"]
    assert named.stdout.startswith("---\nname: notes\n")


def test_a_reader_may_leave_early(tmp_path):
    """A long page into head ends without a word, as any filter does."""
    path = tmp_path / "many.json"
    path.write_text(json.dumps(many(2000)))
    result = shell(f"exeunt manifest --format markdown {path} | head -n 1")

    assert (0, "# many\n", "") == (result.code, result.stdout, result.stderr)


def test_the_home_it_is_asked_in_is_on_no_page(tmp_path):
    """A default below HOME is written with ~, and is no change of a contract."""
    app = tmp_path / "app.py"
    app.write_text(
        "import argparse, os, exeunt\n"
        "app = argparse.ArgumentParser(prog='app')\n"
        "app.add_argument('--place', default=os.path.expanduser('~/notes'))\n"
        "app.set_defaults(func=lambda args: {})\n"
        "exeunt.adopt(app)()\n"
    )
    words = ("manifest", "--format", "markdown", "--", sys.executable, str(app))
    first, second = run(*words), run(*words)
    snapshot = str(tmp_path / "contract.json")
    run("snapshot", "-o", snapshot, "--", *words[-2:])

    assert "default `~/notes`" in first.stdout
    assert first == second
    assert "none" == data("diff", snapshot, shlex.join(words[-2:]))["semver"]


def test_a_file_is_whole_or_what_it_was(contract, tmp_path):
    """A disk that is full leaves the old page, and nothing beside it."""
    page = tmp_path / "page.md"
    page.write_text("old\n")
    words = (*AS_SKILL, "--json", "--write", str(page), str(contract))
    limited = subprocess.run(
        ["sh", "-c", 'ulimit -f 0; exec "$@"', "sh", *MODULE, *words],
        capture_output=True,
        env=environment(),
        check=False,
    )

    assert 3 == limited.returncode
    assert b"FILE_UNWRITABLE" in limited.stdout
    assert "old\n" == page.read_text()
    assert [contract, page] == sorted(tmp_path.iterdir())
