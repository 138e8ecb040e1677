"""What Click's main() does for a person, and takes from its caller → as it was."""

import signal

import pytest

import command_line
from frameworks import suite

HEAD = """
import click, os, signal, sys, typer
class Banner(click.Group):
    def main(self, *words, **options):
        print("banner", file=sys.stderr)
        try:
            return super().main(*words, **options)
        except KeyError as error:
            print("no such key", error, file=sys.stderr)
            sys.exit(9)
"""
CLICK = """
@click.group(cls={kind}, context_settings={{"auto_envvar_prefix": "SET"}})
@click.pass_context
def app(context):
    if context.obj is not None:
        context.obj["n"] = 1
@app.command(context_settings={{"help_option_names": ["-h"]}})
@click.option("--side")
@click.pass_obj
def show(obj, side): print(obj, side)
@app.command()
def asks(): click.prompt("Name")
@app.command()
def reads(): input("x? ")
@app.command()
def stops(): os.kill(os.getpid(), signal.SIGINT)
@app.command()
def fails(): raise click.ClickException("bad thing")
@app.command()
def aborts(): raise click.Abort
@app.command()
def leaves(): sys.exit("so long")
@app.command()
def ends(): click.get_current_context().exit()
@app.command()
def key(): raise KeyError("k")
@app.command()
def gives(): return {{"n": 1}}
"""
TYPER = """
app = typer.Typer()
@app.callback()
def root(): ...
@app.command()
def show(side: str = "7"): print(None, side)
@app.command()
def asks(): typer.prompt("Name")
@app.command()
def reads(): input("x? ")
@app.command()
def stops(): os.kill(os.getpid(), signal.SIGINT)
@app.command()
def fails(): raise typer.BadParameter("bad thing")
@app.command()
def aborts(): raise typer.Abort
@app.command()
def leaves(): sys.exit("so long")
@app.command()
def ends(): raise typer.Exit
"""
START = """
if os.environ.get("BARE"):
    app({0})
import exeunt
exeunt.adopt(app, epilog=False)({0})
"""
APPS = {
    "click": HEAD + CLICK.format(kind="click.Group"),
    "typer": HEAD + TYPER,
    "own main": HEAD + CLICK.format(kind="Banner"),
}
IDIOM = 'obj={}, auto_envvar_prefix="CTX"'


@pytest.mark.parametrize("app", APPS)
@pytest.mark.parametrize(
    "words",
    [
        *(["show"], ["show", "--nope"], ["nope"], ["--help"], []),
        *(["asks"], ["reads"], ["stops"], ["fails"], ["aborts"], ["leaves"], ["ends"]),
    ],
    ids=" ".join,
)
def test_a_person_sees_what_main_shows(app, words):
    """Its errors, its own name, its "Aborted!" and the line before it."""
    source = APPS[app] + START.format("")
    before = suite.run_text(source, *words, BARE="1")
    ended = suite.run_text(source, *words)

    assert (before.stdout, before.stderr) == (ended.stdout, ended.stderr)


@pytest.mark.parametrize("app", ["click", "own main"])
def test_main_is_called_with_more_than_words(app):
    """The object, the prefix of its variables, the words and the name."""
    source = APPS[app] + START.format(IDIOM)
    before = suite.run_text(source, "show", CTX_SHOW_SIDE="7", BARE="1")
    ended = suite.run_text(source, "show", CTX_SHOW_SIDE="7")
    assert before == ended
    assert "{'n': 1} 7\n" == ended.stdout

    asked = suite.run_text(source, "show", "--output", "json", CTX_SHOW_SIDE="7")
    assert {"text": "{'n': 1} 7\n"} == suite.one_document(asked.stdout)["data"]
    source = APPS[app] + START.format('args=["show", "--nope"], prog_name="other"')
    assert "Usage: other show" in suite.run_text(source).stderr


@pytest.mark.parametrize(
    ("framework", "given", "said"),
    [
        ("click", "standalone_mode=False", "call run(words)"),
        ("argparse", "obj={}", "only Click and Typer"),
    ],
)
def test_what_main_cannot_be_called_with_is_said(framework, given, said):
    """An adopted program ends its process, and another framework has no context."""
    app = "import argparse, os; app = argparse.ArgumentParser()\n"
    app += "app.set_defaults(func=print)\n"
    app = APPS["click"] if framework == "click" else app

    assert said in suite.run_text(app + START.format(given)).stderr


def test_the_settings_of_a_context_are_as_before():
    """The prefix of the variables, and the names of --help."""
    source = APPS["click"] + START.format("")

    assert "None 7\n" == suite.run_text(source, "show", SET_SHOW_SIDE="7").stdout
    assert "Usage" in suite.run_text(source, "show", "-h").stdout


@pytest.mark.parametrize(
    ("word", "code", "said"),
    [
        ("gives", 0, {"n": 1}),
        ("fails", 1, "CLICK_ERROR"),
        ("aborts", 1, "INPUT_REQUIRED"),
        ("nope", 3, "UNKNOWN_COMMAND"),
        ("key", 1, "UNDECLARED_EXIT"),
        ("ends", 0, {}),
    ],
)
def test_a_program_is_told_what_became_of_an_apps_own_main(word, code, said):
    """It has run once, and what it makes of an error is its word."""
    source = APPS["own main"] + START.format("")
    ended = suite.run_text(source, word, "--output", "json")
    document = suite.one_document(ended.stdout)
    found = document["data"] if document["ok"] else document["error"]["code"]

    assert (code, said) == (ended.code, found)
    assert 1 == ended.stderr.count("banner")


def test_an_interrupt_still_ends_the_process_by_its_signal():
    """Click shows "Aborted!" for it, and whoever called sees what it was."""
    ended = suite.run_text(APPS["click"] + START.format(""), "stops")

    assert (-signal.SIGINT, "\nAborted!\n") == (ended.code, ended.stderr)


AT_A_QUESTION = """
import click.termui
def interrupted(text): raise KeyboardInterrupt
click.termui.visible_prompt_func = interrupted
"""


def test_an_interrupt_at_a_question_is_no_missing_answer():
    """Click makes an Abort of both; a terminal without signals has Ctrl-C as a key."""
    ended = suite.run_text(APPS["click"] + AT_A_QUESTION + START.format(""), "asks")

    assert (-signal.SIGINT, "Aborted!\n") == (ended.code, ended.stderr[-9:])


PACKAGE = """
import click, os
@click.command()
@click.option("--n", type=int)
def app(n): print(n)
if os.environ.get("BARE"):
    app()
import exeunt
exeunt.adopt(app)()
"""


@pytest.fixture
def package(tmp_path):
    """Run a package, or a module of it, the way `python -m` does."""
    folder = tmp_path / "pk"
    folder.mkdir()
    for name in ("__init__", "__main__", "sub"):
        text = "" if name == "__init__" else PACKAGE
        (folder / f"{name}.py").write_text(text)

    def run(module, *words, **env):
        program = (suite.sys.executable, "-m", module)
        path = f"{suite.SOURCE}:{tmp_path}"
        return command_line.run(*words, program=program, PYTHONPATH=path, **env)

    return run


@pytest.mark.parametrize("module", ["pk", "pk.sub"])
def test_a_package_has_the_name_that_it_was_started_by(package, module):
    """For a person as Click writes it; its variable is that of the package."""
    before, ended = package(module, "--n", "x", BARE="1"), package(module, "--n", "x")

    assert (before.stdout, before.stderr) == (ended.stdout, ended.stderr)
    assert f"python -m {module}" in ended.stderr
    asked = package("pk", "--n", "1", PK_OUTPUT="json")
    assert {"text": "1\n"} == suite.one_document(asked.stdout)["data"]
