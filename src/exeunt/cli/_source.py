"""A manifest's file, - for stdin, or the call of a program → the manifest.

A file that exists is read; what is none is the call of a program, and so is a file
that can be executed and does not hold JSON.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from json import loads
from typing import Any

from ..errors import InputError
from ..manifest.reader import manifest_in
from ..manifest.snapshot import canonical
from ._files import read_bytes, shown
from .argv import refuse
from .verbs import split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..store.programs import ProgramFile


DOCUMENTS = (".json", ".jsonl", ".toml", ".txt", ".yaml", ".yml")  # no program's name


def manifest_from(word: str) -> dict[str, Any]:
    """Return the manifest that a word stands for."""
    if word != "-" and not os.path.exists(word):  # noqa: PTH110 - pathlib is dear
        return ask(call_of(word))
    document = read_bytes(word, "manifest")
    if is_program(word, document):
        return ask([os.path.abspath(word)])  # noqa: PTH100 - pathlib is dear
    found = manifest_in(document)
    if found is None:
        msg = f"{shown(word)} holds no manifest"
        fix = "make one with exeunt snapshot -o FILE -- CALL"
        raise InputError(msg, fix=fix, error_code="INVALID_MANIFEST")
    return found


def call_of(word: str) -> list[str]:
    """Split a call; a word that can only mean a file that is missing is none."""
    words = words_of(word)
    if words[0].lower().endswith(DOCUMENTS) and "/" not in words[0]:
        msg = f"{word!r} is not there"
        fix = f"check the path, or write ./{words[0]} to run a program of that name"
        raise InputError(msg, fix=fix, error_code="COMMAND_NOT_FOUND")
    return words


def is_program(path: str, content: bytes) -> bool:
    """Tell a program from a document that happens to be executable."""
    is_text = content.lstrip()[:1] == b"{"
    return path != "-" and os.access(path, os.X_OK) and not is_text


def ask(words: Sequence[str]) -> dict[str, Any]:
    """Ask a program for its manifest, as it would be wherever it is asked."""
    from ..audit.live import ask  # the runner, for a live one
    from ..deciding.called_file import program_file

    search = os.environ.get("PATH")
    program = program_file(words[0], search) if len(words) == 1 else None
    settled: dict[str, Any] = loads(canonical(ask(words)))
    if program is not None and program == program_file(words[0], search):
        keep(program, settled)
    return settled


def keep(program: ProgramFile, manifest: dict[str, Any]) -> None:
    """Keep what a file itself has said: by it a later call may follow a redirect."""
    from ..store.journal import Journal  # loads SQLite

    journal = Journal()
    journal.attempt(lambda store: store.programs.keep(program, manifest), False)  # noqa: FBT003 - what it returns
    journal.close()


def words_of(call: str) -> list[str]:
    """Split a call as a shell would."""
    words = split_words(call, f"{call!r} is no call", "quote it: 'python app.py'")
    if not words:
        msg = "an empty word is neither a file nor a call"
        refuse(msg, "name a manifest, or quote a call: 'python app.py'")
    return words
