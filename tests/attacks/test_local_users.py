"""Another user of the machine.

Mallory prepares names, links, pipes and folders where both may write; alice, or root,
calls exeunt. `people.place` is like /tmp: all may write in it, and it is sticky.
"""

import json
import os
import sys
from pathlib import Path

import pytest

PRECIOUS = "precious"


@pytest.fixture
def precious(people):
    """A file of alice's, in her home."""
    people.run("alice", "sh", "-c", f"printf {PRECIOUS} > precious")
    return people.home("alice") / "precious"


def below(folder, user):
    """What a user owns below a folder."""
    return [path for path in folder.rglob("*") if path.lstat().st_uid == user]


def uid(path):
    """Who owns a file."""
    return path.lstat().st_uid


# -- a folder that somebody else has made first


@pytest.mark.attack(
    tried="Another user makes the temporary folder of somebody without a home, with a"
    " pipe where exeunt keeps its stamp.",
    held="A folder is opened before anything in it, and is used only if it is the"
    " caller's and nobody else may write in it.",
    mend=(
        "src/exeunt/files.py",
        """    if status.st_uid != os.geteuid():
        msg = "not a directory of ours"
    elif status.st_mode & OTHERS_MAY_WRITE:""",
        """    if status.st_uid < 0:
        msg = "not a directory of ours"
    elif status.st_mode < 0:""",
    ),
)
def test_a_temporary_folder_that_another_user_has_made(people):
    """The run ends in its time, and leaves nothing there."""
    alice = uid(people.home("alice"))
    trap = people.place / f"exeunt-{alice}"
    people.run("mallory", "mkdir", "-m", "777", trap, trap / "logs")
    people.run("mallory", "mkfifo", "-m", "666", trap / "pruned")
    people.run("mallory", "touch", "-d", "2020-01-01", trap / "pruned")
    env = {"HOME": "/nonexistent", "TMPDIR": str(people.place)}
    done = people.exeunt(
        "alice", "run", "--json", "--timeout", "9", "echo", "hi", env=env
    )
    record = json.loads(done.stdout)

    assert (0, "hi\n", "refused") == (
        done.returncode,
        record["stdout"],
        record["log_error"],
    )
    assert [] == below(trap, alice)


@pytest.mark.attack(
    tried="XDG_STATE_HOME or TMPDIR is a folder of another user, in which all may"
    " write.",
    held="exeunt makes a folder only where the caller or root is the owner.",
    mend=(
        "src/exeunt/files.py",
        "    if os.fstat(folder).st_uid not in trusted():",
        "    if os.fstat(folder).st_uid < 0:",
    ),
)
@pytest.mark.parametrize("name", ["XDG_STATE_HOME", "TMPDIR"])
def test_a_state_directory_in_a_folder_of_another_user(people, name):
    """The command runs, and nothing is kept."""
    theirs = people.place / "theirs"
    people.run("mallory", "mkdir", "-m", "777", theirs)
    env = {"HOME": "/nonexistent", name: str(theirs)}
    done = people.exeunt("alice", "run", "--json", "echo", "hi", env=env)

    assert (0, "hi\n") == (done.returncode, json.loads(done.stdout)["stdout"])
    assert [] == list(theirs.iterdir())


@pytest.mark.attack(
    tried="The caller's state directory lets others write: they could exchange a log,"
    " a session's socket or a journal line.",
    held="No directory is used in which others may write, for the store, for logs, for"
    " sessions and for lines alike.",
    mend=(
        "src/exeunt/files.py",
        "    elif status.st_mode & OTHERS_MAY_WRITE:",
        "    elif False:",
    ),
)
def test_a_state_directory_in_which_all_may_write(people):
    """Neither a log nor a session is made there."""
    state = people.home("alice") / "state"
    people.run(
        "alice", "mkdir", "-p", state / "exeunt" / "logs", state / "exeunt/sessions"
    )
    people.run("alice", "chmod", "-R", "777", state)
    env = {"XDG_STATE_HOME": str(state)}
    done = people.exeunt("alice", "run", "--json", "echo", "hi", env=env)
    kept = people.exeunt("alice", "session", "start", "--session", "s", "cat", env=env)

    assert "refused" == json.loads(done.stdout)["log_error"]
    assert 0 != kept.returncode
    assert [] == [path for path in state.rglob("*") if not path.is_dir()]


@pytest.mark.attack(
    tried="Root works with the HOME of another user (sudo -E, su -m, a container).",
    held="HOME is used only if the caller owns it.",
    mend=(
        "src/exeunt/files.py",
        "and os.stat(path).st_uid == os.geteuid()\n",
        "and os.path.isdir(path)\n",
    ),
)
def test_root_with_the_home_of_another_user(people):
    """Nothing of root's is made there, which would shut its owner out."""
    home = people.home("alice")
    env = {"HOME": str(home), "TMPDIR": str(people.home("root"))}
    done = people.exeunt("root", "run", "--json", "echo", "hi", env=env)

    record = json.loads(done.stdout)

    assert (0, "hi\n", None) == (
        done.returncode,
        record["stdout"],
        record["log_error"],
    )
    assert [] == list(home.iterdir())


@pytest.mark.attack(
    tried="Root works with the HOME of another user, who says there by a table that a"
    " failure is a success.",
    held="Tables are looked for in a home only if the caller owns it.",
    mend=(
        "src/exeunt/atlas/_users.py",
        'f"{own_home()}/.config" if own_home() else ""',
        "f\"{os.environ['HOME']}/.config\"",
    ),
)
def test_a_table_in_the_home_of_another_user(people):
    """Root is told what the tool's own table says, or nothing."""
    home = people.home("alice")
    table = "format = 1\ntool = 'pay'\n[[rows]]\ncode = 7\nmeaning = 'it is fine'\n"
    table += "category = 'ok'\nsource = 'alice'\n"
    line = (
        'mkdir -p .config/exeunt/atlas && printf "$1" > .config/exeunt/atlas/pay.toml'
    )
    people.run("alice", "sh", "-c", line, "sh", table)
    words = ["explain", "pay", "7"]
    said = [
        people.exeunt(who, *words, env={"HOME": str(home)}).stdout
        for who in ("alice", "root")
    ]

    assert ["it is fine" in one for one in said] == [True, False]


@pytest.mark.attack(
    tried="TMPDIR is a folder of another user, who exchanges what an adopted program"
    " has written there for the reader of its answer.",
    held="A temporary file that has a name is made in no folder where others could"
    " exchange it.",
    mend=(
        "src/exeunt/named.py",
        "return place if sticky and status.st_uid in trusted() else USUAL",
        "return place",
    ),
)
@pytest.mark.parametrize("owner", ["mallory", "alice"])
def test_a_temporary_folder_where_others_can_exchange_files(people, owner):
    """The file that the answer names is elsewhere."""
    theirs, program = people.place / "theirs", people.home("alice") / "program"
    people.run(owner, "mkdir", "-m", "777", theirs)
    program.write_text(
        f"#!{sys.executable}\n"
        "import argparse, exeunt\n"
        "def run(args): print('[' + '0,' * (5 << 20) + '0]')\n"
        "parser = argparse.ArgumentParser('program')\n"
        "parser.set_defaults(func=run)\n"
        "exeunt.adopt(parser)()\n"
    )
    program.chmod(0o755)
    done = people.run("alice", program, "--output", "json", env={"TMPDIR": str(theirs)})
    file = Path(json.loads(done.stdout)["data"]["file"])
    file.unlink(missing_ok=True)

    assert (0, False) == (done.returncode, file.is_relative_to(theirs))


@pytest.mark.attack(
    tried="The directory above the store lets all exchange what is in it, so that a"
    " call that ran once is forgotten.",
    held="A store that must last is refused where others could put another in its"
    " place.",
    mend=("src/exeunt/store/database.py", "            check_way(self.path)\n", ""),
)
def test_a_store_that_others_can_move_away(people):
    """The call runs at most once: here not at all."""
    state, ran = people.home("alice") / "state", people.home("alice") / "ran"
    people.home("alice").chmod(0o755)
    people.run("alice", "mkdir", "-m", "777", state)
    people.run("alice", "mkdir", "-m", "700", state / "exeunt")
    once = ["run", "--once", "pay", "sh", "-c", f"echo x >> {ran}"]
    env = {"XDG_STATE_HOME": str(state)}
    for _ in range(2):
        people.exeunt("alice", *once, env=env)
        people.run("mallory", "mv", state / "exeunt", state / "away")
        people.run("mallory", "rm", "-rf", state / "away")
        people.run(
            "mallory", "mv", state / "away", state / f"old-{os.urandom(2).hex()}"
        )

    assert not ran.exists() or ["x"] == ran.read_text().split()


# -- a file that the user names


@pytest.mark.attack(
    tried="Another user puts a link where a report, a manifest or a script is to be"
    " written, to a file of the caller's.",
    held="A link is followed only if the caller or root has made it.",
    mend=(
        "src/exeunt/files.py",
        """    if status.st_uid not in {ROOT, os.geteuid()}:
        raise OSError(ELOOP, "a link""",
        """    if status.st_uid < 0:
        raise OSError(ELOOP, "a link""",
    ),
)
@pytest.mark.parametrize("there", [True, False], ids=["a file", "dangling"])
@pytest.mark.parametrize(
    "call",
    [
        "check --only help --report json={path} -- true",
        "manifest --write {path}",
        "adopt --write {path} -- exeunt",
    ],
    ids=["report", "manifest", "script"],
)
def test_a_link_of_another_user_in_place_of_a_file(people, precious, call, there):
    """Nothing is written through it."""
    to = precious if there else people.home("alice") / "new"
    path = people.place / "link"
    people.run("mallory", "ln", "-s", to, path)
    done = people.exeunt("alice", *call.format(path=path).split())

    assert 0 != done.returncode
    assert (PRECIOUS, there) == (precious.read_text(), to.exists())


@pytest.mark.attack(
    tried="Another user puts a link to a folder on the way to a file that the caller"
    " names.",
    held="The way is gone step by step, and no link of another user is followed on it.",
    mend=(
        "src/exeunt/files.py",
        """    if status.st_uid not in {ROOT, os.geteuid()}:
        raise OSError(ELOOP, "a link""",
        """    if status.st_uid < 0:
        raise OSError(ELOOP, "a link""",
    ),
)
@pytest.mark.parametrize(
    "call",
    ["manifest --write {path}", "run --log {path} echo hi", "run --record {path} ls"],
    ids=["manifest", "log", "cast"],
)
def test_a_link_of_another_user_on_the_way(people, call):
    """Nothing is written where it leads."""
    folder = people.home("alice") / "folder"
    people.run("alice", "mkdir", folder)
    people.run("mallory", "ln", "-s", folder, people.place / "way")
    people.exeunt("alice", *call.format(path=people.place / "way" / "file").split())

    assert [] == list(folder.iterdir())


@pytest.mark.attack(
    tried="Another user puts a second name of the caller's file where a log is to be"
    " written (a hard link, where the kernel lets them).",
    held="A file that has another name is not written to.",
    mend=("src/exeunt/named.py", " and status.st_nlink <= 1", ""),
)
def test_a_hard_link_in_place_of_a_log(people, precious):
    """It keeps its content."""
    path = people.place / "log"
    path.hardlink_to(precious)
    done = people.exeunt("alice", "run", "--log", path, "echo", "hi")

    assert "hi\n" == done.stdout
    assert PRECIOUS == precious.read_text()


@pytest.mark.attack(
    tried="Another user puts a pipe where a report is to be written, and reads.",
    held="A pipe is written to only if it is the caller's or root's.",
    mend=(
        "src/exeunt/named.py",
        "if stat.S_ISREG(status.st_mode) or status.st_uid not in {ROOT, os.geteuid()}:",
        "if stat.S_ISREG(status.st_mode):",
    ),
)
def test_a_pipe_of_another_user_in_place_of_a_report(people):
    """They read nothing, and nobody waits."""
    path = people.place / "pipe"
    people.run("mallory", "mkfifo", "-m", "666", path)
    with people.start("mallory", "cat", path, stdout=-1) as reader:
        done = people.exeunt("alice", "manifest", "--write", path)
        reader.kill()
        read = reader.stdout.read()

    assert (b"", True) == (read, done.returncode != 0)


@pytest.mark.attack(
    tried="Another user prepares a link at every name that exeunt may write to beside"
    " the file.",
    held="What is written beside a file has a name that nobody can guess.",
    mend=(
        "src/exeunt/files.py",
        'return f".{os.urandom(16).hex()}"',
        'return f".{os.getpid() // 9999}"',
    ),
)
def test_a_name_that_can_be_guessed(people, precious):
    """The report is written, and the file that the links lead to is as it was."""
    for guess in range(10):
        people.run("mallory", "ln", "-s", precious, people.place / f".{guess}")
    path = people.place / "manifest.json"
    done = people.exeunt("alice", "manifest", "--write", path)

    assert (0, PRECIOUS) == (done.returncode, precious.read_text())
    assert "commands" in json.loads(path.read_text())


@pytest.mark.attack(
    tried="Another user exchanges a folder for a link to the caller's, and back, while"
    " the caller writes into it.",
    held="A folder is opened once; all that follows is by its descriptor.",
    mend=(
        "src/exeunt/files.py",
        """    if spelt(folder) == plain:
        return folder""",
        """    if folder:
        return folder""",
    ),
)
def test_a_folder_that_becomes_a_link(people):
    """Nothing of it arrives where the link leads."""
    private = people.home("alice") / "private"
    people.run("alice", "mkdir", private)
    script = f"""
        cd {people.place} && mkdir -p way/turn/private && chmod -R 777 way
        ln -s {people.home("alice")} way/link && touch ready
        while :; do mv -T way/turn way/away; mv -T way/link way/turn
        mv -T way/turn way/link; mv -T way/away way/turn; done
    """
    with people.start("mallory", "sh", "-c", script) as racer:
        while not (people.place / "ready").exists():
            os.sched_yield()
        for number in range(12):
            path = people.place / "way" / "turn" / "private" / f"{number}"
            people.exeunt("alice", "run", "--log", path, "echo", "hi")
        racer.kill()

    assert [] == list(private.iterdir())


@pytest.mark.attack(
    tried="Another user puts a pipe, to which nobody writes, where the caller's stdin"
    " is to come from.",
    held="Who writes to a pipe is waited for no longer than the run may take.",
    mend=(
        "src/exeunt/process/streams.py",
        "poll.poll(None if limit is None else limit * 1000)",
        "poll.poll(limit and 90_000)",
    ),
)
@pytest.mark.parametrize("once", [[], ["--once", "key"]], ids=["run", "once"])
def test_a_pipe_in_place_of_the_input(people, once):
    """The run ends in its time."""
    path = people.place / "input"
    people.run("mallory", "mkfifo", "-m", "666", path)
    words = ["run", "--timeout", "1", *once, "--stdin", path, "cat"]
    done = people.exeunt("alice", *words, timeout=60)

    assert 125 == done.returncode
    assert "nobody writes to it" in done.stderr


@pytest.mark.attack(
    tried="Another user puts a pipe, to which nobody writes, where a secret is to be"
    " read.",
    held="Another user's pipe is refused.",
    mend=(
        "src/exeunt/secrets/kept.py",
        "    if waits and theirs and not shown(path).startswith(GIVEN):",
        "    if False:",
    ),
)
@pytest.mark.parametrize("option", ["--secret-env-file", "--secret-input-file"])
@pytest.mark.parametrize("user", ["alice", "root"])
def test_a_pipe_in_place_of_a_secret(people, option, user):
    """Nothing is started, and nobody is waited for."""
    path = people.place / "secret"
    people.run("mallory", "mkfifo", "-m", "644", path)
    words = ["run", "--timeout", "9", option, path, "cat"]
    done = people.exeunt(user, *words, timeout=60)

    assert 125 == done.returncode
    assert "another user's" in done.stderr


@pytest.mark.attack(
    tried="Another user asks a session, or types at it, by its socket, of which the"
    " caller has opened all folders to them.",
    held="The kernel says who is at the other end of a socket: only the caller and root"
    " are heard.",
    mend=(
        "src/exeunt/sessions/wire.py",
        "    if user_of(connection) not in {os.geteuid(), 0}:",
        "    if user_of(connection) < 0:",
    ),
)
def test_the_socket_of_a_session(people):
    """They hear nothing."""
    home = people.home("alice")
    people.exeunt("alice", "session", "start", "--session", "s", "--keep", "60", "cat")
    (socket,) = home.rglob("socket")
    people.run("alice", "chmod", "-R", "a+rwX", home)
    ask = "import socket as s, sys; c = s.socket(s.AF_UNIX); c.connect(sys.argv[1]);"
    ask += 'c.sendall(b\'{"ask": "state"}\\n\'); print(c.recv(9))'
    heard = people.run("mallory", sys.executable, "-c", ask, socket)
    people.run("alice", "chmod", "-R", "go-rwx", home)
    people.exeunt("alice", "session", "stop", "s")

    assert b"{" not in heard.stdout.encode()


@pytest.mark.attack(
    tried="Another user puts a file, a pipe, a socket or a link in the place of the"
    " caller's temporary folder.",
    held="No file and no folder of exeunt's is opened through a link; where nothing can"
    " be kept, nothing is, and the command runs.",
    mend=(
        "src/exeunt/files.py",
        "SAFELY = os.O_CLOEXEC | os.O_NOFOLLOW |",
        "SAFELY = os.O_CLOEXEC |",
    ),
)
@pytest.mark.parametrize("kind", ["file", "link", "dangling", "pipe", "socket"])
def test_what_is_no_folder_in_place_of_the_temporary_folder(people, kind):
    """It is refused, whatever it is, and is as it was."""
    alice = uid(people.home("alice"))
    path = people.place / f"exeunt-{alice}"
    victim = people.home("alice") / "victim"
    people.run("alice", "mkdir", victim)
    made = {
        "file": f"touch {path}",
        "link": f"ln -s {victim} {path}",
        "dangling": f"ln -s {victim}/new {path}",
        "pipe": f"mkfifo {path}",
        "socket": f"{sys.executable} -c 'import socket as s;"
        f's.socket(s.AF_UNIX).bind("{path}")\'',
    }[kind]
    people.run("mallory", "sh", "-c", made)
    env = {"HOME": "/nonexistent", "TMPDIR": str(people.place)}
    words = ["run", "--json", "--timeout", "9", "echo", "hi"]
    done = people.exeunt("alice", *words, env=env)

    assert (0, "hi\n") == (done.returncode, json.loads(done.stdout)["stdout"])
    assert [] == list(victim.iterdir())


# -- code and programs that nobody asked for


@pytest.mark.attack(
    tried="A repository has a package named exeunt, and a program of the caller's"
    " starts a session there.",
    held="No process of exeunt's imports from the working directory.",
    mend=(
        "src/exeunt/sessions/talk.py",
        '[sys.executable, "-P", "-m"',
        '[sys.executable, "-m"',
    ),
)
def test_a_module_in_the_working_directory_of_a_session(people):
    """It is not imported."""
    trap = hostile(people)
    agent = people.home("alice") / "agent.py"
    agent.write_text("import exeunt\nexeunt.Session.start(['true']).wait('end')\n")
    agent.chmod(0o644)
    done = people.run("alice", sys.executable, agent, cwd=trap)

    assert (0, "") == (done.returncode, done.stderr)
    assert not (people.place / "ran").exists()


@pytest.mark.attack(
    tried="A repository has a package named exeunt, and a script that exeunt adopt"
    " --write has made is called there.",
    held="The script, too, imports nothing from the working directory.",
    mend=(
        "src/exeunt/cli/adopt.py",
        '"-P", "-m", "exeunt", "adopt"',
        '"-m", "exeunt", "adopt"',
    ),
)
def test_a_module_in_the_working_directory_of_a_script(people):
    """It is not imported."""
    trap, script = hostile(people), people.home("alice") / "script"
    program = people.home("alice") / "program"
    program.write_text(f"#!{sys.executable}\nprint('hi')\n")
    program.chmod(0o755)
    people.exeunt("alice", "adopt", "--write", script, "--", program)
    done = people.run("alice", script, cwd=trap)

    assert (0, "hi\n") == (done.returncode, done.stdout)
    assert not (people.place / "ran").exists()


def hostile(people):
    """A folder of mallory's with a package that tells when it is imported."""
    trap = people.place / "repository"
    code = f"open({str(people.place / 'ran')!r}, 'w')"
    lines = f"""
        mkdir -p {trap}/exeunt && cd {trap}/exeunt
        echo "{code}" | tee __init__.py > __main__.py
    """
    people.run("mallory", "sh", "-c", lines)
    assert (trap / "exeunt" / "__main__.py").exists()
    return trap


@pytest.mark.attack(
    tried="A program on PATH has the name of a manifest that is missing.",
    held="A name that can only mean a document is never run.",
    mend=(
        "src/exeunt/cli/_source.py",
        'if words[0].lower().endswith(DOCUMENTS) and "/" not in words[0]:',
        "if not words:",
    ),
)
def test_a_program_with_the_name_of_a_missing_manifest(people):
    """It is not called."""
    trap = people.place / "bin"
    lines = f"""
        mkdir {trap} && cd {trap} && chmod 755 .
        printf '#!/bin/sh\\ntouch ../ran\\n' > old.json && chmod 755 old.json
    """
    people.run("mallory", "sh", "-c", lines)
    env = {"PATH": f"{trap}:{os.environ['PATH']}"}
    done = people.exeunt("alice", "diff", "old.json", "new.json", env=env)

    assert (5, False) == (done.returncode, (people.place / "ran").exists())
