"""pytest and an adopted app → a test for each code that its commands declare."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import exeunt

APP = '''
import argparse, sys
import exeunt
from exeunt import ExitCode

@exeunt.contract(danger="safe", exits={ExitCode.NOT_FOUND: "No such note"})
def show(namespace):
    """Show a note."""
    try:
        with open(namespace.name, encoding="utf-8") as file:
            return {"text": file.read()}
    except FileNotFoundError:
        exeunt.fail(ExitCode.NOT_FOUND, "no such note")

@exeunt.contract(danger="mutating", exits={ExitCode.CONFLICT: "It is there already"})
def add(namespace):
    """Add a note."""
    try:
        open(namespace.name, "x").close()
    except FileExistsError:
        exeunt.fail(ExitCode.CONFLICT, "it is there already")
    if namespace.name.endswith("wrong"):
        sys.exit(9)

parser = argparse.ArgumentParser(prog="notes")
below = parser.add_subparsers()
for handler in (show, add):
    command = below.add_parser(handler.__name__)
    command.add_argument("name")
    command.set_defaults(func=handler)
main = exeunt.adopt(parser, name="notes")
'''
WAYS = """
import exeunt
from exeunt import ExitCode
from exeunt.testing import reaches

@reaches(ExitCode.SUCCESS, command="show")
def a_note(tmp_path):
    (tmp_path / "note").write_text("hello")
    return [str(tmp_path / "note")]

@reaches(ExitCode.NOT_FOUND, command="show", argv=["/no/such/note"])
def no_note():
    pass

@reaches(ExitCode.CONFLICT, command="add")
def a_note_already(tmp_path, exeunt_invoke):
    exeunt_invoke(["add", str(tmp_path / "note")])
    return exeunt_invoke(["add", str(tmp_path / "note")])
"""
TABLE = """
[tool.exeunt.reaches]
"add SUCCESS" = { argv = ["new"] }
"""
CHECKS = [
    "notes:main::add::--help",
    "notes:main::add::ARG_ERROR",
    "notes:main::show::--help",
    "notes:main::show::ARG_ERROR",
]
WITHOUT_WAYS = [
    "notes:main::add::CONFLICT",
    "notes:main::add::SUCCESS",
    "notes:main::show::NOT_FOUND",
    "notes:main::show::SUCCESS",
]
OURS = "exeunt.testing.plugin"
ENV = {
    **os.environ,
    "COLUMNS": "200",
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    "PYTHONPATH": str(Path(exeunt.__file__).parents[1]),  # it may be a relative one
}


@pytest.fixture
def project(tmp_path):
    """A project with an adopted app, and pytest to run in it."""
    (tmp_path / "notes.py").write_text(APP)
    (tmp_path / "tests").mkdir()
    configuration = '[tool.pytest.ini_options]\npythonpath = ["."]\n'
    (tmp_path / "pyproject.toml").write_text(
        configuration + 'exeunt_app = "notes:main"\n'
    )
    return Project(tmp_path)


class Project:
    """A directory in which pytest runs, with our plugin and no other."""

    def __init__(self, path):
        self.path = path

    def add(self, name, text):
        """Write a file, or more of it."""
        with (self.path / name).open("a") as file:
            file.write(text)

    def run(self, *options):
        """Run pytest; return its number, its output, and each test's result."""
        ended = subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                f"-p{OURS}",
                "-pno:cacheprovider",
                "-vv",
                "-rA",
                *options,
            ],
            cwd=self.path,
            env=ENV,
            capture_output=True,
            text=True,
            check=False,
        )
        found = re.findall(
            r"^(PASSED|FAILED|ERROR|SKIPPED) (.+?)(?: - .*)?$",
            ended.stdout,
            re.MULTILINE,
        )
        return ended.returncode, ended.stdout + ended.stderr, found


def named(found, result):
    """The tests that had a result."""
    return sorted(name for how, name in found if how == result)


def test_a_code_that_nobody_reaches_is_a_failure(project):
    """Each declared code is a test, under the app's name, and says how to pass."""
    code, output, found = project.run()

    assert 1 == code
    assert CHECKS == named(found, "PASSED")
    assert WITHOUT_WAYS == named(found, "FAILED")
    assert '@exeunt.testing.reaches(ExitCode.CONFLICT, command="add", argv=[...])' in (
        output
    )
    assert '"add CONFLICT" = ["..."]' in output
    assert "Traceback" not in output
    assert "collected 8 items" in output


def test_an_unreached_code_may_be_a_warning(project):
    """A team that adopts the contract step by step says so."""
    code, output, found = project.run("--exeunt-unreached=warn")

    assert 0 == code
    assert sorted(CHECKS + WITHOUT_WAYS) == named(found, "PASSED")
    assert "UnreachedCode: no test reaches CONFLICT of add" in output


def test_ways_in_test_modules_and_in_pyproject_reach_the_codes(project):
    """One test for each code: the author's own where there is one, with fixtures."""
    project.add("tests/test_ways.py", WAYS)
    project.add("pyproject.toml", TABLE)
    code, output, found = project.run()

    assert 0 == code, output
    assert sorted(
        [
            *CHECKS,
            "notes:main::add::SUCCESS",
            "tests/test_ways.py::a_note[show SUCCESS]",
            "tests/test_ways.py::a_note_already[add CONFLICT]",
            "tests/test_ways.py::no_note[show NOT_FOUND]",
        ]
    ) == named(found, "PASSED")


def test_all_of_it_works_under_xdist(project):
    """Each worker finds the same tests."""
    project.add("tests/test_ways.py", WAYS)
    project.add("pyproject.toml", TABLE)
    code, output, found = project.run("-pxdist", "-n2")

    assert 0 == code, output
    assert 8 == len(named(found, "PASSED"))


def test_asking_for_a_file_runs_no_more_than_its_tests(project):
    """The other codes are not complained about while one works on one file."""
    project.add("tests/test_ways.py", WAYS)

    assert 3 == len(project.run("tests/test_ways.py")[2])
    assert [("PASSED", "tests/test_ways.py::no_note[show NOT_FOUND]")] == project.run(
        "tests/test_ways.py::no_note[show NOT_FOUND]"
    )[2]
    assert 8 == len(project.run("tests")[2])
    assert [("PASSED", "notes:main::show::--help")] == project.run(
        "-k", "show and help"
    )[2]


@pytest.mark.parametrize(
    ("way", "message"),
    [
        (
            '@reaches(ExitCode.NOT_FOUND, command="show", argv=["notes.py"])',
            "show was to end with NOT_FOUND, not SUCCESS",
        ),
        (
            '@reaches(ExitCode.CONFLICT, command="show", argv=["x"])',
            "show does not declare CONFLICT, only SUCCESS, NOT_FOUND",
        ),
        ('@reaches(ExitCode.SUCCESS, command="shw")', "there is no command 'shw'"),
        (
            '@reaches(ExitCode.SUCCESS, command="add", argv=["wrong"])',
            "add ended with 9; it declares SUCCESS (0), CONFLICT (6)",
        ),
        ('@reaches(5, command="show")', "use ExitCode.NOT_FOUND"),
        (
            '@reaches(ExitCode.SUCCESS, command="show", argv="x")',
            'write argv=["one", "two"]',
        ),
    ],
)
def test_a_way_that_leads_elsewhere_is_a_failure(project, way, message):
    """The message says where it led, and what is declared."""
    project.add(
        "tests/test_ways.py",
        f"from exeunt import ExitCode\nfrom exeunt.testing import reaches\n"
        f"{way}\ndef a_way(): pass\n",
    )
    code, output, _ = project.run("tests/test_ways.py")

    assert code in {1, 2}
    assert message in output


@pytest.mark.parametrize(
    ("spec", "message", "workers"),
    [
        ("nowhere:main", "No module named 'nowhere'", []),
        ("nowhere:main", "No module named 'nowhere'", ["-pxdist", "-n1"]),
        ("notes:nothing", "has no attribute 'nothing'", []),
        ("notes:parser", "name what exeunt.adopt() returned", []),
    ],
)
def test_an_app_that_cannot_be_loaded_is_an_error(project, spec, message, workers):
    """The error names the app and what is wrong with it; nothing crashes."""
    code, output, _ = project.run("-oexeunt_app=", f"--exeunt-app={spec}", *workers)

    assert code in {1, 2}
    assert f"{spec} cannot be tested" in output
    assert message in output
    assert "INTERNALERROR" not in output


def test_two_apps_are_told_apart(project):
    """Where several apps are tested, a way names its own."""
    project.add("other.py", "from notes import parser\nimport exeunt\n")
    project.add("other.py", 'main = exeunt.adopt(parser, name="other")\n')
    project.add(
        "tests/test_ways.py",
        "import notes\nfrom exeunt import ExitCode\n"
        "from exeunt.testing import reaches\n"
        '@reaches(ExitCode.NOT_FOUND, command="show", argv=["x"], app="other:main")\n'
        '@reaches(ExitCode.NOT_FOUND, command="show", argv=["x"], app=notes.main)\n'
        "def no_note(): pass\n"
        "def test_which(exeunt_invoke):\n    exeunt_invoke(['show', 'x'])\n",
    )
    _, output, found = project.run("--exeunt-app=other:main")
    missed = [name for name in named(found, "FAILED") if "SUCCESS" not in name]

    assert [
        "notes:main::add::CONFLICT",
        "other:main::add::CONFLICT",
        "tests/test_ways.py::test_which",
    ] == missed
    assert [
        "tests/test_ways.py::no_note[notes:main show NOT_FOUND]",
        "tests/test_ways.py::no_note[other:main show NOT_FOUND]",
    ] == [name for name in named(found, "PASSED") if "no_note" in name]
    assert "which app is meant? pass app=, one of notes:main, other:main" in output


def test_a_command_that_takes_any_option_is_not_run(project):
    """What would swallow an unknown option is skipped, and its handler not called."""
    project.add(
        "greedy.py",
        """
import argparse, exeunt
def take(namespace):
    open("taken", "w").close()
parser = argparse.ArgumentParser(prog="greedy", prefix_chars="+")
parser.add_argument("words", nargs="*")
parser.set_defaults(func=take)
main = exeunt.adopt(parser, name="greedy")
""",
    )
    _, output, _ = project.run("-oexeunt_app=greedy:main")

    assert "takes any option" in output
    assert not (project.path / "taken").exists()


def test_the_programs_that_tests_start_are_guarded(project):
    """EXEUNT_DEV reaches every program under test, and is gone afterwards."""
    project.add("tests/test_dev.py", "import os\ndef test_it():\n")
    project.add("tests/test_dev.py", "    assert os.environ['EXEUNT_DEV'] == '1'\n")

    assert [("PASSED", "tests/test_dev.py::test_it")] == project.run(
        "tests/test_dev.py"
    )[2]


def test_without_an_app_the_plugin_does_nothing(project):
    """No test is added, no environment changed, and nothing of ours is loaded."""
    project.add(
        "tests/test_idle.py",
        "import os, sys\n"
        "def test_it():\n"
        "    assert 'EXEUNT_DEV' not in os.environ\n"
        "    ours = {n for n in sys.modules if n.split('.')[0] == 'exeunt'}\n"
        "    allowed = {'exeunt', 'exeunt.errors', 'exeunt.testing'}\n"
        "    assert ours == allowed | {'exeunt.testing.plugin'}\n",
    )

    assert [("PASSED", "tests/test_idle.py::test_it")] == project.run("-oexeunt_app=")[
        2
    ]


def test_the_fixture_without_an_app_says_what_to_set(project):
    """exeunt_invoke needs to know whom to call."""
    project.add("tests/test_it.py", "def test_it(exeunt_invoke): pass\n")
    code, output, _ = project.run("-oexeunt_app=")

    assert 1 == code
    assert 'set exeunt_app = "package.module:main"' in output


@pytest.mark.checkout
def test_pytest_finds_the_plugin_by_its_entry_point():
    """The package names it, so that nobody has to."""
    import tomllib

    root = Path(__file__).parents[2]
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]

    assert {"exeunt": OURS} == project["entry-points"]["pytest11"]
