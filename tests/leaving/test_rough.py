"""Programs that do what no program should → one envelope all the same, and true."""

import os
import subprocess

import pytest

from adopted import (
    FRAMEWORKS,
    command,
    envelope,
    environment,
    finish,
    program,
    run,
    said,
    start,
)

pytestmark = pytest.mark.skipif(os.name != "posix", reason="about processes")

EVERY = pytest.mark.parametrize("framework", FRAMEWORKS)
MODES = pytest.mark.parametrize("mode", ["text", "json"])
FORKS = """
import threading
stop = threading.Event()
def chatter():
    while not stop.is_set():
        print("thread")
threads = [threading.Thread(target=chatter) for _ in range(3)]
for thread in threads:
    thread.start()
for n in range(50):
    child = os.fork()
    if not child:
        print(f"child {n}", flush=True)
        os._exit(0)
    os.waitpid(child, 0)
stop.set()
for thread in threads:
    thread.join()
"""


@EVERY
def test_a_program_may_fork_while_it_prints(framework):
    """No child waits for a lock that a thread had, and nothing is said twice."""
    ended = run(FORKS, framework)
    code, data = said(ended)

    assert (0, set("thread\n")) == (code, set(data["text"]))
    assert [f"child {n}" for n in range(50)] == ended.stderr.splitlines()


LAST = {
    "at exit": "import atexit; atexit.register(lambda: 1 / 0)",
    "at exit, with a number": "import atexit; atexit.register(sys.exit, 7)",
    "del": "globals()['kept'] = type('Kept', (), {'__del__': lambda self: 1 / 0})()",
    "a thread": "import threading as t; t.Thread(target=lambda: 1 / 0).start()",
    "excepthook": "sys.excepthook = lambda *_: 1 / 0",
    "a printer at exit": "import atexit; atexit.register(print, 'late')",
    "a child at exit": "import atexit; atexit.register(os.system, 'echo late')",
}


@EVERY
@pytest.mark.parametrize("daemon", [False, True])
@pytest.mark.parametrize("last", LAST.values(), ids=LAST)
def test_what_is_raised_or_said_at_the_end_changes_nothing(framework, last, daemon):
    """The envelope was said, and stays the last word on stdout."""
    thread = "import threading as d; d.Thread(target=time.sleep, args=(9,), daemon=1)"
    body = f"{last}\n{thread if daemon else thread[:21]}.start()" if daemon else last

    assert (0, {"text": "x\n"}) == said(run(f"{body}\nprint('x')", framework))


DAEMON = """
import threading
ready = threading.Event()
def chatter():
    while True:
        print("x" * 99)
        print("y" * 99, file=sys.stderr)
        ready.set()
threading.Thread(target=chatter, daemon=True).start()
ready.wait()
"""


@EVERY
@pytest.mark.parametrize(
    "result", ["return {'n': 1}", "pass", "fail(ExitCode.CONFLICT, 'x')"]
)
def test_a_daemon_thread_may_print_to_the_end(framework, result):
    """Nothing of it is behind the envelope."""
    ended = run(f"{DAEMON}\n{result}", framework)
    document = envelope(ended)

    assert (6 if "fail" in result else 0) == ended.code
    if result == "pass":
        assert {"x" * 99} == set(document["data"]["text"].split())


AGAIN = """
if count:
    print("inner")
    {inner}
    return
try:
    main(["do", "--count", "1"{words}])
except SystemExit as end:
    {outer}
"""


@EVERY
@pytest.mark.parametrize("words", ["", ', "--output", "json"'])
@MODES
def test_a_handler_may_call_main_of_its_own_program(framework, mode, words):
    """The inner call ends like any function that exits, and the outer has its word."""
    body = AGAIN.format(words=words, inner="pass", outer="print('code', end.code)")
    ended = run(body, framework, mode=mode)

    assert 0 == ended.code
    assert "inner" in ended.stdout + ended.stderr
    if mode == "json":
        assert (0, "") == (envelope(ended)["meta"]["exit_code"], ended.stderr[:0])
        assert "code 0\n" in envelope(ended)["data"]["text"]


@EVERY
def test_the_failure_of_an_inner_call_is_not_swallowed(framework):
    """Whoever lets its exit pass ends with it: with a number that says nothing."""
    body = AGAIN.format(words="", inner="fail(ExitCode.CONFLICT, 'no')", outer="raise")
    ended = run(body, framework)

    assert "UNDECLARED_EXIT" == said(ended)[1]


TWO = """
def second(argv):
    other = adopt(app, name="other")
    return other.run(argv)
codes = [main.run(["do", "--output", "json"]), second(["do", "--output", "json"]),
         second(["do"]), main.run(["nope", "--output", "json"])]
print(codes, sys.stdout is sys.__stdout__, file=sys.stderr)
sys.exit()
"""


@EVERY
def test_two_adopted_programs_in_one_process(framework):
    """Each says its own, and gives everything back."""
    ended = run("print('x')", framework, entry=TWO)
    first, second, text, rejected = ended.stdout.splitlines()

    assert 2 == sum('"text": "x\\n"' in line for line in (first, second))
    assert ("x", True) == (text, '"ok": false' in rejected)
    assert "[(0, 0), (0, 0), (0, 0), (3, 0)] True\n" in ended.stderr[-40:]


@EVERY
def test_an_adopted_program_within_another(framework):
    """What it says is what the outer one has printed past its own words."""
    body = """
    if count:
        return {"inner": True}
    print("before")
    main.run(["do", "--count", "1", "--output", "json"])
    warn("after")
    """
    ended = run(body, framework)
    document = envelope(ended)

    assert {"text": "before\n"} == document["data"]
    assert "after" == document["warnings"][0]
    assert '"inner": true' in ended.stderr


READERS = {
    "bytes": "while block := sys.stdin.buffer.read(1 << 20): n += len(block)",
    "lines": "n = sum(len(line) for line in sys.stdin)",
}


@pytest.mark.parametrize("reader", READERS)
def test_two_gigabytes_on_stdin_are_read_as_they_come(reader):
    """In little memory, and to the last byte."""
    limit = "import resource; resource.setrlimit(resource.RLIMIT_DATA, (1 << 26,) * 2)"
    source = program(f"{limit}\nn = 0\n{READERS[reader]}\nreturn {{'n': n}}")
    size = 2 << 30
    yes = subprocess.Popen(
        ["sh", "-c", f"yes {'x' * 998} | head -c {size}"], stdout=subprocess.PIPE
    )
    ended = finish(start(source, stdin=yes.stdout))
    yes.stdout.close()
    yes.wait()

    assert (0, {"n": size}) == said(ended)


@MODES
def test_stdin_that_nobody_reads_is_left_alone(mode):
    """Not a byte of it is taken from whoever reads it next."""
    done = subprocess.run(
        ["sh", "-c", '"$@"; cat', "sh", *command(program("print('x')"), mode=mode)],
        input=b"a\nb\n",
        capture_output=True,
        check=True,
        env=environment(),
    )

    assert done.stdout.endswith(b"a\nb\n")


def test_a_program_may_close_every_stream():
    """The envelope is said where stdout was."""
    body = "print('x')\nfor one in (sys.stdin, sys.stdout, sys.stderr): one.close()"

    assert (0, {"text": "x\n"}) == said(run(f"{body}\nos.closerange(0, 3)"))


def test_a_program_that_closes_every_descriptor_has_not_succeeded():
    """The way out of its answer is gone as well."""
    ended = run("os.closerange(0, 256)\nreturn {'n': 1}")

    assert (True, "") == (ended.code != 0, ended.stdout)
