"""A person at a real terminal → a shell with job control, and what becomes of both.

The shell is bash; what it is asked to run is typed. A line is over when the prompt is
there again, which nothing else prints.
"""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from contextlib import suppress
from pathlib import Path

from running import EXEUNT, WATCHDOG, environment

PROMPT = "<at the prompt>"
SHELL = ("bash", "--norc", "--noprofile", "-i")
INT, QUIT, SUSPEND, END = b"\x03", b"\x1c", b"\x1a", b"\x04"  # ^C ^\ ^Z ^D
MODES = range(4)  # of what tcgetattr() says: the flags of input, output, control, local


class Person:
    """A terminal of 200 columns, and somebody who types there."""

    def __init__(self, tmp_path, *, shell=SHELL, mark=None, size=(200, 30), **env):
        self.seen = ""
        inputrc = tmp_path / "inputrc"
        inputrc.write_text("set enable-bracketed-paste off\n")
        self.pid, self.master = pty.fork()
        if not self.pid:
            os.chdir(tmp_path)
            signal.pthread_sigmask(signal.SIG_SETMASK, ())
            for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
                signal.signal(number, signal.SIG_DFL)
            known = environment(tmp_path, mark, TERM="xterm", PS1=PROMPT, **env)
            known["PATH"] = f"{Path(EXEUNT).parent}:{known['PATH']}"
            known["INPUTRC"] = str(inputrc)
            os.execvpe(shell[0], shell, known)  # noqa: S606 - it is the shell
        self.resize(*size)
        if shell == SHELL:
            self.until(PROMPT)
            self.run("stty -a")  # what the shell itself does on its first line

    def resize(self, columns, rows):
        """Give the terminal a size; the kernel tells who has it."""
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, size)

    def type(self, keys):
        """Press keys."""
        data = keys if isinstance(keys, bytes) else keys.encode()
        while data:
            data = data[os.write(self.master, data) :]

    def until(self, text):
        """Wait until something is shown; return what is new, up to its end."""
        limit = time.monotonic() + WATCHDOG
        while text not in self.seen:
            left = max(0.0, limit - time.monotonic())
            assert select.select([self.master], [], [], left)[0], (text, self.seen)
            self.seen += os.read(self.master, 65_536).decode(errors="replace")
        found, _, self.seen = self.seen.partition(text)
        return found

    def run(self, line):
        """Have the shell run a line to its end; return what was shown, as lines."""
        self.start(line)
        return self.ended()

    def start(self, line):
        """Type a line, and wait until the terminal has echoed it."""
        self.type(f"{line}\r")
        self.until("\n")

    def resume(self):
        """Have a stopped job go on; the shell names it when its own modes are gone."""
        self.start("fg")
        self.until("\n")

    def ended(self):
        """Wait for the next prompt; return what was shown before it, as lines."""
        return self.until(PROMPT).replace("\r\n", "\n")

    def status(self):
        """What `$?` is."""
        return int(self.run("echo $?"))

    def modes(self):
        """How the terminal is set for what the shell starts."""
        shown = self.run("stty -g")  # beside what the shell may say of its jobs
        return re.findall("^[0-9a-f:]{30,}$", shown, re.MULTILINE)

    def has(self):
        """Who has the terminal, by the number of the group."""
        return os.tcgetpgrp(self.master)

    def close(self):
        """Take the terminal away, and the shell."""
        with suppress(OSError):
            os.close(self.master)
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(self.pid, 0)
