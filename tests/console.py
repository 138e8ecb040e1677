"""A console block of the documentation → did the commands print what it shows.

    $ exeunt explain 11
    11 RATE_LIMITED: wait, then call again
    ...

The commands of a block share one shell, so that `$ echo $?` sees the one before it.
A line that is only `...` stands for any number of lines.
"""

import re
import subprocess
from typing import NamedTuple

# Between the outputs of two commands; nothing else prints it.
MARK = "\x1e-- next command --\x1e\n"


class Step(NamedTuple):
    """One command, as the reader would type it, and what it is said to print."""

    command: str
    expected: str


def check(block, *, env, directory):
    """Run the commands of a block; return what differs, or None."""
    steps = read(block)
    outputs = run([step.command for step in steps], env=env, directory=directory)
    for number, step in enumerate(steps):
        actual = trim(outputs[number]) if number < len(outputs) else "(did not run)\n"
        if not pattern(step.expected).fullmatch(actual):
            return (
                f"$ {step.command}\n"
                f"--- documented\n{step.expected}--- printed\n{actual}---"
            )
    return None


def read(block):
    """Split a block at its prompts: `$ ` begins a command, `> ` continues it."""
    steps = []
    in_command = False
    for line in block.splitlines():
        if line.startswith("$ "):
            steps.append(Step(line[2:], ""))
            in_command = True
        elif not steps:
            raise ValueError(f"a console block begins with '$ ', not with {line!r}")
        elif in_command and line.startswith("> "):
            steps[-1] = steps[-1]._replace(command=f"{steps[-1].command}\n{line[2:]}")
        else:
            in_command = False
            steps[-1] = steps[-1]._replace(expected=f"{steps[-1].expected}{line}\n")
    return [step._replace(expected=trim(step.expected)) for step in steps]


def run(commands, *, env, directory):
    """Run the commands in one shell; return what each printed, both streams."""
    script = "\n".join(
        [
            f"next_command() {{ s=$?; printf %s '{MARK}'; return $s; }}",
            "exec 2>&1",
            *(f"{command}\nnext_command" for command in commands),
        ]
    )
    shell = subprocess.run(
        ["sh", "-c", script],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        cwd=directory,
        env=env,
        encoding="utf-8",
        check=False,
    )
    return shell.stdout.removesuffix(MARK).split(MARK)


def trim(text):
    """Drop the white space that nobody sees: at the ends of lines and of the text."""
    lines = [line.rstrip() for line in text.rstrip().splitlines()]
    return "".join(f"{line}\n" for line in lines)


def pattern(expected):
    """The texts that an expectation allows."""
    return re.compile(
        "".join(
            "(?:.*\n)*" if line == "..." else re.escape(f"{line}\n")
            for line in expected.splitlines()
        )
    )
