"""The source of handlers → the numbers in it."""

import importlib
import importlib.util

import pytest

from exeunt.testing import lint


@pytest.fixture
def module(tmp_path):
    """Import a source text as a module."""

    def load(text):
        path = tmp_path / "handlers.py"
        path.write_text(text)
        spec = importlib.util.spec_from_file_location("handlers", path)
        loaded = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(loaded)
        return loaded

    return load


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("sys.exit(5)", "exit-number"),
        ("sys.exit(-1)", "exit-number"),
        ("exit(1)", "exit-number"),
        ("quit(2)", "exit-number"),
        ("os._exit(1)", "exit-number"),
        ("leave(3)", "exit-number"),
        ("raise SystemExit(2)", "exit-number"),
        ("raise typer.Exit(code=4)", "exit-number"),
        ("raise click.exceptions.Exit(4)", "exit-number"),
        ("ctx.exit(4)", "exit-number"),
        ("parser.exit(status=2)", "exit-number"),
        ("if code == 7: pass", "compared-number"),
        ("if result.returncode != 2: pass", "compared-number"),
        ("if 7 == left.exit_code: pass", "compared-number"),
        ("if code.value in (4, 5): pass", "compared-number"),
        ("match returncode:\n        case 4 | 5: pass", "compared-number"),
    ],
)
@pytest.mark.clause("E53", "E56")
def test_a_number_where_a_name_belongs_is_found(module, line, rule):
    """An exit with a number and a comparison with one are findings."""
    loaded = module(f"from sys import exit as leave\ndef f():\n    {line}\n")

    assert [(3, rule)] == [(finding.line, finding.rule) for finding in lint(loaded)]


@pytest.mark.clause("E54")
@pytest.mark.parametrize(
    "caught", ["", " Exception", " BaseException as error", " (OSError, Exception)"]
)
@pytest.mark.parametrize("leave", ["sys.exit(1)", "raise typer.Exit(1)"])
def test_a_blanket_exit_is_found_once(module, caught, leave):
    """Whoever catches everything and ends with a number has hidden what happened."""
    loaded = module(
        f"def f():\n    try:\n        g()\n    except{caught}:\n        {leave}\n"
    )

    assert [(4, "blanket-exit")] == [(one.line, one.rule) for one in lint(loaded)]


@pytest.mark.parametrize(
    "line",
    [
        "sys.exit()",
        "sys.exit(0)",
        "sys.exit(ExitCode.NOT_FOUND)",
        "sys.exit('text')",
        "sys.exit(main())",
        "if result.returncode == 0: pass",
        "if response.status_code == 404: pass",
        "if count == 7: pass",
        "if code is ExitCode.NOT_FOUND: pass",
        "exeunt.fail(ExitCode.NOT_FOUND, 'no')",
    ],
)
def test_names_texts_and_success_are_fine(module, line):
    """What is no code, or has its name, is no finding."""
    assert [] == lint(module(f"def f():\n    {line}\n"))


def test_a_handler_is_read_alone(module):
    """Of a handler, decorated or not, only its own lines are read."""
    loaded = module(
        "import functools, sys\ndef f():\n    sys.exit(1)\n"
        "@functools.cache\ndef g():\n    sys.exit(2)\n"
    )

    assert ["sys.exit(1)"] == [finding.source for finding in lint(loaded.f)]
    assert ["sys.exit(2)"] == [finding.source for finding in lint(loaded.g)]


def test_a_finding_names_its_place_and_the_fix(module):
    """As a compiler would: file, line, what, and what instead."""
    (finding,) = lint(module("import sys\ndef f():\n    sys.exit(5)\n"))

    assert str(finding).endswith(
        "handlers.py:3: sys.exit(5): name it: exeunt.fail(ExitCode.…, message)"
    )


def test_all_handlers_of_an_app_are_read(build, module):
    """An adopted app is read handler by handler, in each framework."""
    loaded = module(
        "import sys\ndef f():\n    '''F.'''\n    sys.exit(1)\n"
        "def g():\n    '''G.'''\n    sys.exit(2)\ndef h():\n    sys.exit(3)\n"
    )

    found = lint(build(f=loaded.f, g=loaded.g))

    assert ["sys.exit(1)", "sys.exit(2)"] == [finding.source for finding in found]


def test_what_has_no_source_is_refused():
    """A number has no source, nor has what was typed; the error says what has."""
    typed = {}
    exec("def handler(): pass", typed)  # noqa: S102 - as an interpreter does

    for subject in (5, typed["handler"]):
        with pytest.raises(TypeError, match="pass a handler or a module"):
            lint(subject)


@pytest.mark.checkout
@pytest.mark.clause("E53", "E54")
def test_our_own_commands_have_no_numbers():
    """What we ask of authors holds for the verbs of our own command line."""
    from exeunt.cli.verbs import VERBS

    verbs = [importlib.import_module(f"exeunt.cli.{name}") for name in VERBS]

    assert [] == [str(finding) for verb in verbs for finding in lint(verb)]
