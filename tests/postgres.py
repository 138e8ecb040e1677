"""A private PostgreSQL server on a socket, for as long as the tests need it."""

import contextlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from running import must


@contextlib.contextmanager
def server():
    """A private server on a socket; the directory that psql finds it in."""
    tools = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    must(tools, "PostgreSQL's server")
    # The server refuses to be root's; a socket's path has to be short.
    as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
    words = as_user if os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory(prefix="pg-") as place:
        if words:
            shutil.chown(place, "postgres", "postgres")
        data = f"{place}/data"
        quiet = {"stdout": subprocess.DEVNULL, "cwd": place}
        init = [f"{tools[-1]}/initdb", "-U", "postgres", "-A", "trust", "-N", data]
        control = [
            *words,
            f"{tools[-1]}/pg_ctl",
            "-D",
            data,
            "-w",
            "-l",
            f"{place}/log",
        ]
        flags = f"-F -k {place} -c listen_addresses="
        subprocess.check_call([*words, *init], **quiet)
        subprocess.check_call([*control, "-o", flags, "start"], **quiet)
        yield place
        subprocess.check_call([*control, "-m", "immediate", "stop"], **quiet)
