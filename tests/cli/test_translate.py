"""exeunt translate → the same meaning in another number, and what gets lost."""

import json

import pytest

from command_line import at_terminal, data, envelope, run, too_wide
from exeunt import ExitCode
from exeunt.cli._paint import Paint
from exeunt.cli.translate import as_data, show
from exeunt.dialects.dialect import dialect, dialect_names
from exeunt.dialects.translate import translate


@pytest.mark.clause("E47", "M14")
def test_the_names_on_the_wire_are_pinned():
    """Both sides have dialect, code and name; a loss is a sentence."""
    found = data("translate", "--from", "agent-spec", "--to", "murli", "8")

    assert {
        "from": {"dialect": "agent-spec", "code": 8, "name": "AUTH_REQUIRED"},
        "to": {"dialect": "murli", "code": 6, "name": "AUTH_REQUIRED"},
        "lost": ["the category: 6 is any missing permission"],
    } == found


@pytest.mark.parametrize(
    ("words", "number", "name"),
    [
        (["--from", "murli", "--to", "agent-spec", "8"], 11, "RATE_LIMITED"),
        (["--from", "murli", "8"], 11, "RATE_LIMITED"),
        (["8", "--from=murli"], 11, "RATE_LIMITED"),
        (["--to", "murli", "11"], 8, "RATE_LIMITED"),
        (["--to", "murli", "RATE_LIMITED"], 8, "RATE_LIMITED"),
        (["--to", "murli", "rate_limited"], 8, "RATE_LIMITED"),
        (["--from", "sysexits", "EX_NOPERM"], 7, "PERMISSION_DENIED"),
        (["--to", "agent-spec@1.6", "2"], 3, "PARTIAL_FAILURE"),
        (["--to", "agent-spec@1.6", "3"], 2, "ARG_ERROR"),
        (["--from", "agent-spec@1.6", "2"], 3, "ARG_ERROR"),
        (["--from", "shell", "124"], 10, "TIMEOUT"),
        (["--to", "holon", "SUCCESS"], 0, "SUCCESS"),
    ],
    ids=str,
)
def test_a_code_is_translated(words, number, name):
    """By number or name; the side that is not given is agent-spec."""
    found = data("translate", *words)

    assert (number, name) == (found["to"]["code"], found["to"]["name"])
    assert name == found["from"]["name"]


@pytest.mark.parametrize("target", dialect_names())
def test_every_code_has_the_number_of_the_table(target):
    """What is written is what `exeunt dialects` shows, and what is lost is said."""
    for code in ExitCode:
        found = as_data(translate(code.value, "agent-spec", target), "agent-spec")
        lost = dialect(target).lost.get(code)

        assert dialect(target).numbers[code] == found["to"]["code"]
        assert ([lost] if lost else []) == found["lost"]


@pytest.mark.parametrize("word", ["-15", "143"])
def test_a_signal_stays_a_signal(word):
    """No dialect has another number for what the kernel did."""
    found = data("translate", "--from", "murli", "--to", "sysexits", word)

    assert (143, 143, []) == (found["from"]["code"], found["to"]["code"], found["lost"])


def test_a_person_sees_an_arrow():
    """Text mode shows both numbers, the name and each loss."""
    result = at_terminal("translate", "--to", "murli", "8", NO_COLOR="1")
    expected = (
        "agent-spec 8  →  murli 6  AUTH_REQUIRED\n"
        "  lost  the category: 6 is any missing permission\n"
    )

    assert (0, expected, "") == result


def test_no_loss_is_said_too():
    """Nothing lost is not nothing said."""
    result = at_terminal("translate", "--from", "murli", "8", NO_COLOR="1")

    assert result.stdout.endswith("  lost  nothing\n")


@pytest.mark.parametrize("source", dialect_names())
@pytest.mark.parametrize("target", dialect_names())
def test_every_translation_fits_the_screen(source, target):
    """No line is wider than 80 columns."""
    texts = [
        show(as_data(translate(number, source, target), source), Paint(colour=False))
        for number in range(256)
    ]

    assert [] == [line for text in texts for line in too_wide(text)]


def test_what_an_envelope_says_cannot_steer_the_terminal(tmp_path):
    """A message from elsewhere is spelt out where it would be obeyed."""
    said = envelope(run("explain", "eleven"))
    said["error"]["message"] = "\x1b]0;gone\x07\x1b[2Jdone"
    path = tmp_path / "said.json"
    path.write_text(json.dumps(said))
    words = ["translate", "--to", "holon", "--envelope", str(path), "3"]
    result = at_terminal(*words, NO_COLOR="1")

    assert 0 == result.code
    assert "\\x1b]0;gone\\x07\\x1b[2Jdone" in result.stdout
    assert result.stdout.replace("\n", "").isprintable()


def test_an_envelope_is_said_anew(tmp_path):
    """With --envelope both streams of the other dialect come along."""
    path = tmp_path / "said.json"
    path.write_text(run("explain", "eleven").stdout)
    found = data("translate", "--to", "murli", "--envelope", str(path), "3")["to"]
    written = json.loads(found["stderr"])

    assert ["dialect", "code", "name", "stdout", "stderr"] == list(found)
    assert (1, "") == (found["code"], found["stdout"])
    assert (1, "invalid_input") == (written["code"], written["error"])
    assert "'eleven' is not an exit code" == written["message"]
