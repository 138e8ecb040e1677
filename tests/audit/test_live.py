"""The call of a program → its manifest, or why there is none; and nothing else."""

import json
import os
import sys
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
    manifest, _ = ask(notes(front))

    assert ["add", "delete", "import", "list", "rename", "show", "sync"] == sorted(
        path for path in manifest["commands"] if path
    )
    assert () == diff(manifest, ask(notes(front))[0]).changes


@pytest.mark.checkout
@pytest.mark.clause("H10")
def test_another_dialect_moves_the_numbers(notes):
    """The public successor exchanges 2 and 3, which breaks every caller."""
    call = [sys.executable, "-c", DIALECT.format("agent-spec@1.6")]
    found = diff(ask(notes("click"))[0], ask(call)[0]).changes
    broken = {c.path: c.change for c in found if c.verdict == "breaking"}

    assert "dialect_changed" == broken["/dialect"]
    assert "exit_moved" == broken["add/exit_codes/2"] == broken["add/exit_codes/3"]


def test_a_program_is_asked_by_an_option_before_it_is_by_a_word(program, tmp_path):
    """A word might be the name of something that it then removes."""
    log = tmp_path / "calls"
    call = program(
        f"open({str(log)!r}, 'a').write(json.dumps(sys.argv[1:]) + '\\n')\n"
        f"print({json.dumps(MANIFEST)!r}) if '--schema' in sys.argv else sys.exit(9)"
    )
    ask(call)

    assert [["--schema"]] == [json.loads(line) for line in log.read_text().splitlines()]


def test_a_program_may_have_the_command_alone(program):
    """As the public spec has it."""
    call = program(
        f"print({json.dumps(MANIFEST)!r}) if 'manifest' in sys.argv else sys.exit(2)"
    )

    assert MANIFEST == ask(call)[0]


def test_a_program_that_is_asked_has_no_home_and_nothing_to_read(program, tmp_path):
    """What it writes there goes with it."""
    seen = tmp_path / "seen"
    call = program(
        "open(os.path.expanduser('~/left'), 'w').write('x')\n"
        "said = [os.path.expanduser('~'), os.environ['XDG_CONFIG_HOME'], "
        "sys.stdin.read()]\n"
        f"open({str(seen)!r}, 'w').write(json.dumps(said))\n"
        f"print({json.dumps(MANIFEST)!r})"
    )
    _, home = ask(call)
    expected = [home, f"{home}/config", ""]

    assert expected == json.loads(seen.read_text())
    assert not Path(home).exists()
    assert home != str(Path.home())


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
