"""Bytes → what a real terminal shows of them: one tmux, many cases.

A program in its only pane writes each case as it is, and then asks where the cursor is:
the answer says that everything before it was taken.
"""

import contextlib
import json
import os
import subprocess
import sys
import uuid
from pathlib import Path

ACTOR = Path(__file__).parent / "process" / "actors" / "pane.py"
CLEAN = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": "/nonexistent"}


class Tmux:
    """A detached server with one pane."""

    def __init__(self, columns, rows, directory):
        self.name = f"exeunt-{uuid.uuid4().hex}"
        self.env = {**CLEAN, "TMUX_TMPDIR": str(directory)}
        self.ask, self.answer = directory / "ask", directory / "answer"
        for path in (self.ask, self.answer):
            path.unlink(missing_ok=True)
            os.mkfifo(path)
        size = ["-x", str(columns), "-y", str(rows)]
        pane = [sys.executable, "-I", "-S", str(ACTOR), str(self.ask), str(self.answer)]
        self.call("set", "-g", "status", "off", ";", "new-session", "-d", *size, *pane)
        self.asking = self.ask.open("w")
        self.answering = self.answer.open()

    def call(self, *words):
        """Tell the server something; return what it says."""
        command = ["tmux", "-u", "-L", self.name, "-f", "/dev/null", *words]
        if words[0] == "set":
            command[6:6] = ["start-server", ";"]
        done = subprocess.run(command, env=self.env, capture_output=True, check=True)
        return done.stdout.decode()

    def show(self, data):
        """Return the rows that it shows, and where the cursor is."""
        self.asking.write(data.hex() + "\n")
        self.asking.flush()
        row, column = json.loads(self.answering.readline())
        lines = self.call("capture-pane", "-p").split("\n")[:-1]
        return [line.rstrip(" ") for line in lines], (row - 1, column - 1)

    def close(self):
        """End the server."""
        self.asking.close()
        self.answering.close()
        with contextlib.suppress(subprocess.CalledProcessError):
            self.call("kill-server")
