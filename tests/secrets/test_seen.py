"""A secret that nobody wrote in a row → hidden wherever somebody would see it."""

import base64
import json
import re
import textwrap

import pytest

import exeunt
from exeunt.secrets.redact import Redactor
from exeunt.text.clean import clean
from running import PYTHON, record, run
from sessions_at import ask

TOKEN = "tok-4f9Zq7LmX2"  # noqa: S105 - nobody's
# How a terminal comes to show it all the same.
WAYS = {
    "a colour": "tok-\x1b[1;31m4f9\x1b[0mZq7LmX2",
    "a colour for each character": "\x1b[m".join(TOKEN),
    "NUL": "tok-\x004f9Zq7LmX2",
    "a bell": "tok-\a4f9Zq7LmX2",
    "DEL": "tok-\x7f4f9Zq7LmX2",
    "a shift": "tok-\x0e\x0f4f9Zq7LmX2",
    "a title": "tok-\x1b]0;title\a4f9Zq7LmX2",
    "a link": "tok-\x1b]8;;http://x\x1b\\4f9Zq7\x1b]8;;\x1b\\LmX2",
    "a device's string": "tok-\x1bPq1\x1b\\4f9Zq7LmX2",
    "another set of characters": "tok-\x1b(B4f9Zq7LmX2",
    "an erased rest": "tok-4f9\x1b[KZq7LmX2",
    "a backspace": "tok-4fX\b9Zq7LmX2",
    "bold, as of nroff": "t\bto\bok\bk-\b-4f9Zq7LmX2",
    "steps back": "tok-XX\x1b[2D4f9Zq7LmX2",
    "a step there and back": "tok-\x1b[C\x1b[D4f9Zq7LmX2",
    "an overwritten line": "XXX-4f9Zq7LmX2\rtok",
    "a column": "    4f9Zq7LmX2\x1b[1Gtok-",
    "steps in a line": "    4f9Zq7LmX2\r\x1b[3C-\x1b[4Dtok",
    "the line above": "    4f9Zq7LmX2\nfoo\x1b[A\rtok-\n",
    "a control of eight bits": "tok-\x9b1m4f9Zq7LmX2",
}
ways = pytest.mark.parametrize("said", WAYS.values(), ids=WAYS)


def printing(said, then=""):
    """Words of a program that writes a text, and what it does then."""
    code = f"import sys, os\nos.write(1, {said.encode()!r} + b'\\n')\n{then}"
    return [PYTHON, "-c", code]


def in_pieces(redactor, data, size):
    """What comes out if data goes in so many bytes at a time."""
    pieces = [data[at : at + size] for at in range(0, len(data), size)]
    return b"".join([*map(redactor.feed, pieces), redactor.flush()])


@pytest.mark.parametrize("size", [1, 5, 1000])
@ways
def test_a_stream_does_not_show_it(said, size):
    """Neither as it is cleaned, nor what is written of it in a row."""
    out = in_pieces(Redactor([TOKEN]), f"{said}\nrest\n".encode(), size)

    assert TOKEN not in clean(out)
    assert "rest\n" in clean(out)
    assert "***" in clean(out)


@ways
def test_a_record_does_not_show_it(tmp_path, said):
    """stdout of a record, and the log that it names, as a reader cleans it."""
    found = record(tmp_path, *printing(said), APP_TOKEN=TOKEN)
    log = (tmp_path / "state").rglob("logs/*.out")

    assert TOKEN not in found["stdout"]
    assert "***" in found["stdout"]
    assert [] == [path for path in log if TOKEN in clean(path.read_bytes())]


@pytest.mark.parametrize("option", ["--raw", "--max-output=16"])
def test_a_record_of_another_kind_does_not_show_it_either(tmp_path, option):
    """With its colours, or cut where the secret stands."""
    said = f"{'x' * 9}{WAYS['a colour']}{'y' * 99}"
    found = record(tmp_path, option, *printing(said), APP_TOKEN=TOKEN)

    assert TOKEN not in re.sub("\x1b\\[[0-9;]*m", "", found["stdout"])
    assert "4f9" not in found["stdout"]


@ways
def test_a_session_does_not_show_it(tmp_path, said):
    """Its output, its screen and its question, while it runs and afterwards."""
    asks = f"input({said!r} + '? ')"
    ask(tmp_path, "start", "--session", "s", *printing(said, asks), APP_TOKEN=TOKEN)
    waits = ask(tmp_path, "wait", "s")
    shown = [ask(tmp_path, verb, "s") for verb in ("read", "screen")]
    ask(tmp_path, "send", "s", "y")
    ask(tmp_path, "wait", "s", "--end")
    shown += [ask(tmp_path, verb, "s") for verb in ("read", "screen")]

    assert "waiting_for_input" == waits["status"]
    assert TOKEN not in json.dumps([waits, *shown])
    assert "***" in shown[0]["text"]
    assert "***" in shown[2]["text"]


@ways
def test_what_is_driven_does_not_show_it(tmp_path, said):
    """Nor a terminal's record."""
    words = ["--json", *printing(said, "input()"), "--", "x"]
    found = run(tmp_path, *words, verb="drive", APP_TOKEN=TOKEN).record

    assert TOKEN not in found["stdout"]
    assert "***" in found["stdout"]


@ways
def test_a_program_is_not_shown_it(said):
    """exeunt.run(), and the pieces that it hands on."""
    pieces = []

    def note(event):
        if isinstance(event, exeunt.Wrote):
            pieces.append(event.data)

    done = exeunt.run(printing(said), secrets=[TOKEN], log=False, on_event=note)

    assert TOKEN not in done.stdout
    assert TOKEN not in clean(b"".join(pieces))


SEVERAL = "\n".join(f"name{n}: {TOKEN}{n:03}" for n in range(9))
LONG = f"{TOKEN}-Qw9Er8Ty7Ui6Op5"


@pytest.mark.parametrize("width", [20, 60, 64, 76])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("before", ["", "user:", "a line\nus:"])
def test_wrapped_base64_is_found(before, end, width):
    """Wherever its lines end, whatever stands before: base64(1), openssl, mails."""
    text = f"{before}{LONG}\n{SEVERAL}"
    encoded = base64.b64encode(text.encode()).decode()
    said = end.join(textwrap.wrap(encoded, width)) + end
    for size in (1, 77, 10_000):
        out = in_pieces(Redactor([LONG]), said.encode(), size).decode()
        left = base64.b64decode(
            re.sub(r"\*\*\*.*", "", out, flags=re.DOTALL)[:-4] + "=="
        )

        assert "***" in out
        assert LONG[:4].encode() not in left[len(before) :]


def test_a_folded_secret_is_found():
    """As `fold -w 16` has it; a short one may stand at two lines by chance."""
    folded = "\n".join(textwrap.wrap(LONG, 16))

    assert "a b\n***\nc d\n" == Redactor([LONG]).text(f"a b\n{folded}\nc d\n")
    assert "1234\n5678" == Redactor(["12345678"]).text("1234\n5678")


@pytest.mark.parametrize("change", [str.upper, str.lower, str.title, str.swapcase])
def test_another_case_is_found(change):
    """A header in capitals; but a short secret is a word in another case."""
    assert "x ***" == Redactor([LONG]).text(f"x {change(LONG)}")
    assert "x Test" == Redactor(["test"]).text("x Test")
    assert "x ***" == Redactor(["äöüßäöüß"]).text("x ÄÖÜSSÄÖÜSS")


def test_a_colour_goes_on_behind_a_secret():
    """What follows looks as it did: only the characters are hidden."""
    said = "\x1b[1mtok-\x1b[31m4f9\x1b[0mZq7LmX2 plain"

    assert "\x1b[1m***\x1b[31m\x1b[0m plain" == Redactor([TOKEN]).text(said)


def test_a_line_is_not_held_back_for_its_last_letter():
    """Only for so much of a secret as is no chance; and what is not seen has an end."""
    redactor = Redactor([LONG])

    assert b"a t\n" == redactor.feed(b"a t\n")
    assert b"a " == redactor.feed(b"a tok-\n")
    assert b"tok-\nb\n" == redactor.feed(b"b\n")
    assert b"" == redactor.feed(b"tok-" + b"\0" * 1000)
    assert redactor.feed(b"\0" * 100_000)
