"""One command of many → a job: its words, its promises, and the name it is known by."""

from __future__ import annotations

import os
from hashlib import sha256
from json import JSONDecoder, JSONEncoder

from ..errors import InputError
from ..record import Record, final, made

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, Literal, NoReturn

    Effects = Literal["none", "idempotent", "unknown"]

EFFECTS = ("none", "idempotent", "unknown")
SLOT = "\0"  # where {%} stands: no word that a kernel takes holds this character
LONGEST = 131_071  # bytes of one word: Linux takes no more (MAX_ARG_STRLEN)
FURTHEST = 2**31  # of a priority, either way
FAREST = 10 * 365 * 86_400.0  # seconds: what is longer is as good as no limit
encode: Callable[[object], str] = JSONEncoder(separators=(",", ":")).encode
decode: Callable[[str], Any] = JSONDecoder().decode


@final
class Job(Record):
    """A command among many: the words of a program, or a line for a shell.

    `number` is its place in the input, from 1; `tag` the input it was made of. A job
    that names the place it runs in (`{%}`) is completed by `at` when it starts.
    """

    words: tuple[str, ...] = ()
    shell: str | None = None
    id: str | None = None
    cwd: str | None = None
    env: Mapping[str, str | None] = made(default_factory=dict[str, "str | None"])
    stdin: bytes | None = None
    timeout: float | None = None
    effects: Effects | None = None
    hold: str | None = None
    pty: bool = False  # it has a terminal, so its questions are kept and answered
    priority: int = 0
    number: int = 1
    tag: str = ""
    slotted: bool = False  # each SLOT in it stands for the number of its place

    def _check(self) -> None:
        """Refuse what no kernel would start, before anything is started."""
        if bool(self.words) is (self.shell is not None):
            refuse("a job has either argv or shell", 'write {"argv": ["ls", "-l"]}')
        for word in self.words:
            check_text("a word of argv", word, slotted=self.slotted)
        if self.words and not self.words[0]:
            refuse("the command has no name", "its first word names a program")
        if self.shell is not None:
            check_text("the line for the shell", self.shell, slotted=self.slotted)
            if not self.shell.strip():
                refuse("the line for the shell is empty", 'write "shell": "ls | wc -l"')
        if self.env:
            check_env(self.env)
        check_rest(self)

    @property
    def label(self) -> str:
        """What stands before its output: the input it was made of, its id, or it."""
        return self.tag or self.id or self.shown

    @property
    def shown(self) -> str:
        """The command in a line, for people; what is secret in it is not hidden."""
        return line_of(self).replace(SLOT, "{%}")

    def at(self, slot: int) -> Job:
        """Say in which of the places, from 1, this job runs."""
        if not self.slotted:
            return self
        number = str(slot)
        line = None if self.shell is None else self.shell.replace(SLOT, number)
        words = tuple([word.replace(SLOT, number) for word in self.words])
        return self.replace(words=words, shell=line, slotted=False)


def line_of(job: Job) -> str:
    """Return the words in a line."""
    return " ".join(job.words) if job.shell is None else job.shell


def fingerprint(job: Job) -> str:
    """Name what is run, so that the same command has the same name, and none is read.

    How it is run (its limit, its promises, when its turn comes) is no part of it.
    """
    env = sorted(job.env.items())
    what = (job.words, job.shell, job.cwd, env, text_of(job.stdin))
    return sha256(encode(what).encode("ascii")).hexdigest()[:32]


def encoded(job: Job) -> bytes:
    """Write a job as bytes that decoded() reads; what is usual is left out."""
    fields = job.as_fields()
    kept = {name: value for name, value in fields.items() if value != USUAL[name]}
    if job.stdin is not None:
        kept["stdin"] = text_of(job.stdin)
    return encode(kept).encode("ascii")


def decoded(data: bytes) -> Job:
    """Read what encoded() wrote."""
    fields: dict[str, Any] = decode(data.decode("ascii"))
    if "words" in fields:
        fields["words"] = tuple(fields["words"])
    if "stdin" in fields:
        fields["stdin"] = bytes_of(fields["stdin"])
    return Job(**fields)


def text_of(data: bytes | None) -> str | None:
    """Write any bytes as a text that bytes_of() reads."""
    return None if data is None else data.decode("utf-8", "surrogateescape")


def bytes_of(text: str) -> bytes:
    """Return the bytes of a text; what was no UTF-8 is as it was."""
    return text.encode("utf-8", "surrogateescape")


# -- what no kernel takes


def check_text(what: str, text: object, *, slotted: bool = False) -> None:
    """Refuse what is no text, or none that can be given to a program."""
    if not isinstance(text, str):
        refuse(f"{what} is {named(text)}", "write it as a text, in double quotes")
    if "\0" in text and not slotted:
        refuse(f"{what} holds a NUL character", "no program can be given one")
    try:
        size = len(text) if text.isascii() else len(os.fsencode(text))
    except UnicodeEncodeError:
        fix = "write the whole character, or the bytes themselves"
        refuse(f"{what} holds half a character", fix)
    if size > LONGEST:
        msg = f"{what} has {size:,} bytes; a program can be given {LONGEST:,}"
        refuse(msg, "put the data in stdin, or in a file")


def check_env(env: Mapping[str, str | None]) -> None:
    """Refuse names and values that an environment cannot hold."""
    for name, value in env.items():
        check_text("a variable's name", name)
        if not name or "=" in name:
            refuse(f"{name!r} is no name of a variable", 'write {"NAME": "value"}')
        if value is not None:
            check_text(f"the variable {name}", value)


def check_rest(job: Job) -> None:
    """Check how a job is run, and what it is known by."""
    if job.cwd is not None:
        check_text("cwd", job.cwd)
    for what, text in (("id", job.id), ("hold", job.hold)):
        if text is not None:
            check_name(what, text)
    if job.timeout is not None:
        seconds: object = job.timeout
        if not is_number(seconds) or not 0 < job.timeout < FAREST:
            what = named(seconds) if isinstance(seconds, (str, bool)) else str(seconds)
            refuse(f"timeout is {what}", "write a number of seconds, such as 90 or 1.5")
    pty: object = job.pty
    if not isinstance(pty, bool):
        refuse(f"pty is {named(pty)}", "write true or false")
    if job.effects is not None and job.effects not in EFFECTS:
        refuse(f"effects is {named(job.effects)}", f"write {', '.join(EFFECTS)}")
    if not is_whole(job.priority) or abs(job.priority) > FURTHEST:
        refuse(f"priority is {named(job.priority)}", "write a whole number, such as 10")


def check_name(what: str, text: object) -> None:
    """Refuse a name that nobody could type or read."""
    if not isinstance(text, str):
        refuse(f"{what} is {named(text)}", f'write it as a text: "{what}": "7"')
    if not text or not text.isprintable():
        refuse(f"{what} is {text[:40]!r}", "write one line of text that can be read")


def is_number(value: object) -> bool:
    """Tell whether a value is a number, and no truth value."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_whole(value: object) -> bool:
    """Tell whether a value is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def named(value: object) -> str:
    """Say what a value is, in the words of JSON."""
    kinds = {"dict": "an object", "list": "a list", "bool": "true or false"}
    kind = type(value).__name__
    if kind in kinds:
        return kinds[kind]
    if value is None:
        return "null"
    return repr(value)[:40] if kind == "str" else f"the number {value}"


def refuse(message: str, fix: str) -> NoReturn:
    """Raise the error that names the fix; who reads the input adds the line."""
    raise InputError(message, fix=fix)


USUAL = Job(("true",)).replace(number=0).as_fields() | {"words": ()}
