"""Secrets that look otherwise.

A secret is printed so that nobody who looks for its characters finds them, and whoever
reads what was printed does.
"""

import base64
import html
import json
import textwrap
from uuid import uuid4

import pytest

import adopted
from running import PYTHON, record, run
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
    held="Lines are searched as if they were one.",
    mend=(
        "src/exeunt/secrets/_view.py",
        "return (Words(data) if ends else View(data),)",
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


@pytest.mark.attack(
    tried="A variable of the environment is printed whose name ends in _PASS.",
    held="The table of names has what programs call their secrets.",
    mend=(
        "src/exeunt/secrets/table.py",
        '    ("PASS", "RABBITMQ_DEFAULT_PASS={}"),\n',
        "",
    ),
)
def test_named(tmp_path):
    """In the record and in the log."""
    found = record(tmp_path, "printenv", "SMTP_PASS", SMTP_PASS=TOKEN)

    assert "***\n" == found["stdout"]
    assert [b"***\n"] == logs(tmp_path)


@pytest.mark.attack(
    tried="The address of a database is printed, with the password in it.",
    held="Passwords in the addresses of any variable are known, alone and as a part.",
    mend=(
        "src/exeunt/secrets/variables.py",
        "found += inside(name, value)",
        "pass",
    ),
)
def test_in_an_address(tmp_path):
    """Whatever the variable is called."""
    address = "postgres://me:s3cret-Word9@db/prod"
    for name in ("DATABASE_URL", "PLACE"):
        found = record(tmp_path, "printenv", name, **{name: address})

        assert "postgres://me:***@db/prod\n" == found["stdout"]


@pytest.mark.attack(
    tried="A password is given to mysql behind -p, and the record shows the words.",
    held="The table has the options of commands whose names say nothing.",
    mend=(
        "src/exeunt/secrets/table.py",
        'MYSQL: tuple[Rule, ...] = (("-p", ATTACHED, "", ""),)',
        "MYSQL: tuple[Rule, ...] = ()",
    ),
)
def test_among_the_words(tmp_path):
    """They are kept without it, in the record and in the journal."""
    found = record(tmp_path, "env", "echo", "mysql", f"-p{TOKEN}", "db")

    assert ["echo", "mysql", "-p***", "db"] == found["args"]
    assert "mysql -p*** db\n" == found["stdout"]


@pytest.mark.attack(
    tried="A password lies in a file that every user may read.",
    held="Such a file is refused, as ssh refuses a key.",
    mend=(
        "src/exeunt/secrets/kept.py",
        "if stat.S_ISREG(found.st_mode) and ours and found.st_mode & OTHERS:",
        "if False:",
    ),
)
def test_a_file_for_all(tmp_path):
    """Before anything is started."""
    file = tmp_path / "secret"
    file.write_text(TOKEN)
    file.chmod(0o644)

    assert 125 == run(tmp_path, "--secret-input-file", str(file), "true").code


@pytest.mark.attack(
    tried="Somebody lists the processes while a command is given its password.",
    held="A password can be given by the name of a variable or of a file.",
    mend=(
        "src/exeunt/cli/argv.py",
        "secret = from_variable(inputs[place])",
        "secret = inputs[place]",
    ),
)
def test_listed(tmp_path):
    """The words of no process have it, and the command does."""
    ask = (
        "import getpass, os; print(len(getpass.getpass())); os.system('ps -ewwo args')"
    )
    given = ["--max-output", "1000000", "--secret-input-env", "WORD"]
    word = uuid4().hex  # that no other test has among its words
    shown = record(tmp_path, *given, PYTHON, "-c", ask, WORD=word)["stdout"]

    assert f"\n{len(word)}\n" in shown
    assert "***" not in shown


@pytest.mark.attack(
    tried="An adopted program returns a secret of its call in bytes, and as a cursor.",
    held="What a call says is searched as a whole, and for base64, in which bytes"
    " leave.",
    mend=("src/exeunt/secrets/given.py", "dumps(secret)[1:-1], *in_bytes", "secret"),
)
def test_bytes_and_a_cursor():
    """Neither the data nor meta shows it."""
    ended = adopted.run(
        "return page([token.encode()], cursor=token)", words=["--token", TOKEN]
    )
    said = adopted.envelope(ended)

    assert "***" == said["data"][0]["value"] == said["meta"]["cursor"]
