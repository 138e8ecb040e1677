"""Secrets that look otherwise.

A secret is printed so that nobody who looks for its characters finds them, and whoever
reads what was printed does.
"""

import base64
import html
import json
import textwrap

import pytest

from running import PYTHON, record
from sessions_at import ask

TOKEN = "tok-4f9Zq7LmX2+Wd8/Rv5"  # noqa: S105 - nobody's
FIRST, LAST = TOKEN[:6], TOKEN[6:]
READS_KEYS = """
import sys, tty
tty.setcbreak(0)
word = ""
while not word.endswith(("\\r", "\\n")):
    word += sys.stdin.read(1)
print("got", word, flush=True)
input()
"""
ASKS = (
    "import getpass\nword = getpass.getpass()\nprint('got', word, flush=True)\ninput()"
)


def said(tmp_path, text):
    """What a record says of a command that prints a text, and knows the secret."""
    code = f"import os; os.write(1, {text.encode()!r})"
    return record(tmp_path, PYTHON, "-c", code, APP_TOKEN=TOKEN)["stdout"]


def logs(tmp_path):
    """All that is kept of the output of runs."""
    return [path.read_bytes() for path in (tmp_path / "state").rglob("logs/*.*")]


@pytest.mark.attack(
    tried="A command prints a token with a colour, a NUL or a title inside, which are "
    "taken out of what is shown.",
    held="A stream is searched as it is seen, too: without escape sequences and "
    "control characters.",
    mend=(
        "src/exeunt/secrets/_view.py",
        "return Lines(data), Bare(data)",
        "return (View(data),)",
    ),
)
def test_sequences_inside(tmp_path):
    """Neither the record nor the log has it once they are cleaned."""
    for inside in ("\x1b[1m", "\x1b]0;title\a", "\x1b[K"):
        assert "***\n" == said(tmp_path, f"{FIRST}{inside}{LAST}\n").replace("\x1b", "")
    assert [] == [log for log in logs(tmp_path) if LAST.encode() in log]


@pytest.mark.attack(
    tried="A command writes the second half of a token first, returns in the line and "
    "writes the first before it; the log is read by a session.",
    held="Where the cursor moves, a line that shows a secret by now is painted anew.",
    mend=(
        "src/exeunt/secrets/_painted.py",
        'return data + anew(text.split("\\n"), shown.split("\\n"))',
        "return data",
    ),
)
def test_overwritten(tmp_path):
    """session read and its screen show the line without it."""
    code = f"print({' ' * 3 + TOKEN[3:]!r} + '\\r' + {TOKEN[:3]!r}); input()"
    words = ["--session", "s", PYTHON, "-c", code]
    ask(tmp_path, "start", *words, APP_TOKEN=TOKEN)
    ask(tmp_path, "wait", "s")

    assert TOKEN not in ask(tmp_path, "read", "s")["text"]
    assert TOKEN not in ask(tmp_path, "screen", "s")["screen"]


@pytest.mark.attack(
    tried="A program draws a token on the screen in two places and ends; its last "
    "screen is asked for when nobody is left who knows the secret.",
    held="The last screen is kept as it was drawn, without secrets.",
    mend=(
        "src/exeunt/sessions/supervisor.py",
        "self.last_screen = picture(dialogue.display, self.running.redactor)",
        "pass",
    ),
)
def test_last_screen(tmp_path):
    """The screen of a session that has ended."""
    halves = f"{TOKEN[3:]!r} + '\\x1b[1;1H' + {TOKEN[:3]!r}"
    code = f"print('\\x1b[2J\\x1b[1;4H' + {halves})"
    words = ["--session", "s", PYTHON, "-c", code]
    ask(tmp_path, "start", *words, APP_TOKEN=TOKEN)
    ask(tmp_path, "wait", "s", "--end")

    assert TOKEN not in ask(tmp_path, "screen", "s")["screen"]


@pytest.mark.attack(
    tried="A program prints the password that was typed into its session as a secret.",
    held="What is typed as a secret is known to all that redacts for the run.",
    mend=(
        "src/exeunt/terminal/dialogue.py",
        'if first.secret or modes.kind == "secret":',
        'if modes.kind == "secret":',
    ),
)
def test_typed(tmp_path):
    """Key by key, as editors of lines read it, it is in no answer, log or state."""
    ask(tmp_path, "start", "--session", "s", PYTHON, "-c", READS_KEYS)
    ask(tmp_path, "wait", "s")
    told = ask(tmp_path, "send", "s", "--secret", "--stdin", stdin=TOKEN.encode())
    screen = ask(tmp_path, "screen", "s")
    state = next((tmp_path / "state").rglob("sessions/s/state")).read_text()

    assert "got ***" in told["text"]
    assert TOKEN not in json.dumps([told, screen, state])
    assert [] == [log for log in logs(tmp_path) if TOKEN.encode() in log]


@pytest.mark.attack(
    tried="A password is typed at a prompt that does not echo, and nobody says that it "
    "is a secret; the program prints it.",
    held="What is typed where nothing is echoed is a secret.",
    mend=(
        "src/exeunt/terminal/dialogue.py",
        'if first.secret or modes.kind == "secret":',
        "if first.secret:",
    ),
)
def test_not_echoed(tmp_path):
    """--input at getpass()."""
    found = record(tmp_path, "--input", TOKEN, "--input", "x", PYTHON, "-c", ASKS)

    assert "got ***" in found["stdout"]


@pytest.mark.attack(
    tried="A token is printed in base64, in lines of 76 columns.",
    held="Where lines have no blanks, they are searched as if they were one.",
    mend=(
        "src/exeunt/secrets/_view.py",
        "return (Lines(data) if is_wrapped(gaps, data) else View(data),)",
        "return (View(data),)",
    ),
)
def test_wrapped(tmp_path):
    """Whatever stands before it."""
    for before in range(55, 60):
        text = "x" * before + TOKEN
        encoded = base64.b64encode(text.encode()).decode()
        told = said(tmp_path, "\n".join(textwrap.wrap(encoded, 76)) + "\n")

        assert "***" in told


@pytest.mark.attack(
    tried="A token is printed in a page of HTML, escaped as its library does it.",
    held="The table of forms has what libraries write.",
    mend=(
        "src/exeunt/secrets/forms.py",
        '    ("HTML", "escaped as by Python, Go, PHP or JavaScript; XML", in_html),\n',
        "",
    ),
)
def test_escaped(tmp_path):
    """As Python, Go and JavaScript write it."""
    secret = f"{TOKEN}&<'\">"
    python = html.escape(secret)
    go = html.escape(secret).replace("&#x27;", "&#39;").replace("&quot;", "&#34;")
    script = python.replace("&#x27;", "&#39;").replace("/", "&#x2F;")
    code = "import sys; print(*sys.argv[1:])"
    for text in (python, go, go.replace("+", "&#43;"), script):
        words = [PYTHON, "-c", code, text]
        found = record(tmp_path, *words, APP_TOKEN=secret)

        assert "***\n" == found["stdout"]


@pytest.mark.attack(
    tried="A token is printed in capitals.",
    held="All forms but base64 are looked for in any case.",
    mend=(
        "src/exeunt/secrets/redact.py",
        "text = view.text.lower() if self.small else view.text\n        found",
        "text = view.text\n        found",
    ),
)
def test_in_capitals(tmp_path):
    """And in small letters."""
    assert "*** ***" == said(tmp_path, f"{TOKEN.upper()} {TOKEN.lower()}")


@pytest.mark.attack(
    tried="A command ends after all but the last character of a token.",
    held="The beginning of a secret, four bytes or more, is hidden at a stream's end.",
    mend=(
        "src/exeunt/secrets/redact.py",
        'if is_telling(view.text[-count:] if count else b""):',
        "if False:",
    ),
)
def test_broken_off(tmp_path):
    """However much of it there is."""
    for size in (4, 9, len(TOKEN) - 1):
        assert "is ***" == said(tmp_path, f"is {TOKEN[:size]}")
