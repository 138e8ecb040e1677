"""What a program prints → kept apart from its envelope, whoever prints it and how."""

import fcntl
import json
import os
import pty
import subprocess
import sys
import threading
import time

import pytest

from adopted import (
    FRAMEWORKS,
    Ended,
    command,
    envelope,
    environment,
    finish,
    program,
    run,
    said,
    start,
)
from command_line import drain
from running import SOON

pytestmark = pytest.mark.skipif(os.name != "posix", reason="about descriptors")

BESIDE = "what the command printed went to stderr, since it also had a result"


def shell(source, redirection):
    """Run a program by a shell that closes or redirects its streams."""
    done = subprocess.run(
        ["sh", "-c", f'exec "$@" {redirection}', "sh", *command(source)],
        capture_output=True,
        check=False,
        env=environment(),
    )
    return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.mark.parametrize("framework", FRAMEWORKS)
@pytest.mark.parametrize(
    "body",
    [
        "print('x')",
        "sys.stdout.write('x\\n')",
        "sys.stdout.buffer.write(b'x\\n')",
        "sys.stdout.reconfigure(encoding='latin-1', line_buffering=True); print('x')",
        "sys.stdout.writelines(['x', '\\n'])",
        "print('x', file=sys.stdout, flush=True)",
    ],
)
def test_what_python_prints_is_data(framework, body):
    """However it gets into sys.stdout."""
    assert (0, {"text": "x\n"}) == said(run(body, framework))


@pytest.mark.parametrize(
    "body",
    [
        "os.system('echo x')",
        "os.write(1, b'x\\n')",
        "__import__('subprocess').run(['echo', 'x'])",
        "__import__('subprocess').run(['echo', 'x'], stdout=sys.stdout)",
        "import ctypes; c = ctypes.CDLL(None); c.puts(b'x'); c.fflush(None)",
        "print('x', file=sys.__stdout__)",
        "log.warning('x')",
    ],
    ids=["shell", "write", "child", "child-stdout", "c", "original", "logger"],
)
def test_what_goes_past_python_lands_on_stderr(body):
    """A child, a C library, and a logger that took stdout before we did."""
    before = """
    import logging
    log = logging.getLogger()
    log.addHandler(logging.StreamHandler(sys.stdout))
    """
    ended = run(f"{body}\nreturn {{'n': 1}}", before=before)

    assert (0, {"n": 1}) == said(ended)
    assert "x\n" == ended.stderr


def test_prints_beside_a_result_go_to_stderr_with_a_warning():
    """In the order in which they were printed."""
    ended = run("print('a'); sys.stdout.buffer.write(b'b\\n'); print('c'); return {}")

    assert [BESIDE] == envelope(ended)["warnings"]
    assert "a\nb\nc\n" == ended.stderr


def test_a_huge_print_is_data_like_any_other():
    """Nothing is cut and nothing blocks."""
    document = envelope(run("print('x' * 20_000_000)"))

    assert 20_000_001 == len(document["data"]["text"])


@pytest.mark.parametrize("text", ["\\udc80", "\\u20ac", "\\x00", "\\x1b[31m"])
def test_whatever_is_printed_leaves_as_ascii(text):
    """No text makes the print, or the envelope, fail."""
    assert 0 == run(f"print('{text}')").code


@pytest.mark.parametrize("framework", FRAMEWORKS)
@pytest.mark.parametrize(
    "body",
    [
        "print('\\x1b[31mred\\x1b[0m')",
        "return {'text': '\\x1b[31mred\\x1b[0m\\n'}",
        "os.environ['FORCE_COLOR'] = '1'; os.write(1, b'red'); print('\\x1b[1mred')",
    ],
)
def test_colours_that_nothing_could_prevent_are_taken_out(framework, body):
    """What an author forces is in no text of the envelope, and that is told."""
    document = envelope(run(body, framework))

    warning = document["warnings"][-1]
    assert {"text": "red\n"} == document["data"]
    assert warning.startswith("escape sequences were removed from the texts")


def test_a_program_may_close_its_stdout():
    """The envelope has a way of its own."""
    for body in ("sys.stdout.close()", "os.close(1)", "sys.stdout = None"):
        assert (0, {"n": 1}) == said(run(f"{body}\nreturn {{'n': 1}}"))


@pytest.mark.parametrize("framework", ["click", "typer"])
def test_echo_and_colours_and_pagers(framework):
    """What Click prints is plain, and its pager is none."""
    body = f"""
    import {framework}
    {framework}.secho("red", fg="red")
    import click
    click.echo_via_pager("long")
    """
    ended = run(body, framework)

    assert "\x1b" not in ended.stdout
    assert {"red", "long"} <= set(envelope(ended)["data"]["text"].split())


def test_rich_prints_plain_text():
    """Also where the environment forces colours."""
    pytest.importorskip("rich")
    body = "from rich.console import Console; Console().print('[red]x[/red]')"
    process = start(program(body), env=environment() | {"FORCE_COLOR": "1"})

    assert (0, {"text": "x\n"}) == said(finish(process))


def test_exit_hooks_print_nothing_behind_the_envelope():
    """stdout is the envelope alone, to the end of the process."""
    body = """
    import atexit
    atexit.register(lambda: (print("bye"), os.system("echo bye")))
    return {}
    """
    ended = run(body)

    assert (0, {}) == said(ended)
    assert ["bye", "bye"] == ended.stderr.split()


def test_a_daemon_thread_prints_nothing_beside_the_envelope():
    """It may print until the process ends, but not there."""
    body = """
    import threading
    def chatter():
        while True:
            print("x" * 100)
    threading.Thread(target=chatter, daemon=True).start()
    time.sleep(0.05)
    return {}
    """

    assert (0, {}) == said(run(body))


@pytest.mark.parametrize(
    ("redirection", "code"), [(">&-", 1), (">/dev/full", 1)], ids=["closed", "full"]
)
@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_a_result_that_cannot_be_written_is_no_success(framework, redirection, code):
    """stderr says why."""
    ended = shell(program("return {'n': 1}", framework), redirection)

    assert (code, "") == (ended.code, ended.stdout)
    assert "could not be written" in ended.stderr


def test_with_every_stream_closed_the_code_remains():
    """Nobody can be told anything, but the number arrives."""
    source = program("fail(ExitCode.NOT_FOUND, 'gone')")

    assert 5 == shell(source, "<&- >&- 2>&-").code


def test_a_reader_that_went_away_ends_the_program_quietly():
    """The command's end stands."""
    reading, writing = os.pipe()
    os.close(reading)
    process = start(program("return ['x' * 1000] * 1000"), stdout=writing)
    os.close(writing)

    assert Ended(0, "", "") == finish(process)


def test_a_slow_reader_of_a_non_blocking_pipe_gets_everything():
    """Whoever made it non-blocking, the envelope is whole."""
    reading, writing = os.pipe()
    flags = fcntl.fcntl(writing, fcntl.F_GETFL)
    fcntl.fcntl(writing, fcntl.F_SETFL, flags | os.O_NONBLOCK)
    process = start(program("return ['x' * 1000] * 1000"), stdout=writing)
    os.close(writing)
    time.sleep(0.3)
    with os.fdopen(reading, "rb") as pipe:
        text = pipe.read().decode()
    ended = finish(process)._replace(stdout=text)

    assert (0, ["x" * 1000] * 1000) == said(ended)


def test_an_unserialisable_result_is_said():
    """Nothing was recorded, so nothing is known."""
    assert (1, "UNSERIALISABLE") == said(run("return {'x': object()}"))


@pytest.mark.clause("K25")
def test_an_unserialisable_result_after_effects_is_partial():
    """The work is done, and may not be done again because of how it was told."""
    ended = run("effect('created', 7)\nreturn {'x': object()}")

    assert (2, "UNSERIALISABLE") == said(ended)
    effects = envelope(ended)["meta"]["partial"]["effects"]
    assert [{"effect": "created", "id": 7}] == effects


def test_unserialisable_effects_do_not_silence_the_program():
    """There is an envelope, whatever was recorded."""
    code, _ = said(run("effect('created', object())\nraise ValueError"))

    assert 0 != code


@pytest.mark.parametrize("framework", FRAMEWORKS)
@pytest.mark.parametrize(
    "child",
    ["return {'n': 2}", "sys.exit(3)", "raise ValueError('child')", "print('child')"],
)
def test_only_the_parent_of_a_fork_speaks(framework, child):
    """The child ends where it came back, without cleanup and without a document."""
    body = f"""
    cleanup(lambda: os.write(2, b"cleaned\\n"))
    if not os.fork():
        {child}
        return
    _, status = os.wait()
    return {{"status": os.waitstatus_to_exitcode(status)}}
    """
    ended = run(body, framework)
    status = {"sys.exit(3)": 3, "raise ValueError('child')": 1}.get(child, 0)

    assert (0, {"status": status}) == said(ended)
    assert 1 == ended.stderr.count("cleaned")
    assert ("child" in child) is ("child" in ended.stderr)


def test_a_process_of_multiprocessing_prints_to_stderr_and_dies_as_before():
    """It knows nothing of our signals, and its prints are not lost."""
    body = """
    import multiprocessing
    context = multiprocessing.get_context("fork")
    process = context.Process(target=print, args=("child",))
    process.start(); process.join()
    other = context.Process(target=time.sleep, args=(60,))
    other.start(); time.sleep(0.1); other.terminate(); other.join()
    return [process.exitcode, other.exitcode]
    """
    ended = run(body)

    assert (0, [0, -15]) == said(ended)
    assert "child\n" == ended.stderr


def test_a_daemon_does_not_keep_the_caller_waiting():
    """A fork that lets go of its streams has let go of our stdout as well."""
    body = """
    if not os.fork():
        nowhere = os.open(os.devnull, os.O_RDWR)
        for descriptor in range(3):
            os.dup2(nowhere, descriptor)
        time.sleep(60)
        os._exit(0)
    return {}
    """
    began = time.monotonic()

    assert (0, {}) == said(run(body))
    assert time.monotonic() - began < SOON


@pytest.mark.parametrize(
    "call",
    [
        "os.execvp('echo', ['echo', 'x'])",
        "os.execl('/bin/echo', 'echo', 'x')",
        "os.execve('/bin/echo', ['echo', 'x'], {})",
    ],
)
@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_a_program_that_becomes_another_gives_it_stdout(framework, call):
    """And what was printed before is not lost; a time limit does not follow it."""
    ended = run(f"print('before')\n{call}", framework, promises="timeout=9")

    assert Ended(0, "x\n", "before\n") == ended


def test_a_failed_exec_changes_nothing():
    """The handler goes on, and stdout is ours again."""
    body = """
    try:
        os.execv("/nonexistent", ["x"])
    except FileNotFoundError:
        os.system("echo x")
    return {}
    """
    ended = run(body)

    assert (0, {}) == said(ended)
    assert "x\n" == ended.stderr


ASK = {
    "input": "input('name? ')",
    "readline": "sys.stdin.readline()",
    "read": "sys.stdin.read()",
    "bytes": "sys.stdin.buffer.read()",
    "lines": "list(sys.stdin)",
    "getpass": "__import__('getpass').getpass()",
    "getpass-early": "getpass()",
    "child": "if not os.read(0, 1): raise EOFError",
}
CLICK_ASK = {
    "prompt": "prompt('name')",
    "hidden": "prompt('name', hide_input=True)",
    "confirm": "confirm('sure', abort=True)",
    "getchar": "getchar()",
}


def at_terminal(source):
    """Run a program with a controlling terminal, and its stdout in a pipe."""
    reading, writing = os.pipe()
    child, master = pty.fork()
    if not child:
        os.dup2(writing, 1)
        os.execve(sys.executable, command(source), environment())  # noqa: S606 - so
    os.close(writing)
    shown = []
    reader = threading.Thread(target=lambda: shown.extend(drain([master])))
    reader.start()
    with os.fdopen(reading, "rb") as pipe:
        text = pipe.read().decode()
    _, status = os.waitpid(child, 0)
    reader.join()
    return Ended(os.waitstatus_to_exitcode(status), text, "".join(shown))


@pytest.mark.parametrize("body", ASK.values(), ids=ASK)
def test_nobody_is_asked_at_a_terminal(body):
    """It is PRECONDITION at once, with INPUT_REQUIRED, and not a hang."""
    source = program(body, before="from getpass import getpass")

    assert (4, "INPUT_REQUIRED") == said(at_terminal(source))


@pytest.mark.parametrize("body", CLICK_ASK.values(), ids=CLICK_ASK)
@pytest.mark.parametrize("framework", ["click", "typer"])
def test_nobody_is_asked_by_click(framework, body):
    """Neither at a terminal nor in a pipe that says nothing."""
    source = program(f"import {framework}\n{framework}.{body}", framework)
    if framework == "typer" and body.startswith("getchar"):
        pytest.importorskip("typer", reason="typer has getchar")
    ended = at_terminal(source)
    process = start(source, stdin=subprocess.PIPE)
    assert 0 != process.wait()
    silent = finish(process)

    assert (4, "INPUT_REQUIRED") == said(ended) == said(silent)


def test_a_question_to_a_silent_pipe_is_refused():
    """Its writer has a second to answer; data may take as long as it likes."""
    process = start(program("return input('name? ')"), stdin=subprocess.PIPE)
    code = process.wait()

    assert (4, "INPUT_REQUIRED") == (code, said(finish(process))[1])


def test_a_piped_answer_is_taken():
    """A question in a pipe is a line of input, and is not data of the result."""
    ended = run("return [input('a? '), input('b? ')]", stdin=b"x\ny\n")

    assert (0, ["x", "y"]) == said(ended)
    assert "a? b? " == ended.stderr


def test_piped_data_is_read_however_late_it_comes():
    """Reading stdin is no question."""
    process = start(
        program("return json_of(sys.stdin)", before="from json import load as json_of"),
        stdin=subprocess.PIPE,
    )
    time.sleep(1.5)

    assert (0, {"n": 1}) == said(finish(process, json.dumps({"n": 1}).encode()))


@pytest.mark.parametrize("mode", ["json", "text"])
@pytest.mark.parametrize("framework", FRAMEWORKS)
@pytest.mark.parametrize(
    ("end", "code", "name"),
    [
        ("return [1]", 0, None),
        ("fail(ExitCode.CONFLICT, 'taken')", 6, "CONFLICT"),
        ("raise FileNotFoundError('gone')", 5, "FILE_NOT_FOUND"),
        ("raise RuntimeError('a bug')", 1, "UNHANDLED"),
        ("sys.exit('no')", 1, "EXIT_MESSAGE"),
    ],
)
def test_a_handler_that_took_every_descriptor(framework, end, code, name, mode):
    """What a failure needs is loaded after it, and still finds a descriptor."""
    body = f"""
    import resource
    resource.setrlimit(resource.RLIMIT_NOFILE, (32, 32))
    taken = globals()["taken"] = []
    try:
        while True:
            taken.append(os.open(os.devnull, os.O_RDONLY))
    except OSError:
        pass
    {end}
    """
    ended = run(body, framework, mode=mode)

    assert code == ended.code
    if mode == "json":
        error = envelope(ended)["error"]
        assert name == (error and error["code"])


def test_everything_is_given_back():
    """After a call in this process the streams and the environment are as they were."""
    entry = """
    import builtins, getpass
    def state():
        return (sys.stdin, sys.stdout, builtins.input, getpass.getpass, os.execv,
                dict(os.environ), os.fstat(0).st_ino, os.fstat(1).st_ino,
                len(os.listdir("/proc/self/fd")) if os.path.exists("/proc") else 0)
    before = state()
    main.run(["do", "--output=json"])
    print(before == state(), file=sys.stderr)
    sys.exit()
    """

    assert "True\n" == run("print('x')", entry=entry).stderr


def test_the_streams_are_named_as_python_names_its_own():
    """A program that says where it reads from says the same to a program."""
    body = """
    return [
        [one.name, one.mode, one.buffer.name, one.buffer.mode, one.fileno()]
        for one in (sys.stdin, sys.stdout, sys.stderr)
    ]
    """

    assert [
        ["<stdin>", "r", "<stdin>", "rb", 0],
        ["<stdout>", "w", "<stdout>", "wb", 1],
        ["<stderr>", "w", "<stderr>", "wb", 2],
    ] == envelope(run(body))["data"]
