"""An exception that nobody expects → what Python shows of it, and its outcome."""

import subprocess
import sys

import pytest

from adopted import FRAMEWORKS, Ended, envelope, environment, program, run, said

MODES = ("text", "json")
REPLACED = """
try:
    open("/nonexistent/config.toml")
except FileNotFoundError:
    raise RuntimeError("wrong password")
"""
BECAUSE = """
try:
    open("/nonexistent/config.toml")
except FileNotFoundError as error:
    raise RuntimeError("no settings") from error
"""
HOOK = """
def hook(kind, error, trace):
    print("REPORTED", kind.__name__, error, file=sys.stderr)
sys.excepthook = hook
"""


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_what_is_handled_meanwhile_is_no_cause(framework):
    """What fails inside an `except` is told as itself, and not as what led there."""
    ended = run(REPLACED, framework)
    error = envelope(ended)["error"]

    assert (1, "UNHANDLED", "wrong password") == (
        ended.code,
        error["code"],
        error["message"],
    )


def test_a_cause_speaks_behind_what_it_caused():
    """`raise … from …` says because of; the last word is that of the exception."""
    error = envelope(run(BECAUSE))["error"]

    assert ("FILE_NOT_FOUND", "no settings") == (error["code"], error["message"])
    assert error["detail"].startswith("FileNotFoundError: [Errno 2]")


def test_an_exception_that_another_was_made_with_is_why():
    """As urllib tells of a refused connection."""
    body = "from urllib.request import urlopen; urlopen('http://127.0.0.1:1/')"
    error = envelope(run(body))["error"]

    assert "UNAVAILABLE" == error["code"]
    assert error["message"].startswith("<urlopen error ")
    assert error["detail"].startswith("ConnectionRefusedError: ")


@pytest.mark.parametrize("body", [REPLACED, BECAUSE, "open('/nonexistent/x')"])
@pytest.mark.parametrize("framework", ["argparse", "click"])
def test_a_person_sees_the_traceback(framework, body):
    """Of a standard exception, too, and with all that is chained to it."""
    ended = run(body, framework, mode="text")
    lines = ended.stderr.splitlines()

    assert ["Traceback (most recent call last):", True] == [lines[0], ended.code > 0]
    assert lines[-1].startswith(("RuntimeError: ", "FileNotFoundError: "))
    assert [] == [line for line in lines if "/exeunt/" in line]
    assert "[Errno 2] No such file" in ended.stderr


FAILS = """
    try:
        open("/nonexistent/config.toml")
    except FileNotFoundError as error:
        raise ValueError("no") from error
"""
CLICK = """
import click
app = click.Group("app")
@app.command()
def do():
"""
TYPER = """
import typer
app = typer.Typer()
@app.callback()
def root(): pass
@app.command()
def do():
"""
CYCLOPTS = """
import cyclopts
app = cyclopts.App(name="app")
@app.command
"""
OWN_CALL = """
import click
class Mine(click.Group):
    def __call__(self):
        return super().__call__(auto_envvar_prefix="MINE")
app = Mine("app")
@app.command()
def do():
"""
APPS = {
    "main": "def app():",
    "click": CLICK,
    "own call": OWN_CALL,
    "typer": TYPER,
    "cyclopts": f"{CYCLOPTS}def do():",
    "cyclopts async": f"{CYCLOPTS}async def do():",
    "cyclopts meta": f"""
{CYCLOPTS}
def do():{FAILS}
main = app
app = app.meta
@app.default
def meta(*words: str):
    return main(words)
@app.command
def other():
""",
}
# What is shown around the line that calls the app is the same.
CALL = """
import os
if not os.environ.get("BARE"):
    from exeunt import adopt; app = adopt(app)
# What follows is shown
# in a traceback, with
# the lines around it.
import sys
sys.exit(app())
"""


@pytest.mark.parametrize("app", APPS)
def test_the_traceback_is_the_one_of_before(app, tmp_path):
    """To the letter, with the frames of the framework down to the handler."""
    if app == "typer":
        pytest.importorskip("rich")
    file = tmp_path / "program.py"
    file.write_text(f"{APPS[app]}{FAILS}{CALL}")
    before, after = (
        subprocess.run(
            [sys.executable, file, "do"],
            env={**environment(), "BARE": bare},
            capture_output=True,
            text=True,
            check=False,
        )
        for bare in ("1", "")
    )

    assert (1, 5) == (before.returncode, after.returncode)
    assert "ValueError: no\n" == before.stderr[-15:]
    assert (before.stdout, before.stderr) == (after.stdout, after.stderr)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("framework", ["argparse", "click", "cyclopts"])
def test_the_programs_own_hook_is_called(framework, mode):
    """Who reports exceptions elsewhere goes on doing so."""
    ended = run("raise ValueError('no')", framework, before=HOOK, mode=mode)

    assert (1, "REPORTED ValueError no\n") == (ended.code, ended.stderr)


def test_typer_shows_its_own_traceback():
    """With the frames of the program, in the app's own way."""
    pytest.importorskip("rich")
    ended = run("raise ValueError('no')", "typer", mode="text")

    assert (1, True) == (ended.code, "╭" in ended.stderr)


def test_a_hook_that_exits_has_the_last_word():
    """Its number is the program's own, as if the handler had ended with it."""
    before = "sys.excepthook = lambda *_: sys.exit(1)"
    ended = run("raise FileNotFoundError('gone')", before=before, mode="text")

    assert (1, "") == (ended.code, ended.stderr)


def test_a_broken_hook_is_shown_as_python_shows_it():
    """Its error first, then what it was to show."""
    before = "sys.excepthook = lambda *_: 1 / 0"
    stderr = run("raise ValueError('no')", before=before, mode="text").stderr

    assert "Error in sys.excepthook:" == stderr.splitlines()[0]
    assert stderr.index("ZeroDivisionError") < stderr.index("Original exception was:")
    assert "ValueError: no" == stderr.splitlines()[-1]


def test_exit_hooks_find_the_last_exception():
    """It is where Python leaves it for them."""
    body = """
    import atexit
    atexit.register(lambda: print(sys.last_type.__name__, sys.last_value))
    raise ValueError("no")
    """

    assert "ValueError no\n" == run(body, mode="text").stdout


def test_what_the_author_expects_is_one_line():
    """An exception in a table of the author is a message, not a bug."""
    options = "raises={ValueError: ExitCode.CONFLICT}"
    ended = run("raise ValueError('taken')", "click", options=options, mode="text")

    assert (6, "", "Error: taken\n") == ended


@pytest.mark.parametrize("mode", MODES)
def test_in_dev_mode_the_author_sees_where_it_came_from(monkeypatch, mode):
    """An expected exception has a traceback, too, and the same code."""
    monkeypatch.setenv("EXEUNT_DEV", "1")
    parts = {"options": "raises={ValueError: ExitCode.CONFLICT}", "mode": mode}
    ended = run("raise ValueError('taken')", "click", **parts)

    assert (6, True) == (ended.code, "Traceback" in ended.stderr)
    assert "Error: taken" not in ended.stderr.splitlines()


def test_a_failure_is_told_before_the_threads_are_waited_for():
    """As before: what a thread prints at the end comes behind it."""
    body = """
    import threading
    def work():
        threading.main_thread().join()
        print("thread", file=sys.stderr)
    threading.Thread(target=work).start()
    raise ValueError("no")
    """
    lines = run(body, mode="text").stderr.splitlines()

    assert ["ValueError: no", "thread"] == lines[-2:]


@pytest.mark.clause("K27")
@pytest.mark.parametrize(
    ("raised", "code", "name"),
    [
        ("ConnectionError('no')", 1, "UNAVAILABLE"),
        ("EOFError('no')", 1, "INPUT_REQUIRED"),
        ("ModuleNotFoundError('no')", 1, "DEPENDENCY_MISSING"),
        ("FileNotFoundError('no')", 5, "FILE_NOT_FOUND"),
        ("FileExistsError('no')", 6, "FILE_EXISTS"),
        ("PermissionError('no')", 7, "PERMISSION_DENIED"),
        ("TimeoutError('no')", 10, "TIMEOUT"),
    ],
)
def test_without_a_contract_no_number_invites_a_repetition(raised, code, name):
    """Three files may have been written; who sees the number alone is not misled."""
    assert (code, name) == said(bare(f"raise {raised}"))


@pytest.mark.clause("K27")
@pytest.mark.parametrize(
    ("promises", "options"),
    [
        ("danger='safe'", ""),
        ("exits={ExitCode.NOT_FOUND: 'gone'}", ""),
        ("", "raises={ConnectionError: ExitCode.UNAVAILABLE}"),
    ],
)
def test_what_an_author_says_keeps_its_number(promises, options):
    """A contract, danger="safe" and raises= are words that somebody stands for."""
    parts = {"promises": promises, "options": options}

    assert (12, "UNAVAILABLE") == said(run("raise ConnectionError('no')", **parts))


@pytest.mark.clause("K27")
def test_before_the_handler_begins_a_number_keeps_its_promise():
    """A type converter that cannot connect has changed nothing."""
    converter = "def connect(text):\n    raise ConnectionError('no')\n"
    ended = bare("pass", before=converter, kind="connect", words=["--count", "1"])

    assert (12, "UNAVAILABLE") == said(ended)


def bare(body, *, before="", kind="int", words=()):
    """Run a program on argparse whose command has no contract at all."""
    source = program(body, before=before)
    source = source.replace("func=promise(lambda", "func=(lambda")
    source = source.replace("type=int", f"type={kind}")
    done = subprocess.run(
        [sys.executable, "-c", source, "do", *words, "--output", "json"],
        capture_output=True,
        text=True,
        check=False,
        env=environment(),
    )
    return Ended(done.returncode, done.stdout, done.stderr)
