"""exeunt adopt -- PROG → an installed Python program, under a contract."""

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from command_line import envelope as said
from command_line import environment, run

PROGRAM = """
import argparse, sys
def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("n", type=int)
    parser.add_argument("--output")
    args = parser.parse_args()
    if args.n > 7:
        print("too much", file=sys.stderr)
        return 1
    print("got", args.n, args.output)
if __name__ == "__main__":
    sys.exit(main())
"""
SELF = """
import os, sys
print(__name__, __file__, __doc__, sorted(globals()), sys.argv)
print(sys.path, sys.flags, sys.modules["__main__"].__file__, os.environ.get("OWN"))
"""
FIRST = f"#!{sys.executable}"
TRAMPOLINES = {
    "distlib": "#!/bin/sh\n'''exec' \"{python}\" \"$0\" \"$@\"\n' '''",
    "uv": "#!/bin/sh\n'''exec' \"$(dirname -- \"$(realpath -- \"$0\")\")\"/'{near}' "
    "\"$0\" \"$@\"\n' '''",
    "env": "#!/usr/bin/env {base}",
    "env -S": "#!/usr/bin/env -S {base} -E",
    "options": "#! {python} -sE",
}


@pytest.fixture
def install(tmp_path):
    """Put a program where a shell would find it."""

    def put(text=PROGRAM, first=FIRST, name="tally"):
        file = tmp_path / name
        file.write_text(f"{first}\n{text}")
        file.chmod(0o755)
        return str(file)

    return put


def call(*words, **env):
    """Run a program by itself."""
    done = subprocess.run(
        words, capture_output=True, text=True, env=environment(**env), check=False
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("words", ["3", "3 --output json", "x", "", "--help", "9"])
def test_a_program_does_what_it_did(install, words):
    """Its streams are the same, byte for byte; its options are its own."""
    program = install()
    code, out, err = call(program, *words.split())
    ended = run("adopt", "--", program, *words.split())

    assert (out, err) == (ended.stdout, ended.stderr)
    assert bool(code) is bool(ended.code)


@pytest.mark.parametrize(
    ("words", "code", "error"),
    [("3", 0, None), ("x", 2, "INVALID_ARGUMENT"), ("9", 1, "UNDECLARED_EXIT")],
)
@pytest.mark.parametrize("ask", [["--json"], ["--output", "json"]])
def test_json_is_asked_of_exeunt(install, ask, words, code, error):
    """Before the program's own words: one envelope, whatever it has for options."""
    ended = run("adopt", *ask, "--", install(), words)
    document = said(ended._replace(stderr=""))  # it is the program's

    assert code == ended.code
    assert error == (document["error"] and document["error"]["code"])


def test_the_children_of_a_program_are_not_asked(install):
    """Whoever the program starts has another parent."""
    child = install(name="child")
    text = f"import subprocess\nprint(subprocess.getoutput('{child} 3'))"
    document = said(run("adopt", "--json", "--", install(text)))

    assert {"text": "got 3 None\n"} == document["data"]


def test_a_program_is_found_on_the_path(install):
    """As a shell finds it."""
    folder = str(Path(install()).parent)
    path = os.pathsep.join([folder, environment()["PATH"]])

    assert "got 3 None\n" == run("adopt", "tally", "3", PATH=path).stdout


def test_a_program_sees_itself_as_before(install):
    """Its module, its words, its path and its flags are those that Python gives it."""
    program = install(SELF)

    assert call(program, "a", OWN="1")[1] == run("adopt", program, "a", OWN="1").stdout


@pytest.mark.parametrize("layout", TRAMPOLINES)
def test_each_layout_of_a_console_script_is_known(install, layout, tmp_path):
    """A plain first line, env, and scripts for sh that are Python as well."""
    (tmp_path / "python-near").symlink_to(sys.executable)
    first = TRAMPOLINES[layout].format(
        python=sys.executable, near="python-near", base=Path(sys.executable).name
    )
    program = install(first=first)

    assert call(program, "3") == tuple(run("adopt", program, "3"))


def test_a_program_elsewhere_needs_no_exeunt(install, tmp_path):
    """It is run by its own interpreter, which finds exeunt here."""
    venv.create(tmp_path / "env", with_pip=False)
    python = tmp_path / "env" / "bin" / "python"
    program = install(first=f"#!{python}")
    document = said(run("adopt", "--json", program, "3", PYTHONPATH=None))

    assert (
        1
        == subprocess.run(
            [python, "-Ic", "import exeunt"], check=False, stderr=-3
        ).returncode
    )
    assert {"text": "got 3 None\n"} == document["data"]


@pytest.mark.parametrize(
    ("first", "code", "error"),
    [
        ("#!/bin/sh", 4, "NOT_PYTHON"),
        ("#!/bin/sh\n'''exec' \"open", 4, "NOT_PYTHON"),
        ("\x7fELF", 4, "NOT_PYTHON"),
        ("#!/nonexistent/python3", 4, "NOT_PYTHON"),
        ("#!{old}", 4, "PYTHON_TOO_OLD"),
    ],
)
def test_what_cannot_be_adopted_is_refused(install, tmp_path, first, code, error):
    """With the way to see it from outside."""
    old = tmp_path / "python3"
    old.write_text("#!/bin/sh\nprintf 9\n")
    old.chmod(0o755)
    program = install(first=first.replace("{old}", str(old)))
    ended = run("adopt", "--json", "--", program, "3")
    found = said(ended)["error"]

    assert (code, error) == (ended.code, found["code"])
    assert found["suggestion"]


def test_a_program_that_is_not_there_is_not_found():
    """By its name or by its path."""
    for word in ("no-such-program", "/nonexistent/program"):
        ended = run("adopt", "--json", "--", word)

        assert (5, "COMMAND_NOT_FOUND") == (
            ended.code,
            said(ended)["error"]["code"],
        )


def test_a_script_of_one_line_adopts_a_program_from_now_on(install, tmp_path):
    """It takes the words of the program, and EXEUNT_OFF=1 leaves adoption out."""
    program, written = install(), tmp_path / "adopted"
    ended = run("adopt", "--json", "--write", str(written), "--", program)

    assert {"file": str(written), "program": program} == said(ended)["data"]
    assert 2 == written.read_text().count("\n")
    assert {"text": "got 3 None\n"} == said(run("3", program=(written,)))["data"]
    assert call(program, "x") == call(written, "x", EXEUNT_OFF="1")
