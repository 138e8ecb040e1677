"""Commands that cannot be started, or only just → a word, a number, nothing else."""

import os
import signal
import subprocess
from pathlib import Path

import pytest

import exeunt
from running import (
    EXEUNT,
    PYTHON,
    WATCHDOG,
    WAYS,
    Mark,
    Ran,
    ended,
    environment,
    finish,
    host,
    must,
    program,
    record,
    run,
    sh,
    start,
)

# glibc's posix_spawn() ignores the two signals that it keeps for itself, 32 and 33.
GLIBCS_OWN = 0b11 << 31


@pytest.fixture
def mark():
    """A mark; whoever still carries it after the test is killed."""
    found = Mark()
    yield found
    found.gone(within=0)


def picked(document, *names):
    """Some values of a document."""
    return tuple(document[name] for name in names)


def script(path, text, mode=0o755):
    """Write a script."""
    path.write_text(text)
    path.chmod(mode)
    return str(path)


def assert_unstarted(done, status, code, detail):
    """Nothing ran, and the record says why."""
    assert (status, code, "runner", None) == picked(
        done, "status", "exit_code", "source", "signal"
    )
    assert ("", "", 0) == picked(done, "stdout", "stderr", "total_bytes")
    assert (0, 0, []) == picked(done["cleanup"], "killed", "left", "pids")
    assert detail in done["detail"]


# --- not found: 127 -------------------------------------------------------------------


@pytest.mark.clause("S5")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("command", "detail"),
    [
        ("no-such-command-at-all", "'no-such-command-at-all' is not found on PATH"),
        ("/no/such/command", "/no/such/command does not exist"),
        ("/etc/passwd/x", "/etc/passwd/x does not exist"),
        ("./no-such-command", "./no-such-command does not exist"),
        ("", "'' is not found on PATH"),
    ],
)
def test_a_command_that_is_not_there(way, command, detail, tmp_path):
    """127, and where it was looked for."""
    done = ended(way, tmp_path, [command, "x"])
    assert_unstarted(done, "not_found", 127, detail)


@pytest.mark.clause("S5")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("line", ["#!/no/such/python", "#! /no/such/python -u"])
def test_a_script_without_its_interpreter(way, line, tmp_path):
    """The kernel blames the script; we name what is missing."""
    path = script(tmp_path / "script", f"{line}\n")
    done = ended(way, tmp_path, [path])
    assert_unstarted(
        done, "not_found", 127, f"{path} needs /no/such/python, which does"
    )


@pytest.mark.clause("S5")
def test_not_found_passes_through(tmp_path):
    """The number, and one line on stderr; stdout has nothing."""
    done = run(tmp_path, "--", "no-such-command-at-all")

    assert (127, b"") == (done.code, done.stdout)
    assert b"exeunt: 'no-such-command-at-all' is not found on PATH\n" == done.stderr


@pytest.mark.parametrize("way", WAYS)
def test_a_command_is_looked_for_on_the_path_it_will_have(way, tmp_path):
    """And in the directory it will be in: as a shell in its place would."""
    (tmp_path / "bin").mkdir()
    script(tmp_path / "bin" / "tool", "#!/bin/sh\nexit 44\n")
    env = {"PATH": "bin:/usr/bin:/bin"}
    if way == "library":
        done = exeunt.run(["tool"], env=env, cwd=tmp_path, log=False).as_dict()
        missing = exeunt.run(["tool"], cwd=tmp_path, log=False).as_dict()
    else:
        words = ["--cwd", str(tmp_path), "--", "tool"]
        done = record(tmp_path, "--env", f"PATH={env['PATH']}", *words)
        missing = record(tmp_path, *words)

    assert (44, 127) == (done["exit_code"], missing["exit_code"])


@pytest.mark.parametrize("way", WAYS)
def test_one_that_may_not_be_executed_does_not_hide_another(way, tmp_path):
    """The search goes on, as execvp's does."""
    for name, mode in (("first", 0o644), ("second", 0o755)):
        (tmp_path / name).mkdir()
        script(tmp_path / name / "tool", "#!/bin/sh\nexit 45\n", mode)
    path = f"{tmp_path}/first:{tmp_path}/second:{os.environ['PATH']}"
    if way == "library":
        done = exeunt.run(["tool"], env={"PATH": path}, log=False).as_dict()
    else:
        done = record(tmp_path, "--env", f"PATH={path}", "--", "tool")

    assert 45 == done["exit_code"]


# --- not executable: 126 --------------------------------------------------------------


@pytest.mark.clause("S4")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("command", "detail"),
    [
        ("/etc/passwd", "/etc/passwd cannot be executed: Permission denied"),
        ("/usr/bin", "/usr/bin is a directory"),
        ("/", "/ is a directory"),
        ("./x" * 2000, "File name too long"),
    ],
)
def test_a_command_that_cannot_be_executed(way, command, detail, tmp_path):
    """126."""
    done = ended(way, tmp_path, [command])
    assert_unstarted(done, "not_executable", 126, detail)


@pytest.mark.clause("S4")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("text", ["touch {made}\n", "", "\0\0\0\0", "#!"])
def test_what_is_no_program_is_not_given_to_a_shell(way, text, tmp_path):
    """execvp would have /bin/sh run it; nobody asked for that."""
    made = tmp_path / "made"
    path = script(tmp_path / "script", text.format(made=made))
    done = ended(way, tmp_path, [path])

    assert_unstarted(done, "not_executable", 126, f"{path} ")
    assert not made.exists()


@pytest.mark.clause("S4")
def test_found_on_the_path_but_not_executable(tmp_path):
    """The detail says what to do about it."""
    path = script(tmp_path / "tool", "#!/bin/sh\n", 0o644)
    done = record(tmp_path, "--env", f"PATH={tmp_path}", "--", "tool")
    assert_unstarted(done, "not_executable", 126, f"{path} is not executable: chmod +x")


@pytest.mark.clause("S4")
@pytest.mark.parametrize("way", WAYS)
def test_a_program_that_is_being_written(way, tmp_path):
    """ETXTBSY: 126, not a crash."""
    path = tmp_path / "program"
    path.write_bytes(Path("/bin/true").read_bytes())
    path.chmod(0o755)
    with path.open("ab"):
        done = ended(way, tmp_path, [str(path)])
    assert_unstarted(done, "not_executable", 126, "Text file busy")


@pytest.mark.clause("S4")
def test_not_executable_passes_through(tmp_path):
    """The number, and one line on stderr."""
    done = run(tmp_path, "--", "/etc/passwd")
    expected = b"exeunt: /etc/passwd cannot be executed: Permission denied\n"
    assert (126, b"", expected) == done


# --- where it runs --------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("cwd", ["/no/such/place", "/etc/passwd"])
def test_a_directory_that_is_none(way, cwd, tmp_path):
    """E11: 125, and it is named; nothing has run."""
    made = tmp_path / "made"
    done = ended(way, tmp_path, ["touch", str(made)], cwd=cwd)

    assert_unstarted(done, "internal_error", 125, f"the working directory {cwd} cannot")
    assert not made.exists()


def test_a_deleted_directory_is_no_obstacle(tmp_path):
    """E11: who does not need it does not notice."""
    place = tmp_path / "place"
    line = f'mkdir {place}; cd {place}; rmdir {place}; exec "$0" run --json -- sh -c '
    done = subprocess.run(
        [*sh(f"{line} 'exit 3'"), EXEUNT],
        capture_output=True,
        env=environment(tmp_path),
        timeout=WATCHDOG,
        check=False,
    )
    assert 3 == Ran(done.returncode, done.stdout, done.stderr).record["exit_code"]


def test_a_host_in_a_deleted_directory(tmp_path):
    """E11: the same for the library, before and after its zygote was started."""
    source = """
    import os, sys, exeunt
    for _ in range(2):
        os.mkdir(sys.argv[1])
        os.chdir(sys.argv[1])
        os.rmdir(sys.argv[1])
        print(exeunt.run(["sh", "-c", "exit 3"], log=False).exit_code)
        print(exeunt.run(["sh", "-c", "pwd"], cwd="/usr", log=False).stdout)
        os.chdir("/")
    """
    expected = "3\n/usr\n\n" * 2
    assert expected == host(source, tmp_path / "place", tmp_path=tmp_path)


# --- what no kernel takes -------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"words": ["touch", "{made}", "a\0b"]},
        {"words": ["to\0uch", "{made}"]},
        {"words": []},
        {"words": "touch {made}"},
        {"words": ["touch", 3]},
        {"words": ["touch", "{made}"], "cwd": "/usr\0"},
        {"words": ["touch", "{made}"], "env": {"A=B": "c"}},
        {"words": ["touch", "{made}"], "env": {"": "c"}},
        {"words": ["touch", "{made}"], "env": {"A": "b\0"}},
        {"words": ["touch", "{made}", "\ud800"]},
    ],
)
def test_bad_input_is_refused_before_the_start(options, tmp_path):
    """E12: an error of the caller's, with a fix."""
    made = tmp_path / "made"
    words = options.pop("words")
    if isinstance(words, list):
        words = [w.format(made=made) if isinstance(w, str) else w for w in words]
    with pytest.raises(exeunt.InputError):
        exeunt.run(words, log=False, **options)
    assert not made.exists()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("size", [1 << 18, 1 << 23])
def test_too_long_a_list_of_arguments(way, size, tmp_path, mark):
    """E12: one word, or all together; 125, and what to do instead."""
    words = [
        "/bin/true",
        *["x" * min(size, 100_000)] * (size // 100_000),
        "x" * (1 << 17),
    ]
    if way == "library":
        done = ended(way, tmp_path, words, mark=mark)
        assert_unstarted(done, "internal_error", 125, "are too long; pass data by")
    else:
        # Our own arguments are as long as that already, so no kernel takes them either.
        with pytest.raises(OSError, match="Argument list too long"):
            ended(way, tmp_path, words, mark=mark)
    assert [] == mark.gone(within=0)


def test_an_environment_that_is_too_long(tmp_path):
    """E12: what we add may be the last straw; the command never ran."""
    done = ended("library", tmp_path, ["/bin/true"], env={"A": "x" * (1 << 18)})
    assert_unstarted(done, "internal_error", 125, "are too long")


# --- nothing left to start it with ----------------------------------------------------


def test_no_descriptors_left(tmp_path):
    """At each number that the start may fail at, typed and without a leak."""
    source = """
    import os, resource, exeunt
    exeunt.run(["true"], log=False)
    words = ["sh", "-c", "exit 3"]
    used = len(os.listdir("/proc/self/fd")) - 1
    found = []
    blocked = []
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, hard))
    exeunt.run(["true"], log=False)
    while True:
        try:
            blocked.append(os.open("/dev/null", os.O_RDONLY))
        except OSError:
            break
    while blocked:
        done = exeunt.run(words, log=False)
        found.append((done.status, done.exit_code))
        os.close(blocked.pop())
        assert len(os.listdir("/proc/self/fd")) - 1 == len(blocked) + used, found
        if done.status == "exited":
            break
        assert "Too many open files" in done.detail, done.detail
    print(sorted(set(found)), len(found) > 5)
    os.closerange(min(blocked), 64)
    print([done.exit_code for done in exeunt.run_all([exeunt.request(words)] * 3)])
    """
    expected = "[('exited', 3), ('internal_error', 125)] True\n[3, 3, 3]\n"
    assert expected == host(source, tmp_path=tmp_path)


def test_no_descriptors_left_for_the_command_line(tmp_path, mark):
    """A record at each number, as long as Python itself starts."""
    found = set()
    for limit in range(5, 24, 2):
        few = (*sh('ulimit -n "$0"; exec "$@"'), str(limit))
        words = ["--json", "--no-log", "--", *sh("exit 3")]
        process = start(tmp_path, *words, mark=mark, through=few)
        done = finish(process)
        if done.stdout:
            found.add((done.code, done.record["status"]))
        else:
            assert done.code != 0
    assert {(3, "exited"), (125, "internal_error")} == found
    assert [] == mark.gone()


def test_no_processes_left(tmp_path):
    """Nobody can be forked, by the host or by the command line; it is said."""
    must(os.geteuid() == 0, "root, to become a user whose processes are counted")
    source = """
    import os, resource, sys, exeunt
    from exeunt.cli import main
    exeunt.run(["true"], log=False)
    main(["run", "--no-log", "--", "true"])  # whatever is imported is readable now
    os.chdir("/")  # which that user may enter
    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
    os.setgroups([])
    os.setresgid(65534, 65534, 65534)
    os.setresuid(65534, 65534, 65534)
    done = exeunt.run(["true"], log=False)
    print(done.status, done.exit_code, done.detail)
    sys.stdout.flush()
    print(main(["run", "--no-log", "--", "true"]))
    """
    done = finish(program(source, tmp_path=tmp_path))

    why = "the run could not be prepared: Resource temporarily unavailable"
    assert f"internal_error 125 {why}\n125\n" == done.stdout.decode()
    assert b"Resource temporarily unavailable" in done.stderr


# --- what the command finds -----------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
def test_signals_are_as_after_a_login(way, tmp_path):
    """Nothing ignored, blocked or pending, though Python ignores PIPE and XFSZ."""
    words = ["grep", "Pnd:\\|Blk:\\|Ign:", "/proc/self/status"]
    lines = ended(way, tmp_path, words)["stdout"].splitlines()

    assert 4 == len(lines)
    assert {0} == {int(line.split()[1], 16) & ~GLIBCS_OWN for line in lines}


def test_no_signal_is_blocked_whatever_the_caller_has(tmp_path):
    """All that can be blocked was; what was ignored, on purpose, stays so."""
    hostile = ("env", "--ignore-signal=USR1", "--block-signal")
    words = ["--json", "--", "grep", "SigBlk\\|SigIgn", "/proc/self/status"]
    found = finish(start(tmp_path, *words, through=hostile)).record["stdout"]
    values = [int(line.split()[1], 16) & ~GLIBCS_OWN for line in found.splitlines()]

    assert [0, 1 << signal.SIGUSR1 - 1] == values


def test_signals_are_default_whatever_the_host_has(tmp_path):
    """Ignored before the first run, and in the thread that starts it."""
    source = """
    import signal, exeunt
    for number in signal.valid_signals() - {9, 19}:
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    words = ["grep", "SigBlk\\\\|SigIgn", "/proc/self/status"]
    for line in exeunt.run(words, log=False).stdout.splitlines():
        print(int(line.split()[1], 16) & ~(3 << 31))
    """
    assert "0\n0\n" == host(source, tmp_path=tmp_path)


@pytest.mark.parametrize("way", WAYS)
def test_no_stray_descriptors(way, tmp_path):
    """Three, and the one that the list is read through, whatever the caller has."""
    handed = [os.open("/dev/null", os.O_RDONLY) for _ in range(5)]
    for number in handed:
        os.set_inheritable(number, True)  # noqa: FBT003 - it has no name
    try:
        if way == "library":
            text = ended(way, tmp_path, ["ls", "/proc/self/fd"])["stdout"]
        else:
            words = ["--json", "--", "ls", "/proc/self/fd"]
            process = start(tmp_path, *words, pass_fds=handed)
            text = finish(process).record["stdout"]
    finally:
        for number in handed:
            os.close(number)
    assert ["0", "1", "2", "3"] == text.split()


def test_no_stray_descriptors_above_a_lowered_limit(tmp_path):
    """One that was opened before the limit is above it."""
    line = (
        "import fcntl, os, resource, sys; fcntl.fcntl(1, fcntl.F_DUPFD, 200); "
        "resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64)); "
        "os.execv(sys.argv[1], sys.argv[1:])"
    )
    done = subprocess.run(
        [PYTHON, "-c", line, EXEUNT, "run", "--", "ls", "/proc/self/fd"],
        capture_output=True,
        env=environment(tmp_path),
        timeout=WATCHDOG,
        check=True,
    )
    assert [b"0", b"1", b"2", b"3"] == done.stdout.split()


@pytest.mark.parametrize("way", WAYS)
def test_a_session_and_a_group_of_its_own(way, tmp_path):
    """The leader of both, with no terminal: a stray Ctrl-C is not for it."""
    line = "read pid name state parent group session tty rest </proc/self/stat; "
    line += "echo $((group == pid)) $((session == pid)) $tty"
    done = ended(way, tmp_path, sh(line))
    assert "1 1 0\n" == done["stdout"]


@pytest.mark.parametrize("way", WAYS)
def test_its_keeper_holds_none_of_its_pipes(way, tmp_path):
    """Nor its directory: who waits for the end of a stream waits for the command."""
    line = (
        "sleep 0.2; cd /; readlink /proc/$PPID/cwd; "
        "for n in 0 1 2; do readlink /proc/$PPID/fd/$n; done"
    )
    done = ended(way, tmp_path, sh(line), cwd=str(tmp_path))
    assert ["/", *["/dev/null"] * 3] == done["stdout"].split()


@pytest.mark.parametrize("way", WAYS)
def test_a_failed_start_leaves_no_process(way, tmp_path, mark):
    """An error of exec comes back by itself, not as a process that ended with 127."""
    for command in ("/no/such/command", "/etc/passwd", "/"):
        ended(way, tmp_path, [command], mark=mark)
    assert [] == mark.gone()


def test_standard_streams_of_the_command_are_its_own(tmp_path):
    """Nothing of our own stdin, stdout or stderr reaches it."""
    here, there = os.pipe()
    os.write(there, b"not for it\n")
    os.close(there)
    line = "cat; readlink /proc/self/fd/0; readlink /proc/self/fd/1 | cut -c1-5"
    process = subprocess.Popen(
        [EXEUNT, "run", "--json", "--", *sh(line)],
        stdin=here,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
    )
    os.close(here)
    assert "/dev/null\npipe:\n" == finish(process).record["stdout"]
