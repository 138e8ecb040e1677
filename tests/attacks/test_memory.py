"""What is remembered, and where a redirect leads.

A command says by its output where it moved, how long to wait and what it did; another
one bears its name; whatever keeps the memory of a call that is made once is damaged,
moved or set ahead. Alice calls, with root's or her own rights.
"""

import json
import sys

import pytest

from calling import failed, moved

ONCE = ("run", "--once", "pay")


@pytest.fixture
def alice(people):
    """Alice's home, in which she keeps everything, and her calls of exeunt there."""

    class Alice:
        home = people.home("alice")

        def call(self, *words, **options):
            return people.exeunt("alice", *words, cwd=self.home, **options)

        def program(self, name, answer=None, marker="ran"):
            """Write a program that notes its words, and answers so the first time."""
            path = self.home / name
            code, text = answer or (0, "")
            path.parent.mkdir(parents=True, exist_ok=True)
            answer = path.parent / f"answer-of-{path.name}"
            answer.write_text(text)
            path.write_text(
                f'#!/bin/sh\necho "$0 $*" >> {self.home}/{marker}\n'
                f"[ -e {path}.called ] && exit; touch {path}.called\n"
                f"cat {answer}; exit {code}\n"
            )
            path.chmod(0o755)
            people.run("root", "chown", "-R", "61001:61001", self.home)
            return path

        def noted(self, marker="ran"):
            """What the programs were called with."""
            path = self.home / marker
            return path.read_text().splitlines() if path.exists() else []

    return Alice()


# -- redirects


@pytest.mark.attack(
    tried="A command that runs as somebody else, or in an interpreter, prints a"
    " redirect to the same program with words of its own.",
    held="A redirect is followed unasked only where the called file's own manifest,"
    " taken before the run, vouches for it.",
    mend=(
        "src/exeunt/deciding/_redirect.py",
        "manifest is None or not called:\n        return None",
        "manifest is None or not called:\n        return new",
    ),
)
@pytest.mark.parametrize("wrapper", [["env"], ["sh"], ["nice", "-n", "1"]])
def test_a_redirect_that_what_was_called_through_another_prints(alice, wrapper):
    """Nothing is run by its word."""
    trap = alice.home / "trap"
    evil = alice.program(
        "evil.sh", moved(f"{wrapper[0]} touch {trap}", permanent=False)
    )
    said = alice.call("run", "--json", "--retry", *wrapper, evil)

    assert (13, 1) == (said.returncode, len(json.loads(said.stdout)["attempts"]))
    assert not trap.exists()


@pytest.mark.attack(
    tried="A program says that it moved for good, to destructive words; another one of"
    " that name is called in another folder, or by another PATH.",
    held="A redirect is remembered for the very file that has said it.",
    mend=(
        "src/exeunt/store/_redirects.py",
        '"WHERE file = ? AND place = ?", raw(program.path), program.place',
        '"WHERE file <> ? OR place <> ?", b"", b""',
    ),
)
def test_a_remembered_redirect_of_another_file_of_that_name(alice):
    """The good one is called as it was written."""
    retry = ["run", "--retry", "--follow", "any", "--", "tool", "build"]
    answer = moved("tool --delete-all", permanent=True)
    paths = [alice.program(f"{place}/tool", answer) for place in ("a", "b")]
    (paths[1].parent / "tool.called").touch()  # it has nothing to say
    for path in paths:
        env = {"PATH": f"{path.parent}:/usr/bin:/bin"}
        alice.call(*retry, env=env)

    assert [
        f"{paths[0]} build",
        f"{paths[0]} --delete-all",
        f"{paths[1]} build",
    ] == alice.noted()


@pytest.mark.attack(
    tried="A program named git says that it is called too often, and is not the git"
    " that is called next.",
    held="A hold is for the file that has asked for it.",
    mend=(
        "src/exeunt/deciding/call_words.py",
        "return None if file is None else file.path",
        'return None if file is None else file.path.rpartition("/")[2]',
    ),
)
def test_a_hold_of_another_file_of_that_name(alice):
    """Git is called at once."""
    evil = alice.program("evil/git", failed(11, "RATE_LIMITED", retry_after_ms=10**9))
    good = alice.program("good/git")
    for path in (evil, good):
        done = alice.call("run", "--retry", "--max-wait", "1", path, "status")

    assert (0, f"{good} status") == (done.returncode, alice.noted()[-1])


# -- a failure that asks to be repeated


@pytest.mark.attack(
    tried="A command that has done something calls its failure retryable.",
    held="It is repeated only where it claims to have changed nothing, too; at 2, and"
    " after an explicit no, not even then.",
    mend=(
        "src/exeunt/deciding/_failures.py",
        "if e.effects is Effects.NONE:\n        return repeat(e)",
        "if e.effects:\n        return repeat(e)",
    ),
)
def test_a_failure_that_asks_to_be_repeated(alice):
    """It is called once; the same claim unasked repeats nothing at all."""
    nothing_changed = {"phase": "validation"}
    answers = [
        failed(1, "LOCKED"),
        failed(10, "SLOW"),
        failed(1, "LOCKED", phase="execution"),
        failed(2, "HALF", **nothing_changed),
        failed(1, "LOCKED", retryable=False, **nothing_changed),
        failed(12, "DOWN", retryable=False),
    ]
    tools = [alice.program(f"tool-{at}", said) for at, said in enumerate(answers)]
    unasked = alice.program("unasked", failed(1, "LOCKED", **nothing_changed))
    believed = alice.program("believed", failed(1, "LOCKED", **nothing_changed))
    for tool in tools:
        alice.call("run", "--retry", tool, "pay")
    alice.call("run", unasked, "pay")

    assert [f"{tool} pay" for tool in (*tools, unasked)] == alice.noted()

    alice.call("run", "--retry", believed, "pay")

    assert [f"{believed} pay"] * 2 == alice.noted()[-2:]


# -- a call that is made once


@pytest.mark.attack(
    tried="A call is repeated under its key with other input.",
    held="The key stands for the bytes of stdin as well.",
    mend=("src/exeunt/cli/run/_spool.py", "        digest.update(data)\n", ""),
)
def test_other_input_under_the_same_key(alice):
    """It is a conflict; the old answer is not told."""
    (alice.home / "pay").write_text("pay 10")
    first = alice.call(*ONCE, "--stdin", "pay", "cat")
    (alice.home / "pay").write_text("pay 99")
    second = alice.call(*ONCE, "--stdin", "pay", "cat")

    assert ("pay 10", 0) == (first.stdout, first.returncode)
    assert ("", 125) == (second.stdout, second.returncode)


@pytest.mark.attack(
    tried="The store is damaged, so that another command begins a new one, in which"
    " the key is free.",
    held="Nothing runs once beside what is left of another store.",
    mend=(
        "src/exeunt/store/database.py",
        "            refuse_second(self.path)\n",
        "",
    ),
)
def test_a_damaged_store_beside_a_new_one(alice):
    """The call is refused until somebody has looked."""
    pay = alice.program("pay")
    alice.call(*ONCE, pay)
    (store,) = alice.home.rglob("store.db")
    store.write_bytes(b"damaged " * 1024)
    alice.call("journal")
    done = alice.call(*ONCE, pay)

    assert (125, 1) == (done.returncode, len(alice.noted()))


@pytest.mark.attack(
    tried="The store is damaged while a key is in it.",
    held="A store that cannot be read is never replaced by a call that runs once.",
    mend=(
        "src/exeunt/store/database.py",
        """        if kind in BUSY:
            if monotonic() > until:
                raise busy(self.path) from None
            sleep(NAP * os.urandom(1)[0] / 255)
        elif kind in CORRUPT and self.strict:
            self.close()
            raise damaged(self.path) from None
""",
        """        if kind in BUSY:
            if monotonic() > until:
                raise busy(self.path) from None
            sleep(NAP * os.urandom(1)[0] / 255)
        elif kind in CORRUPT and self.strict:
            self.strict = False
            self.begin_anew()
""",
    ),
)
def test_a_damaged_store(alice):
    """Nothing runs again."""
    pay = alice.program("pay")
    alice.call(*ONCE, pay)
    (store,) = alice.home.rglob("store.db")
    store.write_bytes(b"damaged " * 1024)
    done = alice.call(*ONCE, pay)

    assert (125, 1) == (done.returncode, len(alice.noted()))


@pytest.mark.attack(
    tried="The home can no longer be written to, so that things are kept in a temporary"
    " folder, where the key is free.",
    held="A store that must last has one place: elsewhere nothing runs once.",
    mend=(
        "src/exeunt/store/place.py",
        "directory = lasting_directory() if strict else state_directory()",
        "directory = state_directory()",
    ),
)
def test_a_home_that_cannot_be_written_to_any_more(alice):
    """Nothing runs again."""
    pay = alice.program("pay")
    env = {"TMPDIR": str(alice.home)}
    alice.call(*ONCE, pay, env=env)
    (alice.home / ".local" / "state").chmod(0)
    done = alice.call(*ONCE, pay, env=env)

    assert (125, 1) == (done.returncode, len(alice.noted()))


@pytest.mark.attack(
    tried="The clock is forty days ahead while exeunt tidies up.",
    held="A key is forgotten only when it is old by two clocks.",
    mend=(
        "src/exeunt/store/onces.py",
        """                " AND began < ? AND counted < ?",
                (wall, passed),""",
        """                " AND began < ? AND counted <> ?",
                (wall, passed),""",
    ),
)
def test_a_clock_that_is_ahead(alice, people):
    """The first answer is told again."""
    pay = alice.program("pay")
    alice.call(*ONCE, pay)
    code = """
import time
real = time.time
time.time = lambda: real() + 40 * 86400
from exeunt.store.store import Store
with Store.open() as store:
    store.sweep()
"""
    people.run("alice", sys.executable, "-P", "-c", code)
    done = alice.call(*ONCE, pay)

    assert (0, 1) == (done.returncode, len(alice.noted()))


@pytest.mark.attack(
    tried="The log of a call that was made once is changed before its answer is told"
    " again.",
    held="A log is told only while its digest is the one that was recorded.",
    mend=(
        "src/exeunt/cli/run/_replay.py",
        "        if digest(descriptor) == wanted:",
        "        if digest(descriptor):",
    ),
)
def test_a_log_that_was_changed(alice):
    """What the record has is told, and that the log is another."""
    pay = [*ONCE, "--log", "log", "echo", "paid"]
    alice.call(*pay)
    (alice.home / "log").write_text("REFUNDED\n")
    done = alice.call(*pay)

    assert ("paid\n", 0) == (done.stdout, done.returncode)
    assert "is not what was written" in done.stderr
