"""exeunt session → a command that goes on by itself, asked from other processes."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from running import (
    EXEUNT,
    HEEDING,
    PYTHON,
    SOON,
    WATCHDOG,
    Mark,
    environment,
    is_running,
    record,
    run,
    start,
    until,
    wait_for,
)
from sessions_at import ask, call, fail

ASK = "name = input('Name? '); print(f'Hello {name}')"
SECRET = "hunter2-and-more"  # noqa: S105 - of nobody
GETPASS = "import getpass; print(len(getpass.getpass()))"


@pytest.fixture
def mark():
    """A mark that the run's tree carries; nobody may carry it after the test."""
    found = Mark()
    yield found
    assert [] == found.gone()


def python(source):
    """The words of a small program."""
    return [PYTHON, "-c", source]


def test_a_command_that_waits_is_kept_until_it_is_answered(tmp_path, mark):
    """The run returns with its question; an answer from elsewhere ends it."""
    found = record(tmp_path, "--pty", *python(ASK), mark=mark)
    name = found["session"]
    alive = mark.survivors()
    answered = ask(tmp_path, "send", name, "Ann")
    ended = ask(tmp_path, "wait", name)

    assert ("waiting_for_input", 124) == (found["status"], found["exit_code"])
    assert found["cleanup"]["pids"][0] in alive
    assert ("Ann\nHello Ann\n", "exited", 0) == (
        answered["text"],
        answered["status"],
        answered["exit_code"],
    )
    assert "Name? Ann\nHello Ann\n" == ended["record"]["stdout"]
    assert ("exited", None) == (ended["status"], ended["record"]["session"])


@pytest.mark.parametrize("form", [["--json"], []], ids=["record", "pass-through"])
def test_whoever_started_it_does_not_wait_for_the_session(form, tmp_path):
    """Its pipes end with it: nothing of the session holds them."""
    done = run(tmp_path, *form, "--pty", *python(ASK))
    [state] = ask(tmp_path, "list")["sessions"]

    assert (124, "waiting_for_input") == (done.code, state["status"])
    assert b"Name? " in done.stdout
    assert state["session"] in (done.stdout if form else done.stderr).decode()


def test_a_kept_run_has_everything_that_it_showed(tmp_path):
    """What passed through before it was kept is in its record and its log, too."""
    run(tmp_path, "--session", "one", "--pty", *python(f"print('before'); {ASK}"))
    ask(tmp_path, "send", "one", "Bo")
    ended = ask(tmp_path, "wait", "one")

    assert "before\nName? Bo\nHello Bo\n" == ended["record"]["stdout"]
    assert "before\nName? Bo\nHello Bo\n" == ask(tmp_path, "read", "one")["text"]


def test_a_deadline_does_not_count_while_a_question_is_open(tmp_path):
    """The limit was for whoever waited for the run; it has gone."""
    found = record(tmp_path, "--pty", "--timeout", "2", *python(ASK))
    name = found["session"]
    time.sleep(3)  # longer than the limit: that is what is tested

    assert "Hello Cy" in ask(tmp_path, "send", name, "Cy")["text"]


def test_a_question_that_nobody_answers_is_given_up(tmp_path, mark):
    """--keep says how long it stands; then the whole tree is ended."""
    ask(tmp_path, "start", "--session", "old", "--keep", "1", "cat", mark=mark)
    ask(tmp_path, "wait", "old")
    state = ask(tmp_path, "wait", "old", "--end")

    assert ("idle", None) == (state["status"], state["exit_code"])
    assert [] == mark.gone()


def test_a_command_that_works_is_never_given_up(tmp_path, mark):
    """--keep counts while it waits for an answer, and not otherwise."""
    words = ["--session", "busy", "--keep", "1", *python("import time;time.sleep(3)")]
    ask(tmp_path, "start", *words, mark=mark)

    assert "exited" == ask(tmp_path, "wait", "busy", "--end")["status"]


def test_a_shell_keeps_its_directory_and_its_variables(tmp_path):
    """What one line sets, the next one finds."""
    ask(tmp_path, "start", "--session", "sh", "bash", "--norc", "-i")
    ask(tmp_path, "send", "sh", "cd /usr/lib", "export COLOUR=teal")
    reply = ask(tmp_path, "send", "sh", "echo in $PWD: $COLOUR")

    assert "in /usr/lib: teal\n" in reply["text"]
    assert "waiting_for_input" == reply["status"]


def test_reading_by_offset_loses_nothing(tmp_path):
    """Pieces of any size are the whole, though they may cut a character in two."""
    source = "for n in range(3000): print(f'{n} \\u00e9\\u4e2d\\x1b[31mx\\x1b[0m')"
    ask(tmp_path, "start", "--session", "out", *python(source))
    ask(tmp_path, "wait", "out", "--end")
    offset, pieces = 0, []
    while True:
        piece = ask(
            tmp_path, "read", "out", "--raw", "--offset", offset, "--limit", 9999
        )
        pieces.append(piece["text"])
        offset = piece["next_offset"]
        if offset == piece["total_bytes"]:
            break

    expected = "".join(f"{n} \u00e9\u4e2d\x1b[31mx\x1b[0m\n" for n in range(3000))
    assert expected == "".join(pieces)
    assert len(pieces) > 3
    calm = ask(tmp_path, "read", "out", "--limit", 10)["text"]
    assert "\x1b" not in calm


def test_output_can_be_read_while_it_comes(tmp_path, mark):
    """What the command has said is there to be read before it says more."""
    source = "print('one', flush=True); input(); print('two'); input()"
    ask(tmp_path, "start", "--session", "s", *python(source), mark=mark)
    ask(tmp_path, "wait", "s")
    first = ask(tmp_path, "read", "s")
    ask(tmp_path, "send", "s", "")
    second = ask(tmp_path, "read", "s", "--offset", first["next_offset"])

    assert ("one\n", "\ntwo\n") == (first["text"], second["text"])
    ask(tmp_path, "stop", "s")


@pytest.mark.parametrize("by", ["argument", "stdin"])
def test_a_secret_is_typed_where_it_is_not_shown(by, tmp_path):
    """It is nowhere in what the session keeps."""
    ask(tmp_path, "start", "--session", "s", *python(GETPASS))
    words = ["send", "s", "--secret"]
    if by == "stdin":
        reply = ask(tmp_path, *words, "--stdin", stdin=SECRET.encode())
    else:
        reply = ask(tmp_path, *words, SECRET)

    assert f"\n{len(SECRET)}\n" == reply["text"]
    kept = [p.read_bytes() for p in (tmp_path / "state").rglob("*") if p.is_file()]
    assert not [data for data in kept if SECRET.encode() in data]


def test_a_secret_that_would_be_shown_is_refused(tmp_path):
    """The command echoes what is typed; the answer is not typed at all."""
    ask(tmp_path, "start", "--session", "s", *python(ASK))

    assert (4, "SECRET_ECHOED") == fail(tmp_path, "send", "s", "--secret", SECRET)
    assert "Hello Di" in ask(tmp_path, "send", "s", "Di")["text"]
    assert SECRET not in ask(tmp_path, "read", "s")["text"]


def test_a_command_that_shows_its_secret_is_redacted(tmp_path):
    """A secret that was given at the start is hidden wherever the command says it."""
    words = ["--secret-input", SECRET, *python(f"{GETPASS}; print('{SECRET}')")]
    ask(tmp_path, "start", "--session", "s", *words)
    state = ask(tmp_path, "wait", "s", "--end")

    assert SECRET not in json.dumps(state)
    assert SECRET not in ask(tmp_path, "read", "s")["text"]
    assert SECRET not in ask(tmp_path, "screen", "s")["screen"]


def test_keys_are_pressed_at_once(tmp_path):
    """Ctrl-C reaches a program that does not wait for anything."""
    words = python("print('on', flush=True)\nwhile True: pass")
    ask(tmp_path, "start", "--session", "s", *words)
    ask(tmp_path, "wait", "s", "--text", "on")
    ask(tmp_path, "keys", "s", "ctrl-c")
    state = ask(tmp_path, "wait", "s", "--end")

    assert ("signaled", "SIGINT") == (state["status"], state["signal"])


def test_a_name_is_given_once(tmp_path, mark):
    """Of many who start it at once, one does; the others are told who has it."""

    def begin(_):
        return call(tmp_path, "start", "--session", "db", "cat", mark=mark)[0]

    with ThreadPoolExecutor(8) as pool:
        codes = sorted(pool.map(begin, range(8)))

    assert [0, *[6] * 7] == codes
    assert 1 == len(ask(tmp_path, "list")["sessions"])
    ask(tmp_path, "stop", "db")
    assert 0 == begin(0)  # who has ended leaves the name
    ask(tmp_path, "stop", "db")


def test_a_stopped_session_leaves_nothing(tmp_path, mark):
    """Its whole tree is gone when stop returns, and its end can be read.

    The supervisor answers last, and takes a moment to end itself.
    """
    line = "setsid sleep 300 & sleep 300 & cat"
    ask(tmp_path, "start", "--session", "s", "sh", "-c", line, mark=mark)
    ask(tmp_path, "wait", "s")
    state = ask(tmp_path, "stop", "s")
    left = mark.survivors()

    assert set() == {*left} - {state["supervisor"]}
    assert [] == mark.gone()
    assert "cancelled" == state["status"]
    assert "cancelled" == ask(tmp_path, "wait", "s")["status"]


@pytest.mark.parametrize("victim", ["supervisor", "keeper", "command"])
def test_whoever_is_killed_nothing_runs_that_nobody_owns(victim, tmp_path, mark):
    """The list tells the truth afterwards."""
    line = "setsid sleep 300 & sleep 300 & cat"
    state = ask(tmp_path, "start", "--session", "s", "sh", "-c", line, mark=mark)
    ask(tmp_path, "wait", "s")
    pids = {
        "supervisor": state["supervisor"],
        "keeper": parent_of(state["pid"]),
        "command": state["pid"],
    }
    os.kill(pids[victim], 9)
    expected = {
        "supervisor": "lost",
        "keeper": "internal_error",
        "command": "signaled",
    }[victim]
    if victim == "command":  # it has left others, which are named and left alone
        for pid in ask(tmp_path, "wait", "s")["record"]["cleanup"]["pids"]:
            mark.kill(pid)

    assert until(lambda: not mark.survivors())
    assert expected == ask(tmp_path, "wait", "s")["status"]
    assert [expected] == [s["status"] for s in ask(tmp_path, "list")["sessions"]]
    assert (4, "SESSION_ENDED") == fail(tmp_path, "send", "s", "x")


def parent_of(pid):
    """The parent of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[1])


@pytest.mark.parametrize("number", [2, 9, 15], ids=["INT", "KILL", "TERM"])
def test_whoever_started_a_run_takes_it_along(number, tmp_path, mark):
    """Until it is kept, a run at a terminal is its caller's, and ends with it."""
    ready = tmp_path / "ready"
    line = f"setsid sleep 300 & touch {ready}; sleep 300"
    process = start(tmp_path, "--json", "--pty", "sh", "-c", line, mark=mark)
    wait_for(ready)
    process.send_signal(number)
    process.communicate(timeout=WATCHDOG)

    assert -number == process.returncode
    assert until(lambda: not mark.survivors())
    assert [] == ask(tmp_path, "list")["sessions"]


def test_a_detached_command_is_left_to_itself(tmp_path, mark):
    """Its name at once; then its state, its output, and its end."""
    words = ["--detach", "--session", "web", PYTHON, "-u", "-m", "http.server"]
    found = record(tmp_path, *words, "0", "--bind", "127.0.0.1", mark=mark)
    ask(tmp_path, "wait", "web", "--text", "Serving HTTP")
    output = ask(tmp_path, "read", "web")
    state = ask(tmp_path, "stop", "web")

    assert ("detached", 0, "web") == (
        found["status"],
        found["exit_code"],
        found["session"],
    )
    assert "running" == output["status"]
    assert re.match(r"Serving HTTP on 127\.0\.0\.1", output["text"])
    assert "cancelled" == state["status"]
    assert [] == mark.gone()


def test_a_detached_command_has_two_streams(tmp_path):
    """Without a terminal, stderr is read apart, and nothing can be typed."""
    line = "echo out; echo err >&2; exec sleep 300"
    found = record(tmp_path, "--detach", "sh", "-c", line)
    name = found["session"]
    ask(tmp_path, "wait", name, "--text", "out")
    err = ask(tmp_path, "read", name, "--stream", "stderr")

    assert "err\n" == err["text"]
    assert (4, "NO_TERMINAL") == fail(tmp_path, "send", name, "x")
    assert (4, "NO_TERMINAL") == fail(tmp_path, "screen", name)


def test_what_cannot_be_started_is_no_session(tmp_path):
    """A detached run says so as any run; a session as any verb."""
    found = record(tmp_path, "--detach", "nonesuch")

    assert ("not_found", 127, None) == (
        found["status"],
        found["exit_code"],
        found["session"],
    )
    assert (5, "COMMAND_NOT_FOUND") == fail(tmp_path, "start", "nonesuch")
    assert (4, "NOT_EXECUTABLE") == fail(tmp_path, "start", "/etc/passwd")
    assert [] == ask(tmp_path, "list")["sessions"]


def test_waiting_has_a_limit(tmp_path):
    """Nothing has happened, so it may be waited for again."""
    ask(tmp_path, "start", "--session", "s", "sleep", "300")
    wait = ("wait", "s", "--timeout", "0.2")

    assert (10, "SESSION_TIMEOUT") == fail(tmp_path, *wait)
    assert (10, "SESSION_TIMEOUT") == fail(tmp_path, *wait, "--text", "never")
    assert (10, "SESSION_TIMEOUT") == fail(tmp_path, *wait, "--end")


def test_a_reply_that_takes_too_long_is_late(tmp_path):
    """What was said by then is shown, and the session goes on."""
    source = "input('> '); print('slow', flush=True); import time; time.sleep(300)"
    ask(tmp_path, "start", "--session", "s", *python(source))
    ask(tmp_path, "wait", "s")
    reply = ask(tmp_path, "send", "s", "go", "--timeout", "3")

    assert (True, "running") == (reply["late"], reply["status"])
    assert "go\nslow\n" == reply["text"]


def test_a_session_is_started_from_a_request(tmp_path):
    """All that a Request takes may be said in JSON."""
    request = {"words": ["sh", "-c", "stty size; echo $WHO"], "env": {"WHO": "me"}}
    given = json.dumps({**request, "size": [50, 20]}).encode()
    ask(tmp_path, "start", "--session", "s", "--from", "-", stdin=given)
    ended = ask(tmp_path, "wait", "s", "--end")

    assert "20 50\nme\n" == ended["record"]["stdout"]


@pytest.mark.parametrize("name", ["--attempts", "--max-wait", "--no-store", "--follow"])
def test_a_session_is_not_repeated(name, tmp_path):
    """No option of --retry is answered with advice to add --retry."""
    value = [] if name == "--no-store" else ["3"]
    _, envelope = call(tmp_path, "start", name, *value, "true")

    assert "a session is one run, and is not repeated" == envelope["error"]["message"]
    assert f"leave {name} out" == envelope["error"]["suggestion"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["read", "nobody"], (5, "UNKNOWN_SESSION")),
        (["stop", "nobody"], (5, "UNKNOWN_SESSION")),
        (["read", "../../etc"], (3, "INVALID_INPUT")),
        (["start", "--session", "a/b", "cat"], (3, "INVALID_INPUT")),
        (["start"], (3, "INVALID_INPUT")),
        (["start", "--nonesuch", "cat"], (3, "UNKNOWN_OPTION")),
        (["start", "--keep", "soon", "cat"], (3, "INVALID_INPUT")),
        (["start", "--from", "-", "cat"], (3, "INVALID_INPUT")),
        (["start", "--from", "-", "--timeout", "9"], (3, "INVALID_INPUT")),
        (["start", "--from", "-"], (3, "INVALID_INPUT")),
        (["send", "nobody"], (5, "UNKNOWN_SESSION")),
        (["fly"], (3, "UNKNOWN_COMMAND")),
        (["read"], (3, "INVALID_INPUT")),
        (["list", "--offset", "3"], (3, "UNKNOWN_OPTION")),
        (["keys", "x", "hyper-q"], (5, "UNKNOWN_SESSION")),
    ],
)
def test_a_wrong_call_names_the_fix(words, expected, tmp_path):
    """Nothing is started, and nothing is left."""
    assert expected == fail(tmp_path, *words)
    assert [] == ask(tmp_path, "list")["sessions"]


def test_a_session_is_its_owners_alone(tmp_path):
    """Nobody else can open its directory, nor connect to it."""
    ask(tmp_path, "start", "--session", "mine", "cat")
    place = tmp_path / "state" / "exeunt" / "sessions" / "mine"
    modes = {p.name: oct(p.lstat().st_mode & 0o777) for p in place.iterdir()}

    assert "0o700" == oct(place.stat().st_mode & 0o777)
    assert {"lock": "0o600", "socket": "0o600", "state": "0o600"} == modes


def test_a_long_path_is_no_hindrance(tmp_path):
    """A socket's own path may have no more than 107 bytes; ours may be longer."""
    deep = tmp_path / ("d" * 100) / ("e" * 100)
    ask(tmp_path, "start", "--session", "s", *python(ASK), XDG_STATE_HOME=str(deep))
    reply = ask(tmp_path, "send", "s", "Ed", XDG_STATE_HOME=str(deep))

    assert "Hello Ed" in reply["text"]


def test_sessions_that_ended_long_ago_are_forgotten(tmp_path):
    """After a week, with the logs; one that still runs never is."""
    for name in ("old", "new"):
        ask(tmp_path, "start", "--session", name, "true")
        ask(tmp_path, "wait", name, "--end")
    ask(tmp_path, "start", "--session", "runs", "cat")
    place = tmp_path / "state" / "exeunt" / "sessions"
    for name in ("old", "runs"):
        state = json.loads((place / name / "state").read_text())
        long_ago = {"started_at": 0.0, "ended_at": 1.0 if name == "old" else None}
        (place / name / "state").write_text(json.dumps({**state, **long_ago}))
    names = [state["session"] for state in ask(tmp_path, "list")["sessions"]]

    assert {"new", "runs"} == set(names)
    assert not (place / "old").exists()


@pytest.mark.parametrize(
    "rubbish", [b"", b"{", b"[]\n", b'{"ask": "fly"}\n', b"\0" * 99]
)
def test_rubbish_at_its_socket_does_no_harm(rubbish, tmp_path):
    """Who talks nonsense is sent away; the session goes on."""
    import socket

    ask(tmp_path, "start", "--session", "s", *python(ASK))
    place = tmp_path / "state" / "exeunt" / "sessions" / "s"
    with socket.socket(socket.AF_UNIX) as connection:
        folder = os.open(place, os.O_RDONLY)
        connection.connect(f"/proc/self/fd/{folder}/socket")
        os.close(folder)
        connection.sendall(rubbish)
        connection.shutdown(socket.SHUT_WR)
        connection.settimeout(WATCHDOG)
        heard = connection.recv(4096)

    assert not heard or "error" in json.loads(heard)
    assert "Hello Fay" in ask(tmp_path, "send", "s", "Fay")["text"]


def test_a_question_has_one_answer(tmp_path):
    """Whoever is slow to read it finds no second one behind it."""
    import socket

    ask(tmp_path, "start", "--session", "s", *python(ASK))
    place = tmp_path / "state" / "exeunt" / "sessions" / "s"
    with socket.socket(socket.AF_UNIX) as connection:
        folder = os.open(place, os.O_RDONLY)
        connection.connect(f"/proc/self/fd/{folder}/socket")
        os.close(folder)
        connection.sendall(b'{"ask": "state"}\n')
        connection.settimeout(WATCHDOG)
        with connection.makefile() as answers:
            heard = [json.loads(line) for line in answers]

    assert ["s"] == [one["state"]["session"] for one in heard]


def test_many_may_ask_at_once(tmp_path):
    """Each is answered, while others wait for something that takes its time."""
    ask(tmp_path, "start", "--session", "s", *python(ASK))
    with ThreadPoolExecutor(8) as pool:
        waits = [pool.submit(ask, tmp_path, "wait", "s", "--end") for _ in range(4)]
        states = [pool.submit(ask, tmp_path, "list") for _ in range(4)]
        assert [1] * 4 == [len(s.result()["sessions"]) for s in states]
        ask(tmp_path, "send", "s", "Gil")
        ended = [wait.result()["exit_code"] for wait in waits]

    assert [0] * 4 == ended


def test_a_flood_takes_little_memory(tmp_path):
    """Nothing of it is held in memory; where the log ends, reading says so."""
    source = "for n in range(3000): print('x' * 99999)\ninput('end')"
    state = ask(tmp_path, "start", "--session", "s", *python(source))
    ask(tmp_path, "wait", "s", "--timeout", "100")
    status = Path(f"/proc/{state['supervisor']}/status").read_text()
    peak = int(re.search(r"VmHWM:\s+(\d+) kB", status)[1])

    assert peak < 80_000
    assert 300_000_003 == ask(tmp_path, "read", "s", "--limit", "1")["total_bytes"]


def test_where_the_log_ends_reading_says_so(tmp_path):
    """What it could not keep is counted, and reading goes on behind it."""
    source = "print('x' * 9999)\ninput('? ')"
    state = ask(tmp_path, "start", "--session", "s", *python(source))
    ask(tmp_path, "wait", "s")
    os.truncate(state["log"], 100)
    first = ask(tmp_path, "read", "s")
    rest = ask(tmp_path, "read", "s", "--offset", first["next_offset"])

    assert (100, 0) == (first["next_offset"], first["missing_bytes"])
    assert (10_002, 9_902) == (rest["next_offset"], rest["missing_bytes"])


def test_a_limit_of_a_detached_command_is_kept(tmp_path, mark):
    """Nobody waits for it, but somebody has set it."""
    found = record(tmp_path, "--detach", "--timeout", "1", "sleep", "300", mark=mark)
    state = ask(tmp_path, "wait", found["session"], "--end")

    assert ("timed_out", 124) == (state["status"], state["record"]["exit_code"])


def test_where_no_session_can_be_made_the_command_is_ended(tmp_path, mark):
    """The record has its question, and says why it could not be kept."""
    (tmp_path / "file").write_text("")
    place = str(tmp_path / "file" / "state")
    words = ["--pty", "--no-log", *python(ASK)]
    found = record(tmp_path, *words, mark=mark, XDG_STATE_HOME=place)

    assert ("waiting_for_input", None) == (found["status"], found["session"])
    assert "Name? " == found["waiting"]["prompt"]
    assert "no session could be made" in found["warnings"][0]


def test_a_supervisor_that_does_not_answer_is_said_to_be_silent(tmp_path):
    """Its session is still in the list, as it was last known."""
    state = ask(tmp_path, "start", "--session", "s", *python(ASK))
    os.kill(state["supervisor"], signal.SIGSTOP)
    try:
        refused = fail(tmp_path, "send", "s", "x", "--timeout", "0.1")
        [listed] = ask(tmp_path, "list")["sessions"]
    finally:
        os.kill(state["supervisor"], signal.SIGCONT)

    assert (12, "SILENT") == refused
    assert "does not answer" in listed["detail"]


def test_a_slow_disk_holds_no_client_up(tmp_path):
    """A state is there for who asks; that it survives a loss of power may take long."""
    slow = tmp_path / "slow"
    slow.mkdir()
    (slow / "sitecustomize.py").write_text(
        "import os, time\nsync = os.fsync\n"
        "os.fsync = lambda file: (time.sleep(60), sync(file))\n"
    )
    both = [str(slow), *filter(None, [os.environ.get("PYTHONPATH")])]
    mark = Mark()
    env = {"PYTHONPATH": os.pathsep.join(both), **mark.env}
    begun = time.monotonic()
    ask(tmp_path, "start", "--session", "s", *python(ASK), **env)
    ask(tmp_path, "send", "s", "Ida", **env)
    state = ask(tmp_path, "wait", "s", "--end", **env)

    took = time.monotonic() - begun
    mark.gone(within=0)  # the supervisor, which waits for the disk

    assert ("exited", 0) == (state["status"], state["exit_code"])
    assert took < SOON


def test_people_see_a_session_in_eighty_columns(tmp_path):
    """The list is a table, a reply is what was said and how it is."""
    ask(tmp_path, "start", "--session", "s", *python(f"{ASK}; input('Age? ')"))

    def text(*words):
        return subprocess.check_output(
            [EXEUNT, "session", "--output", "text", *words],
            env=environment(tmp_path),
            text=True,
        )

    said = text("send", "s", "Hal")
    listed = text("list")

    assert "Hal\nHello Hal\nAge? \ns waiting for input · Age?\n" == said
    assert listed.startswith("session  status")
    assert max(map(len, listed.splitlines())) <= 80


LIBRARY = """
import exeunt, sys
with exeunt.Session.start([sys.executable, "-c", sys.argv[1]], name="lib") as session:
    print(session.wait().waiting["prompt"])
    print(session.send("Ida").text)
    print(session.wait("end").exit_code)
    print([state.status for state in exeunt.Session.list()])
print(exeunt.Session("lib").read().text)
try:
    exeunt.Session("lib").send("more")
except exeunt.SessionError as error:
    print(error.error_code)
"""


def test_a_program_has_sessions_too(tmp_path):
    """The same, from Python, without a fork of the caller."""
    said = subprocess.check_output(
        [*HEEDING, sys.executable, "-c", LIBRARY, ASK],
        env=environment(tmp_path),
        text=True,
        timeout=WATCHDOG,
    )
    expected = [
        "Name? ",
        "Ida\nHello Ida\n",
        "0",
        "['exited']",
        "Name? Ida\nHello Ida\n",
        "SESSION_ENDED",
    ]
    assert "\n".join(expected) + "\n" == said


def test_a_session_that_leaves_its_block_is_ended(tmp_path, mark):
    """Even by an exception; its processes are gone by then."""
    source = (
        "import exeunt\n"
        "try:\n"
        "    with exeunt.Session.start(['cat']) as session:\n"
        "        pid = session.state.pid\n"
        "        raise KeyError\n"
        "except KeyError:\n"
        "    print(pid)\n"
    )
    said = subprocess.check_output(
        [sys.executable, "-c", source], env=environment(tmp_path, mark), text=True
    )

    assert not is_running(int(said))


def test_a_shell_that_ignores_term_ends_at_once(tmp_path):
    """Interactive shells do; they obey what a terminal says when it goes."""
    ask(tmp_path, "start", "--session", "sh", "bash", "--norc", "-i")
    ask(tmp_path, "wait", "sh")
    state = ask(tmp_path, "stop", "sh")

    assert ("cancelled", "SIGHUP") == (state["status"], state["signal"])


def test_a_program_that_cleans_up_is_given_the_time(tmp_path):
    """Who heeds TERM gets nothing else before its time is up."""
    source = (
        "import signal, sys, time\n"
        "def clean(*_):\n    print('CLEAN'); sys.exit()\n"
        "signal.signal(signal.SIGTERM, clean)\n"
        "print('on', flush=True); time.sleep(300)\n"
    )
    ask(tmp_path, "start", "--session", "s", *python(source))
    ask(tmp_path, "wait", "s", "--text", "on")
    ask(tmp_path, "stop", "s")

    assert "on\nCLEAN\n" == ask(tmp_path, "read", "s")["text"]
