"""A number of a program that the atlas knows → told by its table, if it is that one."""

import csv
import os
import subprocess
import sys

import pytest

import command_line
from adopted import ENVELOPE
from command_line import environment
from frameworks import suite

ENTRY = """\
#!{python}
import sys
def main():
{body}
if __name__ == "__main__":
    {call}
"""
ADOPTED = "import exeunt; exeunt.adopt(main{more})()"


@pytest.fixture
def install(tmp_path):
    """Put a distribution where Python finds it, with a script among its files."""

    def put(  # noqa: PLR0913 - the parts of a distribution
        name, body, *, distribution=None, recorded=True, call=ADOPTED, more=""
    ):
        known_as = distribution or name
        scripts = tmp_path / "bin"
        info = tmp_path / "site" / f"{known_as.replace('-', '_')}-1.dist-info"
        scripts.mkdir()
        info.mkdir(parents=True)
        script = scripts / name
        lines = "".join(f"    {line}\n" for line in body.splitlines())
        text = ENTRY.format(
            python=sys.executable, body=lines, call=call.format(more=more)
        )
        script.write_text(text)
        script.chmod(0o755)
        about = f"Metadata-Version: 2.1\nName: {known_as}\nVersion: 1\n"
        (info / "METADATA").write_text(about)
        with (info / "RECORD").open("w", newline="") as file:
            names = [f"../bin/{name}"] if recorded else ["other/codespell"]
            csv.writer(file).writerows([one, "", ""] for one in names)
        return script

    return put


def told(script, *words, **env):
    """The error and the meta of a call that asks for JSON."""
    site = script.parents[1] / "site"
    path = os.pathsep.join([str(site), str(suite.SOURCE)])
    variable = f"{script.name.upper().replace('-', '_')}_OUTPUT"
    done = subprocess.run(
        [script, *words],
        capture_output=True,
        text=True,
        check=False,
        env=environment(PYTHONPATH=path, **{variable: "json", **env}),
    )
    document = suite.one_document(done.stdout)
    ENVELOPE.validate(document)
    assert done.returncode == document["meta"]["exit_code"]
    return document["error"], document["meta"]


MISSPELT = "print('a.txt:1: teh ==> the')\nsys.exit(65)"


def test_the_table_of_a_known_program_speaks(install):
    """Its code and its meaning; what the program said is the detail."""
    error, meta = told(install("codespell", MISSPELT), "a.txt")

    assert ("FINDINGS", "misspellings were found") == (
        error["code"],
        error["message"],
    )
    assert "a.txt:1: teh ==> the" == error["detail"]
    assert ("codespell", "atlas") == (
        meta["known_by"]["tool"],
        meta["known_by"]["certainty"],
    )
    assert (65, 1) == (meta["own_exit_code"], meta["exit_code"])
    assert error["retryable"] is False


def test_by_exeunt_adopt_the_number_stays_as_well(install):
    """The table says what it is, and nothing is made of it."""
    script = install("codespell", MISSPELT, call="main()")
    site = f"{script.parents[1] / 'site'}{os.pathsep}{suite.SOURCE}"
    ended = command_line.run("adopt", "--json", "--", str(script), PYTHONPATH=site)
    found = suite.one_document(ended.stdout)

    assert (65, "FINDINGS", "kept") == (
        ended.code,
        found["error"]["code"],
        found["meta"]["dialect"],
    )


def test_what_could_be_two_ends_is_a_guess(install):
    """The row of isort's 1 speaks of imports, or of a file that it cannot read."""
    error, meta = told(install("isort", "sys.exit(1)"), "--check", "a.py")

    assert ("GENERAL_ERROR", "guess") == (error["code"], meta["known_by"]["certainty"])
    assert error["message"].startswith("either isort: ")
    assert "detail" not in error


def test_a_distribution_may_have_another_name(install):
    """Few do, and they are listed."""
    script = install("ansible-playbook", "sys.exit(4)", distribution="ansible-core")
    error, meta = told(script, "site.yml")

    assert "ansible-playbook" == meta["known_by"]["tool"]
    assert "UNDECLARED_EXIT" != error["code"]


@pytest.mark.parametrize(
    "parts",
    [
        {"distribution": "spellings"},  # another's, whose script has the name
        {"recorded": False},  # a file of that name beside the one that is installed
    ],
)
def test_a_name_that_anybody_may_carry_proves_nothing(install, parts):
    """It says what it said, and of its number nothing is known."""
    error, meta = told(install("codespell", MISSPELT, **parts), "a.txt")

    assert ("UNDECLARED_EXIT", "a.txt:1: teh ==> the") == (
        error["code"],
        error["message"],
    )
    assert "known_by" not in meta


def test_a_number_that_the_table_has_not_stays_unknown(install):
    """Its own words are all that there is."""
    error, _ = told(install("codespell", "print('so')\nsys.exit(99)"), "a.txt")

    assert ("UNDECLARED_EXIT", "so") == (error["code"], error["message"])


def test_what_the_author_declares_comes_first(install):
    """A contract knows better than a table."""
    contract = (
        ", defaults=exeunt.Contract(exits={exeunt.declare('MISSPELT', 99): 'teh'})"
    )
    script = install("codespell", "sys.exit(99)", more=contract)
    error, meta = told(script, "a.txt")

    assert ("MISSPELT", 99) == (error["code"], meta["exit_code"])
    assert "known_by" not in meta


def test_a_person_sees_no_table(install):
    """In text mode nothing is said that the program has not said."""
    script = install("codespell", MISSPELT)
    site = f"{script.parents[1] / 'site'}{os.pathsep}{suite.SOURCE}"
    ended = command_line.run("a.txt", program=(script,), PYTHONPATH=site)

    assert "a.txt:1: teh ==> the\n" == ended.stdout
    assert "misspellings" not in ended.stderr
