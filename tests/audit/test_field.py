"""Programs as others write them: what a careful reviewer says, and nothing else."""

import compileall
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from auditing import ended, rules
from exeunt.audit.check import check
from exeunt.audit.fixtures import Fixtures, read_fixtures

FIELD = Path(__file__).parent / "field"
PROGRAMS = tomllib.loads((FIELD / "expected.toml").read_text("utf-8"))["program"]
COMPILERS = {
    ".c": "cc -o {bin} {src}",
    ".go": "go build -o {bin} {src}",
    ".java": "javac -d {folder} {src}",
    ".rs": "rustc -o {bin} {src}",
}


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program["source"])
def test_a_check_says_what_a_careful_reviewer_says(program, tmp_path):
    """Each program breaks the rules that are expected of it, and no other."""
    report = audited(program, tmp_path)

    expected = (program["dialect"], set(program["violated"]))
    assert expected == (report.dialect, rules(report))


def test_a_word_is_invented_only_where_the_help_lists_commands(tmp_path):
    """What would be an argument might do harm: it might name somebody for good."""
    source = "sound/register.sh"
    audited(next(p for p in PROGRAMS if p["source"] == source), tmp_path)

    assert not (tmp_path / "field" / f"{source}.names").exists()


def test_each_program_is_expected_to_do_something():
    """A program that nobody looks at proves nothing."""
    found = {path for kind in ("sound", "faulty") for path in (FIELD / kind).iterdir()}

    assert {FIELD / p["source"] for p in PROGRAMS} == {p for p in found if p.is_file()}


def audited(program, folder):
    """Check a copy of a program at the highest level: some write beside themselves."""
    field = shutil.copytree(FIELD, folder / "field")
    compileall.compile_file(field / "desk.py", quiet=1)  # no call may write bytecode
    fixtures = Fixtures()
    if "fixtures" in program:
        fixtures = read_fixtures(str(field / program["fixtures"]))
    dialect = program["dialect"] if program.get("given") else None
    words = built(field / program["source"], program["start"])
    return ended(check(words, level=3, fixtures=fixtures, dialect=dialect))


def built(source, start):
    """Return the words that run a program, which is compiled if it must be."""
    names = {
        "src": source,
        "bin": source.with_suffix(""),
        "folder": source.parent,
        "python": sys.executable,
    }
    compiler = COMPILERS.get(source.suffix, "").split()
    words = [word.format(**names) for word in start]
    for tool in (*compiler[:1], *words[:1]):
        if "/" not in tool and not shutil.which(tool):
            pytest.skip(f"{tool} is not installed")
    if compiler:
        subprocess.run([word.format(**names) for word in compiler], check=True)
    return words
