"""What was printed, however much, by whomever, to the last moment → in the answer."""

import json
import os
import signal
import subprocess
import sys

import pytest

from adopted import (
    FRAMEWORKS,
    envelope,
    environment,
    finish,
    program,
    run,
    said,
    start,
)
from exeunt.dialects.dialect import dialect_names
from exeunt.leaving._long import pieces
from exeunt.secrets.given import hide_in

pytestmark = pytest.mark.skipif(os.name != "posix", reason="about descriptors")

EVERY = pytest.mark.parametrize("framework", FRAMEWORKS)
EARLY = """
import logging, subprocess
log = logging.getLogger()
log.addHandler(logging.StreamHandler(sys.stdout))
"""
OTHERS = (
    "what was written to stdout past Python, by a child, a logger or a library, went "
    "to stderr, since the command printed, too"
)
BESIDE = "what the command printed went to stderr, since it also had a result"
FAILED = "what the command printed went to stderr, since it failed"
PAST = {
    "child": "subprocess.run(['echo', 'x'])",
    "shell": "os.system('echo x')",
    "write": "os.write(1, b'x\\n')",
    "logger": "log.warning('x')",
    "early": "print('x', file=sys.__stdout__)",
    "c": "import ctypes; c = ctypes.CDLL(None); c.puts(b'x'); c.fflush(None)",
    "fork": "os.fork() and os.wait() or (print('x'), os._exit(0))",
    "as a file": "subprocess.run(['sh', '-c', 'echo x > /dev/stdout'])",
    "reopened": "sys.stdout = os.fdopen(1, 'w', closefd=False); print('x')",
}


@pytest.mark.parametrize("body", PAST.values(), ids=PAST)
def test_what_goes_past_python_is_data_if_python_prints_nothing(body):
    """A child's output is the answer of a command that only starts it."""
    assert (0, {"text": "x\n"}) == said(run(body, before=EARLY))


@pytest.mark.parametrize("body", PAST.values(), ids=PAST)
def test_what_goes_past_python_is_never_nowhere(body):
    """Beside other words or a result it is on stderr, and a warning says so."""
    if "sys.stdout =" in body:
        pytest.skip("what replaces sys.stdout is Python's own")
    beside_words = run(f"print('mine'); {body}", before=EARLY)
    beside_data = run(f"{body}\nreturn {{'n': 1}}", before=EARLY)

    assert (0, {"text": "mine\n"}) == said(beside_words)
    assert ([OTHERS], "x\n") == (
        envelope(beside_words)["warnings"],
        beside_words.stderr,
    )
    assert (0, {"n": 1}) == said(beside_data)
    assert ([BESIDE], "x\n") == (envelope(beside_data)["warnings"], beside_data.stderr)


def test_json_of_a_child_is_data():
    """As if the handler had printed it."""
    assert (0, {"n": 1}) == said(run("os.system('echo \\'{\"n\": 1}\\'')"))


@pytest.mark.parametrize("words", [["--help"], ["do", "--help"]])
def test_help_that_goes_past_python_is_shown(words):
    """A console that was made at import has the descriptor, not the stream."""
    before = """
    import argparse
    early = sys.stdout
    argparse.ArgumentParser.print_help = lambda self: print("help", file=early)
    """
    source = program("pass", before=before)
    process = subprocess.run(
        [sys.executable, "-c", source, *words, "--output", "json"],
        capture_output=True,
        check=True,
        env=environment(),
    )

    assert (b"help\n", b"") == (process.stdout, process.stderr)


REPLACED = {
    "wrapped": "sys.stdout = io.TextIOWrapper(sys.stdout.buffer, 'utf-8')",
    "detached": "sys.stdout = io.TextIOWrapper(sys.stdout.detach(), 'utf-8')",
    "codec": "sys.stdout = codecs.getwriter('utf-8')(sys.stdout.buffer)",
    "unbuffered": "sys.stdout = open(sys.stdout.fileno(), 'w', 1, closefd=False)",
    "latin": "sys.stdout = io.TextIOWrapper(sys.stdout.buffer, 'latin-1')",
    "by a class": """
class Upper:
    def __init__(self, stream): self.stream = stream
    def write(self, text): return self.stream.write(text)
    def __getattr__(self, name): return getattr(self.stream, name)
sys.stdout = Upper(sys.stdout)""",
    "raw": "sys.stdout.buffer.raw.write(b''); sys.stdout.reconfigure(newline='')",
}


@pytest.mark.parametrize("how", REPLACED.values(), ids=REPLACED)
def test_a_program_may_replace_its_stdout(how):
    """What it prints then is the answer all the same, to the last character."""
    body = f"import codecs, io\n{how}\nprint('é'); sys.stdout.write('end')"

    assert (0, {"text": "é\nend"}) == said(run(body))


@pytest.mark.parametrize(
    "close", ["os.close(1)", "sys.stdout.close()", "os.closerange(1, 2); os.dup2(2, 1)"]
)
def test_what_was_printed_before_stdout_was_closed_is_kept(close):
    """The answer does not need the descriptor."""
    assert (0, {"text": "x\n"}) == said(run(f"print('x'); {close}"))


SHAPES = {
    "[1, 2]": [1, 2],
    "['a', 'b']": ["a", "b"],
    "[]": [],
    "[None, True, 1.5, ('a',)]": [None, True, 1.5, ["a"]],
    "{'a': 1}": {"a": 1},
    '{"a": 1}': {"a": 1},
    "[ok] done": None,
    "{1, 2}": None,
    "[1] and [2]": None,
    "['a\\\\d']": ["a\\d"],
    "[open('x')]": None,
    "[1j]": None,
}


@pytest.mark.parametrize("text", SHAPES)
def test_a_list_that_is_printed_is_a_list_whatever_is_in_it(text):
    """In the notation of JSON or of Python; whatever else begins like one is text."""
    ended = run(f"print({text!r})")
    data = {"text": f"{text}\n"} if SHAPES[text] is None else SHAPES[text]

    assert (0, data, "") == (*said(ended), ended.stderr)


LARGE = "for n in range(100_000): print('x' * 999)"


def test_a_hundred_megabytes_need_little_memory():
    """They are streamed into the envelope, which is like any other."""
    body = f"""
    import resource
    {LARGE}
    resource.setrlimit(resource.RLIMIT_DATA, (40 << 20, 40 << 20))
    """
    ended = run(body)

    assert (0, {"text": ("x" * 999 + "\n") * 100_000}) == said(ended)


def test_what_a_child_prints_needs_little_memory():
    """It is streamed in the same way."""
    body = """
    import resource, subprocess
    subprocess.run(["sh", "-c", "yes xxxxxxxxx | head -n 5000000"], check=True)
    resource.setrlimit(resource.RLIMIT_DATA, (40 << 20, 40 << 20))
    """
    ended = run(body)

    assert (0, {"text": "xxxxxxxxx\n" * 5_000_000}) == said(ended)


LONG = "('é\\x1b[1mword\\x1b[0m\\r\\n' * 200_000 + chr(0x1F600) + '\\x07end')"


@pytest.mark.parametrize("speak", dialect_names())
def test_a_long_text_is_said_like_a_short_one(speak):
    """Byte for byte: escapes, warnings and whatever the dialect makes of it."""
    options = f"dialect={speak!r}"
    printed = run(f"print({LONG}, end='')", options=options)
    returned = run(f"return {{'text': {LONG}}}", options=options)

    assert without_time(returned.stdout) == without_time(printed.stdout)
    assert (returned.code, returned.stderr) == (printed.code, printed.stderr)


def without_time(stdout):
    """What does not depend on how long the call took."""
    document = json.loads(stdout) if stdout.startswith("{") else stdout
    if isinstance(document, dict):
        for part in (document, document.get("meta") or {}):
            part.pop("duration_ms", None)
    return document


def test_a_long_text_beside_a_result_is_on_stderr():
    """To its end."""
    ended = run("print('x' * 3_000_000)\nreturn {}")

    assert (0, {}) == said(ended)
    assert "x" * 3_000_000 + "\n" == ended.stderr


def test_a_secret_in_a_long_text_is_not_said():
    """Wherever it stands, and wherever the text is cut."""
    secret = "correct-horse-battery"  # noqa: S105 - nobody's
    body = """
    for n in range(60_000):
        print(end="x" * (n % 50) + token)
    """
    ended = run(body, words=["--token", secret], promises="secrets=('token',)")

    assert secret not in ended.stdout
    assert 60_000 == ended.stdout.count("***")


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
@pytest.mark.parametrize("secrets", [(), ("abcab", "ca"), ("a\nb",)])
def test_it_does_not_matter_where_a_long_text_is_cut(size, secrets):
    """Neither to a secret nor to a character of several bytes."""
    text = "abcabcabé\r\nx\x1b[1mcab\na\nbabcab"
    data = text.encode()
    blocks = [data[n : n + size] for n in range(0, len(data), size)]

    assert hide_in(text, secrets) == "".join(pieces(blocks, "utf-8", secrets))


def test_long_json_is_data_and_longer_json_a_file(tmp_path):
    """The caller reads it from there, and is told."""
    body = "print('[' + ', '.join(['\"xxxxxxxxx\"'] * {}) + ']')"
    env = environment() | {"TMPDIR": str(tmp_path)}
    long = finish(start(program(body.format(200_000)), env=env))
    longer = finish(start(program(body.format(1_000_000)), env=env))
    document = envelope(longer)
    (file,) = tmp_path.iterdir()

    assert (0, ["xxxxxxxxx"] * 200_000) == said(long)
    assert str(file) == document["data"]["file"]
    assert (True, 1) == (document["meta"]["truncated"], len(document["warnings"]))
    assert ["xxxxxxxxx"] * 1_000_000 == json.loads(file.read_text())
    assert 0o600 == file.stat().st_mode & 0o777


def test_a_full_disk_is_told():
    """To the program, as of any stdout; what it had printed is not taken for all."""
    body = """
    import resource
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 21, 1 << 21))
    for n in range(100_000):
        print('x' * 999)
    """
    ended = run(body)

    assert (1, "UNHANDLED") == said(ended)


def test_without_a_place_for_files_nothing_is_lost(tmp_path):
    """There is memory."""
    env = environment() | {"TMPDIR": str(tmp_path / "none")}
    body = "os.system('echo child'); print('x' * 3_000_000)"
    ended = finish(start(program(body), env=env))

    assert (0, {"text": "x" * 3_000_000 + "\n"}) == said(ended)
    assert "child\n" == ended.stderr


DEADLY = ["SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGXCPU"]


@pytest.mark.parametrize("name", DEADLY)
@EVERY
def test_who_dies_by_a_signal_leaves_what_was_printed(framework, name):
    """On stderr, for whoever looks why; the end is the same."""
    body = f"""
    os.system("echo child")
    print("before")
    signal.raise_signal(signal.{name})
    """
    ended = run(body, framework)

    number = getattr(signal, name).value
    assert (-number, "", "before\nchild\n") == ended


def test_a_signal_that_the_program_handles_is_its_own():
    """And a child dies by it as ever."""
    body = """
    import subprocess
    signal.signal(signal.SIGUSR1, lambda *_: print("caught"))
    signal.raise_signal(signal.SIGUSR1)
    child = os.fork()
    if not child:
        signal.raise_signal(signal.SIGUSR2)
    print(os.waitpid(child, 0)[1])
    print(subprocess.run(["sh", "-c", "kill -USR2 $$"]).returncode)
    """

    assert (0, {"text": "caught\n12\n-12\n"}) == said(run(body))


THREAD = """
import threading
threading.Thread(target=os._exit, args=({},)).start()
time.sleep(60)
"""


@EVERY
@pytest.mark.parametrize("call", ["os._exit({})", THREAD], ids=["handler", "thread"])
@pytest.mark.parametrize("status", [0, 5])
def test_a_hard_exit_still_says_how_it_ended(framework, call, status):
    """One envelope, and what was printed; what Python would clean up is left."""
    body = "import atexit\natexit.register(os.write, 2, b'never')\nprint('bye')\n"
    ended = run(body + call.format(status), framework)
    expected = (1, "UNDECLARED_EXIT") if status else (0, {"text": "bye\n"})

    assert expected == said(ended)
    assert ("bye" in ended.stdout, "never" in ended.stderr) == (True, False)


def test_a_failure_that_nobody_declared_has_what_was_printed():
    """A linter's findings are a part of the answer."""
    ended = run("print('a.py:1: bad')\nos.system('echo child')\nsys.exit(1)")
    document = envelope(ended)

    assert "a.py:1: bad\n" == document["meta"]["printed"]
    assert [FAILED] == document["warnings"]
    assert "a.py:1: bad\nchild\n" == ended.stderr
