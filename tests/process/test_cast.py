"""A run at a terminal → a recording that shows it again, without what is secret."""

import os
import signal
import stat
import subprocess
import time
from pathlib import Path

import pytest

import asciicast
import exeunt
from exeunt import InputError
from exeunt.text.clean import clean
from running import (
    EXEUNT,
    PYTHON,
    WATCHDOG,
    Mark,
    host,
    record,
    run,
    sh,
    start,
    unshared,
    until,
    wait_for,
)

SIGN_IN = """
import getpass
user = input("User: ")
word = getpass.getpass()
print(f"{user}, {word}")
"""
# Characters of two to four bytes, and bytes that are none, one at a time.
SLOWLY = """
import os, time
for byte in "é€🦉".encode() + b"\\xff\\xc3(" + "é".encode()[:1]:
    os.write(1, bytes([byte]))
    time.sleep(0.02)
"""
# It switches the returns off, as curses does; or only goes raw, as node does.
DOWN = """
import os, termios
modes = termios.tcgetattr(1)
modes[FLAGS] &= ~termios.FLAG
termios.tcsetattr(1, termios.TCSANOW, modes)
os.write(1, b"a\\nb\\r\\nc")
"""
RESIZED = """
import os, signal, sys
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGWINCH])
print("before", flush=True)
open(sys.argv[1], "w").close()
signal.sigwait([signal.SIGWINCH])
print("after", flush=True)
"""


@pytest.fixture
def mark():
    """A mark; whoever still carries it after the test is killed."""
    found = Mark()
    yield found
    found.gone(within=0)


@pytest.fixture
def cast(tmp_path):
    """Where the recording goes."""
    return tmp_path / "run.cast"


def python(source, *args):
    """The words that have Python do something."""
    return [PYTHON, "-I", "-S", "-c", source, *map(str, args)]


def recorded(tmp_path, cast, *words, **options):
    """The record of a run at a terminal, and its recording."""
    found = record(tmp_path, "--pty", "--record", str(cast), *words, **options)
    return found, asciicast.read(cast)


# --- what it holds --------------------------------------------------------------------


def test_it_says_what_was_run_when_and_at_which_size(tmp_path, cast):
    """All that a player needs, and no more of the environment than that."""
    before = int(time.time())
    words = ["--size", "100x30", *sh("echo 'a b'")]
    _, found = recorded(tmp_path, cast, *words, TERM="xterm", SHELL="/bin/sh")

    assert before <= found.header.pop("timestamp") <= time.time()
    assert {
        "version": 2,
        "width": 100,
        "height": 30,
        "command": """/bin/sh -c 'echo '"'"'a b'"'"''""",
        "env": {"TERM": "xterm", "SHELL": "/bin/sh"},
    } == found.header


def test_a_line_for_a_shell_stands_as_it_was_given(tmp_path, cast):
    """The command that a person would type."""
    _, found = recorded(tmp_path, cast, "--shell", "echo a | cat", TERM="dumb")

    assert "echo a | cat" == found.header["command"]


@pytest.mark.parametrize(
    "words",
    [
        sh(r"echo one; printf '10%%\r99%%\n'; printf '\033[31mred\033[0m\n'"),
        sh("seq 3000"),
        python("print('é€🦉' * 1000)"),
        ["--input", "Ann", *sh('printf "Name? "; read x; echo "Hello, $x."')],
        ["--split", *sh("echo out; sleep 0.1; echo err >&2")],
        ["ls", "--color=always", "-C", "/usr"],
    ],
    ids=["bars and colours", "much", "wide", "typed at", "split", "ls"],
)
def test_what_it_shows_is_what_was_said(words, tmp_path, cast):
    """Played again, it leaves the text that the record has."""
    found, shown = recorded(tmp_path, cast, "--max-output=9999999", *words)

    assert found["stdout"] + found["stderr"] == clean(shown.shown.encode())


@pytest.mark.needs("asciinema")
@pytest.mark.parametrize("verb", [["cat"], ["play", "-s", "100"]], ids=["cat", "play"])
def test_asciinema_plays_it(verb, tmp_path, cast):
    """What it writes to a terminal is what the command wrote to its own."""
    line = 'echo "é one"; sleep 0.1; printf "Name? "; read x; echo "Hello, $x."'
    found, shown = recorded(tmp_path, cast, "--input", "Ann", *sh(line))
    played = run(tmp_path, "--pty", "asciinema", *verb, str(cast), TERM="xterm")

    assert "é one\nName? Ann\nHello, Ann.\n" == found["stdout"]
    assert (0, shown.shown) == (played.code, played.stdout.decode())


def test_each_moment_has_its_time(tmp_path, cast):
    """What came a while later is shown a while later."""
    _, found = recorded(tmp_path, cast, *sh("echo a; sleep 1; echo b"))
    (first, _, _), (second, _, _) = found.events

    assert ["a\r\n", "b\r\n"] == found.all("o")
    assert second - first >= 0.2  # a busy machine reads the first one late


def test_a_character_is_never_torn(tmp_path, cast):
    """Halves wait for the other half; what is none is U+FFFD, at the end as well."""
    _, found = recorded(tmp_path, cast, *python(SLOWLY))

    assert "é€🦉\ufffd\ufffd(\ufffd" == found.shown
    assert {"é", "€", "🦉"} <= set(found.all("o"))


def test_lines_begin_at_the_left(tmp_path, cast):
    """A terminal adds the return, which ours does not; none is added twice."""
    source = r"""
import os, time
for part in (b"a\nb\r\nc\r", b"\nd", b"\n", b"\n\r", b"e"):
    os.write(1, part)
    time.sleep(0.05)
"""
    _, found = recorded(tmp_path, cast, *python(source))

    assert "a\r\nb\r\nc\r\nd\r\n\r\n\re" == found.shown


@pytest.mark.parametrize(
    ("flags", "flag", "expected"),
    [(1, "ONLCR", "a\nb\r\nc"), (3, "ICANON", "a\r\nb\r\nc")],
    ids=["without returns", "raw"],
)
def test_who_switches_returns_off_means_a_step_down(
    flags, flag, expected, tmp_path, cast
):
    """As vim, tmux and curses do; in raw mode alone, nobody has said so."""
    source = DOWN.replace("FLAGS", str(flags)).replace("FLAG", flag)
    _, found = recorded(tmp_path, cast, *python(source))

    assert expected == found.shown


def test_a_size_that_changes_is_in_it(tmp_path, cast):
    """Between what was shown before and after."""
    request = exeunt.request(
        python(RESIZED, tmp_path / "ready"),
        size=(90, 20),
        record=cast,
        log=False,
        timeout=100,
    )
    with exeunt.start(request) as running:
        wait_for(tmp_path / "ready")
        while not running.streams.captures["stdout"].total:
            running.step(1)
        running.resize(132, 43)
        assert running.wait().ok
    found = asciicast.read(cast)

    assert (90, 20) == (found.header["width"], found.header["height"])
    assert [("o", "before\r\n"), ("r", "132x43"), ("o", "after\r\n")] == [
        (kind, text) for _, kind, text in found.events
    ]


# --- what is secret -------------------------------------------------------------------


def test_what_is_typed_is_in_it_but_for_secrets(tmp_path, cast):
    """Neither what they are nor how long; what prints them shows that they were."""
    words = ["--input=ann", "--secret-input=hunter22", *python(SIGN_IN)]
    _, found = recorded(tmp_path, cast, *words)

    assert ["ann\n"] == found.all("i")
    assert "User: ann\r\nPassword: \r\nann, ***\r\n" == found.shown
    assert b"hunter22" not in cast.read_bytes()


@pytest.mark.parametrize("length", [2, 8])
def test_what_is_not_echoed_is_not_recorded(length, tmp_path, cast):
    """Also where nobody called it a secret, or it is too short to be hidden."""
    word = "z" * length
    for option in ("--input", "--secret-input"):
        source = "import getpass; getpass.getpass(); print('thanks')"
        _, found = recorded(tmp_path, cast, option, word, *python(source))
        assert ([], "Password: \r\nthanks\r\n") == (found.all("i"), found.shown)


@pytest.mark.parametrize("word", ["pin", "hunter22"])
def test_a_secret_is_not_recorded_in_raw_mode_either(word, tmp_path, cast):
    """Where a terminal does not say what is asked for, the caller has said it."""
    line = "stty -icanon -echo; printf 'Pin: '; head -c 1 >/dev/null; echo thanks"
    _, found = recorded(tmp_path, cast, "--secret-input", word, *sh(line))

    assert ([], "Pin: thanks\r\n") == (found.all("i"), found.shown)


def test_secrets_of_the_environment_are_nowhere(tmp_path, cast):
    """Not in what is shown, typed, or said about the call; however it is cut."""
    source = (
        "import os, time\nfor c in 'hunter22': os.write(1, c.encode());time.sleep(.01)"
    )
    words = ["--secret-env=WORD", "--input=hunter22", *python(source, "hunter22")]
    _, found = recorded(tmp_path, cast, *words, WORD="hunter22", SHELL="/hunter22")

    assert "***" == found.shown
    assert found.header["command"].endswith(" ***")
    assert "/***" == found.header["env"]["SHELL"]
    assert b"hunter22" not in cast.read_bytes()


def test_nobody_else_can_read_it(tmp_path, cast):
    """Like a log, whatever the umask says."""
    recorded(tmp_path, cast, "true")

    assert 0o600 == stat.S_IMODE(cast.stat().st_mode)


# --- where it goes --------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_it_can_be_played_when_we_were_killed(number, tmp_path, cast, mark):
    """It is written as it goes."""
    words = ["--pty", "--record", str(cast), *sh("echo hi; sleep 60")]
    process = start(tmp_path, *words, mark=mark)
    assert b"hi\n" == process.stdout.read(3)
    assert until(lambda: cast.exists() and b'"o", "hi' in cast.read_bytes())
    os.kill(process.pid, number)
    process.communicate(timeout=WATCHDOG)

    assert "hi\r\n" == asciicast.read(cast).shown


def test_it_passes_through_meanwhile(tmp_path, cast):
    """Our own output is as it would be without."""
    words = ["--pty", "--record", str(cast), *sh("echo hi; exit 3")]

    assert (3, b"hi\n", b"") == run(tmp_path, *words)
    assert "hi\r\n" == asciicast.read(cast).shown


def test_a_drive_has_one_too(tmp_path, cast):
    """The end of input is a key, and is in it."""
    words = ["--record", str(cast), "cat", "--", "a line"]
    assert (0, b"a line\na line\n", b"") == run(tmp_path, *words, verb="drive")
    found = asciicast.read(cast)

    assert ["a line\n", "\x04"] == found.all("i")
    assert "a line\r\na line\r\n" == found.shown


def test_a_run_that_is_kept_is_recorded_to_its_end(tmp_path, cast):
    """What is typed later, and by others, is in it, but for what does not echo."""
    line = 'printf "A? "; read a; stty -echo; printf "B? "; read b; echo "got $a"'
    kept = record(tmp_path, "--pty", f"--record={cast}", *sh(line))
    for word in ("yes", "zz"):
        run(tmp_path, "send", kept["session"], word, verb="session")
    assert until(lambda: b"got" in cast.read_bytes().partition(b"\n")[2])
    found = asciicast.read(cast)

    assert ["yes\n"] == found.all("i")
    assert "A? yes\r\nB? got yes\r\n" == found.shown


def test_an_old_one_of_ours_is_replaced(tmp_path, cast):
    """As a log is; a longer one leaves nothing behind."""
    recorded(tmp_path, cast, "seq", "1000")
    _, found = recorded(tmp_path, cast, "echo", "hi")

    assert "hi\r\n" == found.shown


@pytest.mark.parametrize("json", [True, False], ids=["record", "pass-through"])
@pytest.mark.parametrize("place", ["directory", "link", "nowhere/run.cast"])
def test_what_is_no_file_of_ours_is_not_written_to(place, json, tmp_path):
    """The run goes on without a recording, and says so."""
    (tmp_path / "directory").mkdir()
    (tmp_path / "theirs").write_text("theirs")
    (tmp_path / "link").symlink_to(tmp_path / "theirs")
    words = ["--pty", "--record", str(tmp_path / place), "echo", "hi"]
    error = "ENOENT" if "/" in place else "refused"
    message = f"the recording is not complete: {error}"

    if json:
        found = record(tmp_path, *words)
        assert ("hi\n", [message]) == (found["stdout"], found["warnings"])
    else:
        assert (0, b"hi\n", f"exeunt: {message}\n".encode()) == run(tmp_path, *words)
    assert "theirs" == (tmp_path / "theirs").read_text()


def test_it_is_no_longer_than_a_log_may_be(cast):
    """It ends with a whole event, and the record says that there was more."""
    done = exeunt.run(
        ["seq", "2000"], size=(80, 24), record=cast, max_log=600, log=False
    )

    assert "1\n2\n3\n" == done.stdout[:6]
    assert ("the recording is not complete: capped",) == done.warnings
    assert 0 < len(asciicast.read(cast).shown) < cast.stat().st_size <= 600


@pytest.mark.parametrize("verb", [["--json"], []], ids=["record", "pass-through"])
def test_a_full_disk_costs_the_recording_and_not_the_run(verb, tmp_path):
    """A disk of its own that holds 64 KiB; what is on it can be played."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = (
        f"mount -t tmpfs -o size=64k none {place} || exit 99;"
        f' "$@"; echo $? >{tmp_path}/code; cp {place}/run.cast {tmp_path}/run.cast'
    )
    words = ["--pty", f"--record={place}/run.cast", "seq", "30000"]
    done = subprocess.run(
        [*unshared("-m"), *sh(mount), "sh", EXEUNT, "run", *verb, "--no-log", *words],
        capture_output=True,
        timeout=WATCHDOG,
        check=True,
    )
    found = asciicast.read(tmp_path / "run.cast")

    assert "0" == (tmp_path / "code").read_text().strip()
    assert b"the recording is not complete: ENOSPC" in done.stdout + done.stderr
    assert found.shown.startswith("1\r\n2\r\n3\r\n")


def test_a_recording_that_nobody_waits_for_is_closed(tmp_path, cast):
    """An abandoned run, and one that never began, leave no thread and no file open."""
    source = f"""
    import os, exeunt
    def held():
        return len(os.listdir("/proc/self/fd")), len(os.listdir("/proc/self/task"))
    exeunt.run(["true"], log=False)
    before = held()
    for words in (["sleep", "60"], ["/no/such/command"]):
        request = exeunt.request(words, size=(80, 24), record={str(cast)!r}, log=False)
        exeunt.start(request).abandon()
        exeunt.run(["/no/such"], size=(80, 24), record={str(cast)!r}, log=False)
    for _ in range(1000):
        if held() == before:
            break
        os.sched_yield()
    print(before == held())
    """
    assert "True\n" == host(source, tmp_path=tmp_path)


# --- what is refused ------------------------------------------------------------------


def test_pipes_are_not_recorded(tmp_path, cast):
    """The refusal says what is missing, and makes no file."""
    message = b"exeunt: --record needs a terminal; add --pty\n"

    assert (125, b"", message) == run(tmp_path, "--record", str(cast), "true")
    with pytest.raises(InputError, match="record needs a terminal"):
        exeunt.run(["true"], record=cast)
    assert not cast.exists()


def test_a_log_and_a_recording_are_two_files(tmp_path, cast):
    """Or both would be spoilt."""
    done = run(tmp_path, "--pty", f"--log={cast}", f"--record={cast}", "true")

    assert 125 == done.code
    assert b"the log and the recording are one file" in done.stderr
    assert not Path(cast).exists()
