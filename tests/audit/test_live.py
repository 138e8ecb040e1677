"""The call of a program → its manifest, or why there is none; and nothing else."""

import json
import os
import sys
import time
from pathlib import Path

import pytest

from contracts import MANIFEST
from exeunt.audit.live import ask
from exeunt.errors import InputError
from exeunt.manifest.diff import diff
from running import Mark

EXAMPLES = Path(__file__).parents[2] / "examples"
FRONTS = ("argparse", "click", "cyclopts", "typer")
DIALECT = """
import exeunt
from notes.after.click_app import app
from notes.after.promises import EVERY
exeunt.adopt(app, name="notes", defaults=EVERY, dialect="{}")()
"""


@pytest.fixture
def notes(monkeypatch):
    """The words that call an example."""
    beside = os.environ.get("PYTHONPATH")
    both = os.pathsep.join([str(EXAMPLES), *([beside] if beside else [])])
    monkeypatch.setenv("PYTHONPATH", both)
    return lambda front: [sys.executable, "-m", f"notes.after.{front}_app"]


@pytest.fixture
def program(tmp_path):
    """Write a program in Python; return the words that call it."""

    def write(source):
        path = tmp_path / "program.py"
        path.write_text(f"import json, os, sys, time\n{source}\n")
        return [sys.executable, str(path)]

    return write


@pytest.mark.checkout
@pytest.mark.parametrize("front", FRONTS)
def test_an_adopted_program_says_what_it_promises(notes, front):
    """On every framework, with all of its commands."""
    manifest = ask(notes(front))

    assert ["add", "delete", "import", "list", "rename", "show", "sync"] == sorted(
        path for path in manifest["commands"] if path
    )
    assert () == diff(manifest, ask(notes(front))).changes


@pytest.mark.checkout
@pytest.mark.clause("H10")
def test_another_dialect_moves_the_numbers(notes):
    """The public successor exchanges 2 and 3, which breaks every caller."""
    call = [sys.executable, "-c", DIALECT.format("agent-spec@1.6")]
    found = diff(ask(notes("click")), ask(call)).changes
    broken = {c.path: c.change for c in found if c.verdict == "breaking"}

    assert "dialect_changed" == broken["/dialect"]
    assert "exit_moved" == broken["add/exit_codes/2"] == broken["add/exit_codes/3"]


def test_a_program_is_asked_by_an_option_before_it_is_by_a_word(program):
    """A word might be the name of something that it then removes."""
    call = program(
        f"said = json.loads({json.dumps(MANIFEST)!r})\n"
        "print(json.dumps(said | {'etag': ' '.join(sys.argv[1:])}))"
    )

    assert "--schema" == ask(call)["etag"]


def test_a_program_may_have_the_command_alone(program):
    """As the public spec has it."""
    call = program(
        f"print({json.dumps(MANIFEST)!r}) if 'manifest' in sys.argv"
        " else sys.exit(f'unknown option: {sys.argv[1]}')"
    )

    assert MANIFEST == ask(call)


def test_a_program_that_lets_options_pass_gets_no_word(program):
    """It might take `manifest` for what it is to fetch and run."""
    call = program(
        "sys.exit('ran ' + ' '.join(sys.argv[1:]) if 'manifest' in sys.argv else 7)"
    )

    with pytest.raises(InputError, match="it ended with 7;"):
        ask(call)


def test_a_program_that_is_asked_has_no_home_and_nothing_to_read(program):
    """What it writes there goes with it."""
    call = program(
        "home = os.path.expanduser('~')\n"
        "open(home + '/left', 'w').write('x')\n"
        "config = os.environ['XDG_CONFIG_HOME']\n"
        f"own = home not in ('', {str(Path.home())!r})\n"
        "said = [own, config == home + '/config', sys.stdin.read()]\n"
        f"found = json.loads({json.dumps(MANIFEST)!r})\n"
        "print(json.dumps(found | {'etag': json.dumps(said)}))"
    )

    assert [True, True, ""] == json.loads(ask(call)["etag"])


def test_what_a_program_writes_when_it_is_asked_lands_nowhere(program, tmp_path):
    """Not even beside itself, and no second question sees it."""
    log = tmp_path / "calls"
    call = program(
        f"open({str(log)!r}, 'a').write('called')\n"
        f"size = str(os.path.getsize({str(log)!r}))\n"
        f"found = json.loads({json.dumps(MANIFEST)!r})\n"
        "print(json.dumps(found | {'etag': size}))"
    )

    assert "6" == ask(call)["etag"]
    assert not log.exists()


# What a program does → the error, and a word of its message.
REFUSALS = {
    "says nothing": ("", "NO_MANIFEST", "ended with 0"),
    "fails": ("sys.exit(3)", "NO_MANIFEST", "ended with 3"),
    "is killed": ("os.kill(os.getpid(), 9)", "NO_MANIFEST", "SIGKILL"),
    "prints garbage": ("print('{' * 10_000)", "NO_MANIFEST", "ended with 0"),
    "prints other JSON": ("print('{\"a\": 1}')", "NO_MANIFEST", "ended with 0"),
    "prints a gibibyte": (
        "for _ in range(1024): sys.stdout.write('x' * (1 << 20))",
        "NO_MANIFEST",
        "more than 32 MiB",
    ),
    "hangs": ("time.sleep(600)", "NO_ANSWER", "did not answer"),
    "talks for ever": ("while True: print('{')", "NO_ANSWER", "did not answer"),
}


@pytest.mark.parametrize(
    ("source", "code", "word"), REFUSALS.values(), ids=REFUSALS.keys()
)
def test_a_program_without_a_manifest_is_an_error(
    program, monkeypatch, source, code, word
):
    """Within its time, in words, and nothing is left of it."""
    mark = Mark()
    for name, value in mark.env.items():
        monkeypatch.setenv(name, value)
    limit = 1.0 if code == "NO_ANSWER" else 100.0
    with pytest.raises(InputError, match=word) as caught:
        ask(program(source), limit)

    assert code == caught.value.error_code
    assert caught.value.fix
    assert [] == mark.gone()


def test_a_program_that_is_not_there_is_an_error():
    """It is neither a file nor a program."""
    with pytest.raises(InputError, match="neither") as caught:
        ask(["no-such-program-anywhere"])

    assert "COMMAND_NOT_FOUND" == caught.value.error_code


# A default → what it is in Python, with what it needs.
MACHINE = {
    "processors": "os.cpu_count()",
    "processors it may use": "len(os.sched_getaffinity(0))",
    "all but one": "max(1, os.cpu_count() - 1)",
    "a folder": "os.getcwd()",
    "a temporary folder": "__import__('tempfile').gettempdir()",
    "a user": "__import__('getpass').getuser()",
    "a machine": "__import__('socket').gethostname()",
    "a node": "__import__('platform').node()",
    "columns": "__import__('shutil').get_terminal_size().columns",
    "a second": "int(time.time())",
    "a day": "time.strftime('%Y-%m-%d')",
    "a day of the calendar": "str(datetime.date.today())",
    "a day in UTC": "str(datetime.datetime.now(datetime.timezone.utc).date())",
    "a year": "datetime.datetime.now().year",
    "a zone": "time.tzname[0]",
    "chance": "__import__('random').random()",
    "a set": "''.join({'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'})",
}
FIXED = {
    "a number": "4",
    "a file of the user": "os.path.expanduser('~/.config/notes')",
    "a moment": "str(datetime.datetime(2020, 1, 1) + datetime.timedelta(1))",
    "no default": "None",
}
ADOPTED = """
import argparse, datetime
import exeunt
app = argparse.ArgumentParser(prog="notes")
app.add_argument("--value", default={default}, help="now %(default)s in all")
app.add_argument("--fixed", default="x")
app.set_defaults(func=lambda namespace: {{}})
exeunt.adopt(app, name="notes", version="1")()
"""


@pytest.mark.parametrize("default", MACHINE.values(), ids=MACHINE.keys())
def test_a_value_of_the_machine_or_the_moment_is_computed(program, default):
    """It is left out, and so is the word of the help that repeats it."""
    flags = ask(program(ADOPTED.format(default=default)))["commands"][""]["flags"]

    assert (["default"], False) == (
        flags["value"].get("computed"),
        "default" in flags["value"],
    )
    assert "now … in all" == flags["value"]["description"]
    assert ("x", False) == (flags["fixed"]["default"], "computed" in flags["fixed"])


@pytest.mark.parametrize("default", FIXED.values(), ids=FIXED.keys())
def test_what_is_the_same_everywhere_is_not_computed(program, default):
    """A caller may rely on it."""
    flags = ask(program(ADOPTED.format(default=default)))["commands"][""]["flags"]

    assert "computed" not in flags["value"]


CHOICES = """
import click, exeunt
@click.command()
@click.option("--slot", type=click.Choice([str(n) for n in range(os.cpu_count())]))
@click.option("--jobs", type=click.IntRange(1, os.cpu_count()))
@click.option("--name", type=click.Choice({"ab", "bc", "cd", "de", "ef", "fg"}))
def app(slot, jobs, name): pass
exeunt.adopt(app, name="notes", version="1")()
"""


def test_choices_and_limits_of_the_machine_are_computed_too(program):
    """And the words of a set have an order."""
    flags = ask(program(CHOICES))["commands"][""]["flags"]

    assert [["enum_values"], ["maximum"], None] == [
        flags[name].get("computed") for name in ("slot", "jobs", "name")
    ]
    assert ["ab", "bc", "cd", "de", "ef", "fg"] == flags["name"]["enum_values"]
    assert (1, False) == (flags["jobs"]["minimum"], "maximum" in flags["jobs"])


def test_a_program_that_answers_at_home_alone_is_asked_there_again(program):
    """Its folder stays the same; what else differs is still found."""
    refusing = f"os.getcwd() == {str(Path.cwd())!r} or sys.exit(9)"
    source = ADOPTED.format(default="os.cpu_count()")
    flags = ask(program(f"{refusing}\n{source}"))["commands"][""]["flags"]

    assert ["default"] == flags["value"]["computed"]


def test_a_program_that_knows_the_year_is_asked_with_its_own_clock(program):
    """Another name of the user is still another name."""
    refusing = f"time.time() < {time.time() + 86_400} or sys.exit(9)"
    source = ADOPTED.format(default="os.environ.get('USER', 'nobody')")
    flags = ask(program(f"{refusing}\n{source}"))["commands"][""]["flags"]

    assert ["default"] == flags["value"]["computed"]


def test_a_program_that_answers_in_one_place_has_its_manifest(program):
    """Then nothing can be compared, and nothing is marked."""
    source = "os.environ.get('USER') == 'elsewhere' and sys.exit(9)"
    flags = ask(program(f"{source}\n{ADOPTED.format(default='time.time()')}"))

    assert "default" in flags["commands"][""]["flags"]["value"]


def test_a_call_may_name_files_from_where_it_is_made(program, tmp_path, monkeypatch):
    """In the other folder they are found by the same words."""
    program(ADOPTED.format(default="os.getcwd()"))
    monkeypatch.chdir(tmp_path)
    beside = tmp_path / "folder" / "file"
    beside.parent.mkdir()
    beside.write_text("kept")
    flags = ask([sys.executable, "program.py"])["commands"][""]["flags"]

    assert ["default"] == flags["value"]["computed"]
    assert "kept" == beside.read_text()


def test_the_machines_own_sitecustomize_is_still_loaded(program, tmp_path, monkeypatch):
    """The one that shifts the clock stands before it, and goes out of its way."""
    beside = tmp_path / "beside"
    beside.mkdir()
    (beside / "sitecustomize.py").write_text("import os\nos.environ['SITE'] = 'own'\n")
    monkeypatch.setenv("PYTHONPATH", str(beside))
    flags = ask(
        program(ADOPTED.format(default="os.environ.get('SITE', str(time.time()))"))
    )

    assert "own" == flags["commands"][""]["flags"]["value"]["default"]
