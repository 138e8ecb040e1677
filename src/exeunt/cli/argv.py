"""Words of a command line → options and arguments, by the one parser of all verbs.

argparse would cost 8 ms before it has done anything, as much as the interpreter. A
value is read here as well: 5m, 120x40, 65536. What is wrong is refused with the fix.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import NoReturn

    # The arguments so far, and the words that follow → how many of those belong to
    # the command that the arguments name, its options included.
    Theirs = Callable[[list[str], list[str]], int]

# Name → what was given, in order; a switch was given an empty text.
Options = dict[str, list[str]]
MODE = "EXEUNT_OUTPUT"
FAR = 19  # digits: more than any size, count or number has
LARGE = 65_536  # columns or rows, which the kernel keeps in two bytes
BEHIND = "--"  # among the options: how many arguments stand before the dashes


def all_words(_: list[str], rest: list[str]) -> int:
    """Leave every word after the first argument to the command that it names."""
    return len(rest)


def sort(
    words: Sequence[str],
    known: Mapping[str, str | None],
    verb: str,
    theirs: Theirs | None = None,
    *,
    parted: bool = False,
) -> tuple[Options, list[str]]:
    """Sort words into options and arguments; `--` ends the options.

    `known` has the metavar of each option, None for a switch. Without `theirs`, options
    stand before the arguments, between and after them. With `parted`, the options say
    how many arguments stand before the dashes: those behind them mean something else.
    """
    options: Options = {}
    arguments: list[str] = []
    typed: list[tuple[str, int]] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == "--":
            if parted:
                options[BEHIND] = [str(len(arguments))]
            arguments += rest
            break
        is_option = word.startswith("-") and (
            word in known or not is_argument(word, theirs)
        )
        if not is_option:
            arguments.append(word)
            if theirs is not None:
                count = theirs(arguments, rest)
                arguments += rest[:count]
                del rest[:count]
            continue
        name, equals, value = word.partition("=")
        name = "--help" if name == "-h" else name
        if name not in known and known.get(word[:2]) is not None:
            name, equals, value = word[:2], "=", word[2:]  # -j8
        if name not in known:
            refuse_option(name, known, verb)
        taken = take(name, known, value if equals else None, rest)
        options.setdefault(name, []).append(taken)
        if name.startswith("--secret-input"):
            inputs = options.setdefault("--input", [])
            typed.append((name, len(inputs)))
            inputs.append(taken)
    if typed:
        add_secrets(typed, options)
    return options, arguments


def add_secrets(typed: Sequence[tuple[str, int]], options: Options) -> None:
    """Have secrets typed as --input is, in the order of both.

    A file is read when the limit is known, wherever that stands.
    """
    inputs = options["--input"]
    for name, place in typed:
        if name == "--secret-input":
            continue
        from ..secrets.kept import from_file, from_variable  # few give any

        if name == "--secret-input-env":
            secret = from_variable(inputs[place])
        else:
            secret = from_file(inputs[place], limit_in(options))
        inputs[place] = secret
        options.setdefault("--secret-input", []).append(secret)


def limit_in(options: Options) -> float | None:
    """Return the limit of the run; None if it has none."""
    if "--timeout" not in options:
        return None
    from ..process.request import seconds  # loaded by then

    return seconds("timeout", duration("--timeout", options["--timeout"][-1]))


def is_argument(word: str, theirs: Theirs | None) -> bool:
    """Tell whether a word with a dash is no option: stdin, or the number of a signal.

    No command that is run has a number for its name.
    """
    return word == "-" or (theirs is not all_words and is_number(word))


def is_number(word: str) -> bool:
    """Tell whether a word is a whole number; -9 is one, and no option."""
    return word.isascii() and word.removeprefix("-").isdigit()


def take(
    name: str, known: Mapping[str, str | None], value: str | None, rest: list[str]
) -> str:
    """Return an option's value, from behind the = or from the next word."""
    metavar = known[name]
    if metavar is None:
        if value is not None:
            refuse(f"{name} takes no value", f"write {name} alone")
        return ""
    if value is None:
        if not rest or rest[0] == "--" or rest[0].partition("=")[0] in known:
            refuse(f"{name} needs a value", f"write {name} {metavar}")
        return rest.pop(0)
    return value


# -- in which form an answer is wanted


def guess(words: Sequence[str]) -> Options:
    """Return the options that say so, from words that may be wrong elsewhere."""
    from itertools import pairwise  # on the way to an error

    own = words[: words.index("--")] if "--" in words else words
    forms = ("--json", "--brief", "--envelope")
    found: Options = {name: [""] for name in forms if name in own}
    modes = [after for before, after in pairwise(own) if before == "--output"]
    modes += [w.partition("=")[2] for w in own if w.startswith("--output=")]
    return found | ({"--output": modes} if modes else {})


def wants_record(options: Options) -> bool:
    """Tell whether the options ask for JSON."""
    named = "--json" in options or "--envelope" in options
    return named or "json" in options.get("--output", ())


def wants_json(options: Options) -> bool:
    """Tell the same of a verb that prints JSON into a pipe unasked."""
    if "--json" in options:
        return True
    asked = options.get("--output", [os.environ.get(MODE, "")])[-1]
    return asked == "json" or (asked != "text" and not os.isatty(1))


# -- values


def whole(name: str, text: str, what: str = "number", fix: str = "") -> int:
    """Read a whole number of things, in digits."""
    if not (text.isascii() and text.isdigit() and len(text) <= FAR):
        refuse(f"{name} {text[:40]} is no {what}", fix or "write it in digits")
    return int(text)


def counted(name: str, text: str) -> int:
    """Read how many times something is done, once or more."""
    number = whole(name, text, "number of times", "write 3")
    if not number:
        refuse(f"{name} {text} is no number of times", "write 3")
    return number


def size_in_bytes(name: str, text: str) -> int:
    """Read a number of bytes."""
    return whole(name, text, "size", "write a number of bytes")


def duration(name: str, text: str) -> float:
    """Read a time in seconds: 30, 1.5, 250ms, 5m, 2h or 30d."""
    from ..process.limits import seconds_in  # for who gives one

    found = seconds_in(text)
    if found is None:
        refuse(f"{name} {text} is no time", "write 30, 1.5, 5m or 2h")
    return found


def terminal_size(name: str, text: str) -> tuple[int, int]:
    """Read 120x40."""
    columns, _, rows = text.partition("x")
    for number in (columns, rows):
        plain = number.isascii() and number.isdigit() and len(number) <= FAR
        if not plain or not 0 < int(number) < LARGE:
            refuse(f"{name} {text} is no size", "write 80x24")
    return int(columns), int(rows)


# -- what is wrong


def refuse(message: str, fix: str) -> NoReturn:
    """Raise the error for a wrong call; `fix` says how it is right."""
    from ..errors import InputError  # on the way to an error

    raise InputError(message, fix=fix)


def refuse_option(name: str, known: Mapping[str, str | None], verb: str) -> NoReturn:
    """Raise the error for an option that a verb does not have, with the nearest."""
    from ..errors import UnknownName, did_you_mean  # on the way to an error

    fix = did_you_mean(name, known) or f"exeunt {verb} --help lists them"
    msg = f"{name} is no option of exeunt {verb}"
    raise UnknownName(msg, fix=fix, error_code="UNKNOWN_OPTION")
