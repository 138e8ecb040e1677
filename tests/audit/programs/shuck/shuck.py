"""A wrapper: it runs what it is given, and ends as that did."""

import os
import signal
import subprocess
import sys

PAGE = "usage: wrap [--json] [--timeout SECONDS] COMMAND [ARG...]\n"


class Wrapper:
    """The good wrapper; what a wrong one changes is a method."""

    def main(self, words):
        """Run it, and return its code."""
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        as_json, limit = False, None
        while words[:1] and words[0].startswith("-"):
            word = words.pop(0)
            if word == "--help":
                return self.help()
            if word == "--json":
                as_json = True
            elif word == "--timeout":
                limit = float(words.pop(0))
            else:
                sys.stderr.write(f"wrap: no such option: {word}\n")
                return 125
        code, stdout, stderr = self.run(words, limit)
        if as_json:
            record = self.record(words, code, stdout, stderr)
            import json

            sys.stdout.write(json.dumps(record) + "\n")
        else:
            sys.stdout.write(stdout)
            sys.stderr.write(stderr)
        return code

    def help(self):
        """Show the page."""
        if sys.stdout is None:
            return 125
        sys.stdout.write(PAGE)
        sys.stdout.flush()
        return 0

    def run(self, words, limit):
        """Run a command; return its number and what it printed."""
        try:
            done = subprocess.run(
                words, capture_output=True, text=True, timeout=limit, check=False
            )
        except FileNotFoundError:
            return self.missing, "", "wrap: not found\n"
        except PermissionError:
            return self.denied, "", "wrap: not executable\n"
        except subprocess.TimeoutExpired:
            return self.late, "", "wrap: too slow\n"
        return self.code(done.returncode), done.stdout, done.stderr

    missing, denied, late = 127, 126, 124

    def code(self, number):
        """Return the number for a child's end."""
        return number if number >= 0 else 128 - number

    def record(self, words, code, stdout, stderr):
        """Put a record together."""
        return {
            "stdout": stdout,
            "stderr": stderr,
            "exit_code": code,
            "duration_ms": 1,
            "timed_out": code == self.late,
            "command": words[0],
            "args": words[1:],
        }


def end(wrapper):
    """Run a wrapper, and exit as it says."""
    try:
        code = wrapper().main(sys.argv[1:])
        sys.stdout.flush()
    except (OSError, AttributeError):
        code = 125
    os._exit(code)
