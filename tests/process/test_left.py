"""What a command leaves running → it can write on: a logger reads, until its end."""

import contextlib
import errno
import json
import os
import resource
import select
import signal
import subprocess
import time
from pathlib import Path
from urllib.request import urlopen

import pytest

import exeunt
from exeunt.process import _logger
from exeunt.process._logger import LAST, MOST, Rolling
from running import (
    EXEUNT,
    PYTHON,
    WATCHDOG,
    WAYS,
    Mark,
    ended,
    environment,
    finish,
    host,
    is_running,
    record,
    run,
    sh,
    start,
    until,
    wait_for,
)

SOAKED = os.environ.get("EXEUNT_SOAK") == "1"
SECRET = "tok-4f9Zq7LmX2ab"  # noqa: S105 - of nobody
# Ends when it is asked to, with a word.
SERVER = """
import http.server, os, signal, sys
server = http.server.HTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler)
def over(*_): print("the last words", flush=True); os._exit(0)
signal.signal(signal.SIGTERM, over)
os.write(1, b"port %d of %d.\\n" % (server.server_port, os.getpid()))
server.serve_forever()
"""
# Writes when it is told to; what happens to it is in a file.
TELLER = """
import os, sys
gate, fate = sys.argv[1:3]
open(fate + ".ready", "w").close()
try:
    word = ""
    while not word:
        text = open(gate).read()
        word = "ended" if text.endswith("END") else word
        if text := text.removesuffix("END"):
            os.write(1, text.encode())
except BaseException as error:
    word = type(error).__name__
with open(fate + ".new", "w") as file:
    file.write(word)
os.rename(fate + ".new", fate)
"""

# Counts until it is stopped, with a pause now and then for who reads.
COUNTER = """
import os, sys, time
ready, stop = sys.argv[1:]
n = 0
while n % 100 or not os.path.exists(stop):
    os.write(1, b"%d\\n" % n)
    n += 1
    n == 100 and open(ready, "w").close()
    n % 1000 or time.sleep(0.01)
os.write(1, b"over\\n")
"""


@pytest.fixture
def mark():
    """A mark; whoever still carries it after the test is killed."""
    found = Mark()
    yield found
    found.gone(within=0)


@pytest.fixture
def state(tmp_path, monkeypatch):
    """A state directory of its own for runs of this process, too."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "exeunt"


class Teller:
    """A process that is left, writes what it is told, and says how that went."""

    def __init__(self, tmp_path):
        self.gate, self.fate = tmp_path / "gate", tmp_path / "fate"
        os.mkfifo(self.gate)

    def line(self, more="echo up", how=""):
        """The line that starts it and goes on."""
        script = self.gate.parent / "teller.py"
        script.write_text(TELLER)
        ready = f"until [ -e {self.fate}.ready ]; do :; done"
        return f"{PYTHON} -I -S {script} {self.gate} {self.fate} {how}& {ready}; {more}"

    def tell(self, text):
        """Have it write; nothing has it end."""
        assert until(lambda: self.sent(text))

    def sent(self, text):
        """Write to who listens, if somebody does; true too of who has ended."""
        try:
            gate = os.open(self.gate, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:
            return self.fate.exists()
        try:
            os.set_blocking(gate, True)
            os.write(gate, text.encode())
        except BrokenPipeError:
            return False
        finally:
            os.close(gate)
        return True

    def end(self):
        """Have it end; return what became of it."""
        if not self.fate.exists():
            self.tell("END")
        wait_for(self.fate)
        return self.fate.read_text()


@pytest.fixture
def teller(tmp_path):
    """One to be left."""
    return Teller(tmp_path)


def loggers(tmp_path):
    """The loggers of a test's runs, by what `ps` shows of them."""
    found = []
    for name in os.listdir("/proc"):  # noqa: PTH208 - names are wanted
        if name.isdigit():
            words = cmdline(name)
            if words.startswith(b"exeunt: logs") and str(tmp_path).encode() in words:
                found.append(int(name))
    return found


def logger(tmp_path):
    """The one logger of a test, when it has said who it is."""
    assert until(lambda: loggers(tmp_path))
    (pid,) = loggers(tmp_path)
    return pid


def held_by(pid):
    """What the descriptors of a process lead to."""
    return [str(one.readlink()) for one in Path(f"/proc/{pid}/fd").iterdir()]


def cmdline(pid):
    """What `ps` shows of a process."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().rstrip(b"\0")
    except OSError:
        return b""


def grown(path, text):
    """Wait until a text is in a file; return all of it."""
    assert until(lambda: text in Path(path).read_text()), Path(path).read_text()
    return Path(path).read_text()


def only_log(tmp_path):
    """The one log of what was left."""
    (log,) = (tmp_path / "state" / "exeunt" / "logs").glob("*.left")
    return log


# --- a server answers on --------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
def test_a_server_answers_on(way, tmp_path, mark, state):
    """Each request is a line that it writes; its first one was its end once."""
    script = tmp_path / "server.py"
    script.write_text(SERVER)
    words = sh(f"{PYTHON} -I {script} & echo up")
    options = {"log": True} if way == "library" else {}
    done = ended(way, tmp_path, words, mark=mark, **options)
    log = Path(done["left_log"])
    said = grown_said(done, log)
    port, pid = said.split("port ")[1].split(".")[0].split(" of ")
    for number in range(20):
        with pytest.raises(OSError, match="501"):
            urlopen(f"http://127.0.0.1:{port}/{number}", timeout=WATCHDOG)
    text = grown(log, "GET /19 ")

    assert (0, 1, [int(pid)]) == (
        done["exit_code"],
        done["cleanup"]["left"],
        done["cleanup"]["pids"],
    )
    assert log.parent == state / "logs"
    assert 0o600 == log.stat().st_mode & 0o777
    numbers = [
        line.split("GET /")[1].split()[0] for line in text.split("\n") if '"GET' in line
    ]
    assert [str(number) for number in range(20)] == numbers
    os.kill(int(pid), signal.SIGTERM)
    assert grown(log, "the last words\n").endswith("the last words\n")
    assert until(lambda: not loggers(tmp_path))


def grown_said(done, log):
    """The server's first words: before the command's end, or after it."""
    if "port" not in done["stdout"]:
        assert until(lambda: "." in log.read_text())
    return done["stdout"] + log.read_text()


def test_a_person_is_told_where_its_output_is(tmp_path, mark, teller):
    """In a line on stderr; stdout is the command's alone."""
    done = run(tmp_path, "--shell", teller.line(), mark=mark)
    log = only_log(tmp_path)
    teller.tell("one\n")
    teller.tell("two\n")

    assert "one\ntwo\n" == grown(log, "two")
    told = f"exeunt: 1 process goes on: {Path(PYTHON).name}; its output goes to {log}\n"
    assert (0, b"up\n", told) == (done.code, done.stdout, done.stderr.decode())
    assert "ended" == teller.end()
    assert until(lambda: not loggers(tmp_path))


def test_quiet_says_nothing_of_it(tmp_path, mark, teller):
    """The log is there all the same."""
    done = run(tmp_path, "--quiet", "--shell", teller.line(), mark=mark)
    teller.tell("one\n")

    assert (0, b"up\n", b"") == done
    assert "one\n" == grown(only_log(tmp_path), "one")


def test_the_record_and_the_journal_name_the_log(tmp_path, mark, teller):
    """`left_log`, and a warning in words; `exeunt journal show` has its last lines."""
    done = record(tmp_path, "--name", "mine", "--shell", teller.line(), mark=mark)
    teller.tell("one\n")
    log = done["left_log"]
    grown(log, "one")
    env = environment(tmp_path)
    listed = subprocess.run(
        [EXEUNT, "journal", "--name", "mine", "--json"],
        env=env, capture_output=True, check=True,
    )  # fmt: skip
    (row,) = json.loads(listed.stdout)["data"]["runs"]
    shown = subprocess.run(
        [EXEUNT, "journal", "show", str(row["id"]), "--output", "text"],
        env=env, capture_output=True, check=True,
    )  # fmt: skip

    assert [f"its output goes to {log}"] == [
        text.partition("; ")[2] for text in done["warnings"]
    ]
    assert log == row["left_log"]
    assert f"left log{log}\n" in shown.stdout.decode().replace("  ", "")
    assert shown.stdout.endswith(b"the last lines of left_log:\none\n")


@pytest.mark.parametrize("more", [("--retry",), ("--once", "key"), ("--merge",)])
@pytest.mark.parametrize("form", [(), ("--json",)], ids=["text", "json"])
def test_every_way_to_run_leaves_a_place_to_write(more, form, tmp_path, mark, teller):
    """Once, repeated, with one stream or two."""
    done = run(tmp_path, *more, *form, "--shell", teller.line(), mark=mark)
    teller.tell("one\n")
    log = only_log(tmp_path)

    assert 0 == done.code
    assert "one\n" == grown(log, "one")
    if form:
        assert str(log) == done.record["left_log"]
    else:
        assert str(log) in done.stderr.decode()
    assert "ended" == teller.end()
    assert until(lambda: not loggers(tmp_path))


def test_what_a_detached_run_leaves_writes_on(tmp_path, mark, teller):
    """Its session ends with the command; the journal names the log."""
    line = ["--detach", "--session", "job", "--shell", teller.line()]
    run(tmp_path, *line, mark=mark)
    waited = run(tmp_path, "wait", "job", "--end", verb="session", mark=mark)
    teller.tell("one\n")

    assert 0 == waited.code
    assert until(lambda: [*(tmp_path / "state/exeunt/logs").glob("*.left")])
    assert "one\n" == grown(only_log(tmp_path), "one")
    assert "ended" == teller.end()
    assert until(lambda: not loggers(tmp_path))


LIBRARY = """
import asyncio, os, sys, exeunt
way, line = sys.argv[1:]
async def followed():
    async with exeunt.stream(shell=line) as events:
        async for event in events:
            pass
    return events.record
done = {
    "run": lambda: exeunt.run(shell=line),
    "run_async": lambda: asyncio.run(exeunt.run_async(shell=line)),
    "run_all": lambda: list(exeunt.run_all([exeunt.request(shell=line)]))[0],
    "stream": lambda: asyncio.run(followed()),
    "call": lambda: exeunt.call(shell=line).completed,
}[way]()
print(done.left_log)
"""


@pytest.mark.parametrize("way", ["run", "run_async", "run_all", "stream", "call"])
def test_the_host_may_end(way, tmp_path, mark, teller):
    """What it left writes on when it and its zygote are gone."""
    log = host(LIBRARY, way, teller.line(), tmp_path=tmp_path, mark=mark).strip()
    teller.tell("one\n")

    assert "one\n" == grown(log, "one")
    assert "ended" == teller.end()
    assert until(lambda: not loggers(tmp_path))
    assert [] == mark.gone()


# --- what the logger is ---------------------------------------------------------------


def test_the_logger_holds_nothing_of_the_caller(tmp_path, mark, teller):
    """No descriptor, directory, session, words nor variables; TERM is nothing to it."""
    here = tmp_path / "here"
    here.mkdir()
    done = run(
        tmp_path, "--quiet", "--secret-env", "MINE", "--shell", teller.line(),
        mark=mark, cwd=here, MINE=SECRET,
    )  # fmt: skip
    pid = logger(tmp_path)
    held = held_by(pid)
    pipes = [to for to in held if to.startswith("pipe:")]
    os.kill(pid, signal.SIGTERM)
    os.kill(pid, signal.SIGINT)
    teller.tell("one\n")

    assert 0 == done.code
    assert {"/dev/null", str(only_log(tmp_path))} == {*held} - {*pipes}
    assert 2 == len(pipes)
    assert Path("/") == Path(f"/proc/{pid}/cwd").readlink()
    assert pid == os.getsid(pid)
    assert b"exeunt-logger\n" == Path(f"/proc/{pid}/comm").read_bytes()
    assert SECRET not in Path(f"/proc/{pid}/environ").read_text()
    assert "one\n" == grown(only_log(tmp_path), "one")


def test_nobody_waits_for_it(tmp_path, mark, teller):
    """A reader of our pipes sees their end, and so does one behind a shell's pipe."""
    line = f"{EXEUNT} run --quiet --shell '{teller.line()}' 2>&1 | cat"
    done = subprocess.run(
        sh(line), capture_output=True, env=environment(tmp_path, mark),
        timeout=WATCHDOG,
        check=False,
    )  # fmt: skip

    assert b"up\n" == done.stdout
    assert logger(tmp_path)


@pytest.mark.parametrize(
    "line",
    [
        "sleep 60 >/dev/null 2>&1 </dev/null & echo up",
        "(exec >&- 2>&-; exec sleep 60) & wait $!; echo up",
        "echo up",
    ],
)
def test_there_is_none_where_nobody_can_write(line, tmp_path, mark):
    """A daemon that has closed its streams, or has others; nobody."""
    line = line.replace("wait $!; ", "until [ ! -e /proc/$!/fd/1 ]; do :; done; ")
    done = record(tmp_path, "--shell", line, mark=mark)

    assert (None, []) == (done["left_log"], done["warnings"])
    assert [] == loggers(tmp_path)
    assert [] == [*(tmp_path / "state" / "exeunt" / "logs").glob("*.left")]


@pytest.mark.parametrize("given", [("--reap",), ("--timeout", "0.5")], ids=str)
def test_there_is_none_where_all_were_ended(given, tmp_path, mark):
    """Nothing is left, so nothing is read."""
    more = "wait" if "--timeout" in given else "echo up"
    done = record(tmp_path, *given, "--shell", f"sleep 60 & {more}", mark=mark)

    assert (0, None) == (done["cleanup"]["left"], done["left_log"])
    assert [] == loggers(tmp_path)


def test_one_stream_may_be_closed(tmp_path, mark, teller):
    """The other is read."""
    done = record(tmp_path, "--shell", teller.line(how="2>/dev/null"), mark=mark)
    teller.tell("one\n")
    pid = logger(tmp_path)
    held = held_by(pid)

    assert "one\n" == grown(done["left_log"], "one")
    assert 1 == sum(to.startswith("pipe:") for to in held)


def test_several_writers(tmp_path, mark):
    """It stays until the last of them has ended."""
    gates = [tmp_path / f"gate{number}" for number in range(3)]
    for gate in gates:
        os.mkfifo(gate)
    line = "".join(f"(cat {gate}; cat {gate} >&2) & " for gate in gates)
    done = record(tmp_path, "--shell", f"{line} echo up", mark=mark)
    for number, gate in enumerate(gates):
        gate.write_text(f"out {number}\n")
        grown(done["left_log"], f"out {number}\n")
    assert logger(tmp_path)
    for number, gate in enumerate(gates):
        gate.write_text(f"err {number}\n")
        grown(done["left_log"], f"err {number}\n")

    assert until(lambda: not loggers(tmp_path))


@pytest.mark.usefixtures("state")
def test_a_pipe_that_our_caller_has_open_too(tmp_path, mark, teller):
    """The run returns; the logger goes when the last of all has closed it."""
    words = sh(teller.line(more=f"until [ -e {tmp_path}/go ]; do sleep 0.01; done"))
    with exeunt.start(exeunt.request(words, env=mark.env)) as running:
        assert until(lambda: running.step(0.01) or running.report.pid)
        ours = os.open(f"/proc/{running.report.pid}/fd/1", os.O_WRONLY)
        (tmp_path / "go").touch()
        done = running.wait()
    assert "ended" == teller.end()
    os.write(ours, b"mine\n")

    assert "exited" == done.status
    assert "mine\n" == grown(done.left_log, "mine")
    assert logger(tmp_path)
    os.close(ours)
    assert until(lambda: not loggers(tmp_path))


def test_a_terminal_of_ours_is_gone_with_the_run(tmp_path, mark, teller):
    """As when a window is closed: whoever stays on it is told so when it writes."""
    line = teller.line().replace(PYTHON, f"setsid {PYTHON}", 1)
    done = record(tmp_path, "--pty", "--shell", line, mark=mark)
    teller.tell("one\n")

    assert (1, None) == (done["cleanup"]["left"], done["left_log"])
    wait_for(teller.fate)
    assert "OSError" == teller.fate.read_text()
    assert [] == loggers(tmp_path)


# --- no byte is lost, none is told twice, none is secret ------------------------------


@pytest.mark.usefixtures("state")
@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_lost_between_the_record_and_the_log(way, tmp_path, mark):
    """Of one who counts all the time the record has the first, the log the rest."""
    script = tmp_path / "counts.py"
    script.write_text(COUNTER)
    ready, stop = tmp_path / "ready", tmp_path / "stop"
    counting = f"{PYTHON} -I -S {script} {ready} {stop}"
    line = f"{counting} & until [ -e {ready} ]; do :; done; exit 3"
    options = {"log": True} if way == "library" else {}
    done = ended(way, tmp_path, sh(line), mark=mark, **options)
    stop.touch()
    assert until(lambda: "over" in Path(done["left_log"]).read_text())
    first, second = Path(done["log"]).read_text(), Path(done["left_log"]).read_text()
    count = (first + second).count("\n") - 1

    assert "".join(f"{n}\n" for n in range(count)) + "over\n" == first + second
    assert 3 == done["exit_code"]
    assert first


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["text", "json"])
def test_a_secret_across_the_border_is_hidden(form, tmp_path, mark, teller):
    """Its first half went with the run, its second would be in the log."""
    more = f"printf 'it is {SECRET[:9]}'"
    done = run(
        tmp_path, *form, "--shell", teller.line(more=more), mark=mark, MY_TOKEN=SECRET
    )
    teller.tell(f"{SECRET[9:]}.\nand {SECRET}.\n")
    text = grown(only_log(tmp_path), "and")

    assert 0 == done.code
    assert SECRET[9:] not in text
    assert text.endswith(".\nand ***.\n")


@pytest.mark.parametrize("given", [("--secret-env", "MINE"), ()], ids=str)
def test_secrets_are_hidden_in_the_log(given, tmp_path, mark, teller):
    """Those that were named, those that their names betray, and those in two pieces."""
    run(
        tmp_path, "--quiet", *given, "--shell", teller.line(),
        mark=mark, MINE=f"mine-{SECRET}", MY_TOKEN=SECRET,
    )  # fmt: skip
    log = only_log(tmp_path)
    teller.tell(f"a {SECRET[:5]}")
    teller.tell(f"{SECRET[5:]} b mine-{SECRET} c\n")
    text = grown(log, " c\n")

    assert "a *** b *** c\n" == text if given else "a *** b mine-*** c\n" == text


# --- where it cannot be logged --------------------------------------------------------


def test_no_log_is_kept_where_none_is_wanted(tmp_path, mark, teller):
    """It is read, and lives."""
    done = record(tmp_path, "--no-log", "--shell", teller.line(), mark=mark)
    for _ in range(3):
        teller.tell("x" * 100_000)

    assert None is done["left_log"]
    assert done["warnings"][0].endswith(
        "its output is read and dropped: no log is kept"
    )
    assert "ended" == teller.end()


def test_a_log_that_is_named_has_another_beside_it(tmp_path, mark, teller):
    """As that of stderr."""
    log = tmp_path / "mine.log"
    done = record(tmp_path, "--log", log, "--shell", teller.line(), mark=mark)
    teller.tell("one\n")

    assert f"{log}.left" == done["left_log"]
    assert "one\n" == grown(f"{log}.left", "one")
    assert "up\n" == log.read_text()


def test_a_place_that_is_refused(tmp_path, mark, teller):
    """The server lives, and a person is told that nothing is kept."""
    (tmp_path / "state").write_text("no directory")
    done = run(tmp_path, "--shell", teller.line(), mark=mark)
    teller.tell("one\n")

    assert b"its output is read and dropped: " in done.stderr
    assert "ended" == teller.end()


def test_a_disk_that_is_full(tmp_path, mark, teller):
    """What is written is dropped, and the server lives: here a limit is the disk."""
    line = f"ulimit -f 8; exec {EXEUNT} run --quiet --shell '{teller.line()}'"
    subprocess.run(
        ["/bin/bash", "-c", line], env=environment(tmp_path, mark), check=True,
        capture_output=True, timeout=WATCHDOG,
    )  # fmt: skip
    log = only_log(tmp_path)
    teller.tell("one\n")
    grown(log, "one")
    for _ in range(5):
        teller.tell("y" * 50_000)

    assert "ended" == teller.end()
    assert until(lambda: not loggers(tmp_path))
    assert log.stat().st_size <= 8 * 1024
    assert log.read_text().startswith("one\n")


def test_who_kills_the_logger_ends_the_writing(tmp_path, mark, teller):
    """The next write finds no reader, as before there was one; all else goes on."""
    run(tmp_path, "--quiet", "--shell", teller.line(), mark=mark)
    pid = logger(tmp_path)
    os.kill(pid, signal.SIGKILL)
    assert until(lambda: not is_running(pid))
    teller.tell("one\n")
    wait_for(teller.fate)

    assert "BrokenPipeError" == teller.fate.read_text()
    assert "" == only_log(tmp_path).read_text()


@pytest.mark.usefixtures("state")
def test_a_killed_logger_is_no_orphan_of_a_host(tmp_path, mark, teller):
    """What other runs left is not taken for what a killed keeper left."""
    done = exeunt.run(shell=teller.line(), env=mark.env)
    pid = logger(tmp_path)
    os.kill(pid, signal.SIGKILL)
    again = exeunt.run(sh("sleep 0.2; echo fine"))

    assert "fine\n" == again.stdout
    assert all(map(is_running, done.cleanup.pids))


# --- a flood --------------------------------------------------------------------------


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["text", "json"])
def test_a_flood_fills_nothing(form, tmp_path, mark):
    """Neither the disk nor memory nor a processor; the log says what it left out."""
    said, there = tmp_path / "said", tmp_path / "pid"
    with said.open("wb") as file:
        words = [EXEUNT, "run", "--quiet", *form, "--max-output", "100", "--shell"]
        subprocess.run(
            [*words, f"yes & echo $! > {there}"],
            env=environment(tmp_path, mark), stdout=file, check=True, timeout=WATCHDOG,
        )  # fmt: skip
    log = only_log(tmp_path)
    assert until(lambda: head(log).startswith(b"exeunt: "), within=WATCHDOG)
    assert until(lambda: b"are left out here: more than" in log.read_bytes())
    pid = logger(tmp_path)
    before, at = used(pid), time.monotonic()
    while time.monotonic() - at < 1:
        select.select([], [], [], 0.1)
    share = (used(pid) - before) / (time.monotonic() - at)
    os.kill(int(there.read_text()), signal.SIGTERM)

    assert until(lambda: not loggers(tmp_path), within=WATCHDOG)
    assert log.stat().st_size <= MOST
    assert b"bytes before this have made room\ny\n" in head(log)
    assert log.read_bytes().endswith(b"y\n")
    assert share < 0.5


def test_a_flood_ends_for_a_slow_reader(tmp_path, mark):
    """Who takes all that comes, slowly, is not given it for ever."""
    there = tmp_path / "pid"
    process = start(tmp_path, "--shell", f"yes & echo $! > {there}", mark=mark)
    count = 0
    while data := process.stdout.read1(65536):
        count += len(data)
        select.select([], [], [], 0)
    assert count
    assert 0 == finish(process).code


def head(path):
    """The first bytes of a file."""
    with Path(path).open("rb") as file:
        return file.read(100)


def used(pid):
    """The seconds that a process has worked."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def rolling(path, *, most=None, monkeypatch=None):
    """A log that keeps its end, in a file."""
    if most is not None:
        monkeypatch.setattr(_logger, "MOST", most)
    written = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    return Rolling(written, os.open(path, os.O_RDONLY))


def test_a_rolling_log_keeps_its_end(tmp_path, monkeypatch):
    """Whole lines of the last half and more, and how much there was before."""
    log = rolling(tmp_path / "log", most=1000, monkeypatch=monkeypatch)
    lines = [b"line %d\n" % number for number in range(1000)]
    for line in lines:
        log.add(line)
        assert (tmp_path / "log").stat().st_size <= 1000
    head, *kept = (tmp_path / "log").read_bytes().splitlines(keepends=True)
    gone = sum(map(len, lines)) - sum(map(len, kept))

    assert b"exeunt: %d bytes before this have made room\n" % gone == head
    assert lines[-len(kept) :] == kept
    assert len(kept) > 40


def test_what_is_too_fast_is_left_out_but_the_last_words(tmp_path):
    """How much is said; the last 64 KiB are there."""
    log = rolling(tmp_path / "log")
    log.room = 100.0
    log.add(b"first\n")
    for number in range(100_000):
        log.add(b"line %d\n" % number)
    assert b"first\n" == (tmp_path / "log").read_bytes()[:6]
    log.put()
    text = (tmp_path / "log").read_bytes()
    whole = b"first\n" + b"".join(b"line %d\n" % n for n in range(100_000))
    before, _, rest = text.partition(b"exeunt: ")
    word, _, last = rest.partition(b"\n")
    missing = int(word.split()[0])

    assert whole.startswith(before)
    assert whole.endswith(last)
    assert len(whole) == len(before) + missing + len(last)
    assert LAST - 20 < len(last) <= LAST


def test_a_disk_with_room_again_gets_what_comes_then(tmp_path):
    """After a word about what it did not get; nothing is there by half."""
    log = rolling(tmp_path / "log")
    log.add(b"one\n")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, hard))
    try:
        for number in range(20_000):
            log.add(b"line %d\n" % number)
        full = (tmp_path / "log").read_bytes()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)
    log.add(b"two\n")
    text = (tmp_path / "log").read_bytes()

    assert b"one\n" == full
    assert text.startswith(b"one\nexeunt: ")
    assert os.strerror(errno.EFBIG).encode() in text
    assert text.endswith(b"line 19999\ntwo\n")


# --- whatever is killed, and when -----------------------------------------------------


@pytest.mark.usefixtures("state")
@pytest.mark.timeout(1800 if SOAKED else 300)
@pytest.mark.parametrize("way", WAYS)
def test_whoever_is_killed_nobody_of_ours_stays(way, tmp_path, mark):
    """Front or host, keeper, logger, at any moment: the server writes, or is told."""
    for number in range(200 if SOAKED else 8):
        place = tmp_path / f"{way}{number}"
        place.mkdir()
        teller = Teller(place)
        killed_at_random(way, place, mark, teller, number)


def is_theirs(pid):
    """Tell whether a process is the teller, or the shell that waits for it."""
    words = cmdline(pid).split(b"\0")
    shell = words[0].rpartition(b"/")[2] in {b"bash", b"sh"}
    return shell or any(word.endswith(b"/teller.py") for word in words)


def killed_at_random(way, place, mark, teller, number):
    """Kill one of ours at some moment: all end, and the teller is told or ended."""
    line = teller.line(more="echo $$ up")
    if way == "library":
        source = "import sys, exeunt; print(exeunt.run(shell=sys.argv[1]).left_log)"
        words = [PYTHON, "-c", source, line]
        process = subprocess.Popen(
            words, env=environment(place, mark), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
    else:
        process = start(place, "--quiet", "--shell", line, mark=mark)
    time.sleep(0.02 * number % 0.4)
    ours = [p for p in mark.survivors() if not is_theirs(p)] + loggers(place)
    if ours:
        with contextlib.suppress(ProcessLookupError):
            os.kill(ours[number % len(ours)], signal.SIGKILL)
    process.communicate(timeout=WATCHDOG)
    assert until(lambda: all(b"teller" in cmdline(p) for p in mark.survivors()))
    assert until(lambda: not mark.survivors() or teller.sent("one\n"))
    assert until(lambda: not mark.survivors() or teller.sent("END"))
    assert until(lambda: not loggers(place))
    assert [] == mark.gone()
