"""A real call → the files of ours that it enters, in the order of its first steps.

Run as a program: `calls.py FILE MODULE WORDS...` calls `MODULE.main(WORDS)`, and notes
in FILE each source file as the first of its functions is called. A forked process goes
on noting, so a keeper's files stand where it began.
"""

import os
import sys
from importlib import import_module
from inspect import CO_OPTIMIZED


def note_into(path, source):
    """Note each file below a folder when it is first entered."""
    notes = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC)
    seen = set()

    def profile(frame, event, _):
        code = frame.f_code
        name = code.co_filename
        if event != "call" or name in seen or not code.co_flags & CO_OPTIMIZED:
            return  # or it is the body of a module or a class
        if name.startswith(source) and not is_import(frame):
            seen.add(name)
            os.write(notes, f"{name[len(source) :]}\n".encode())

    sys.setprofile(profile)


def is_import(frame):
    """Whether a function is called because a module is being loaded."""
    while frame is not None:
        if frame.f_code.co_filename == "<frozen importlib._bootstrap>":
            return True
        frame = frame.f_back
    return False


def main(words):
    """Note the files of a call: a module's main with some words."""
    path, source, name, *rest = words
    module = import_module(name)
    note_into(path, source)
    sys.argv = [name, *rest]
    return module.main(rest)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
