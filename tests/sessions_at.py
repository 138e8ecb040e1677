"""exeunt session, called as a program calls it."""

import json
import subprocess

from running import EXEUNT, WATCHDOG, environment


def call(tmp_path, *words, mark=None, stdin=None, **env):
    """Call `exeunt session --json`; return its number and its envelope."""
    done = subprocess.run(
        [EXEUNT, "session", "--json", *map(str, words)],
        input=stdin,
        stdin=subprocess.DEVNULL if stdin is None else None,
        capture_output=True,
        env=environment(tmp_path, mark, **env),
        timeout=WATCHDOG,
        check=False,
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return done.returncode, json.loads(done.stdout)


def ask(tmp_path, *words, **options):
    """Call `exeunt session` and return its data."""
    code, envelope = call(tmp_path, *words, **options)
    assert 0 == code, envelope
    return envelope["data"]


def fail(tmp_path, *words, **options):
    """Call `exeunt session` where it fails; return its number and its error's name."""
    code, envelope = call(tmp_path, *words, **options)
    assert not envelope["ok"], envelope
    return code, envelope["error"]["code"]
