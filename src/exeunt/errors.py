"""Misuse of exeunt → an error that names the fix.

ExeuntError
├── CodeTypeError        a bare number where a named code is meant (also a TypeError)
├── DeclarationError     a code or an entry that breaks the rules of the table
├── OutcomeError         an outcome that contradicts itself
│   └── TooLarge         a result beyond the size that its author allows (leaving)
├── UnserialisableError  data that has no JSON form (also a TypeError)
├── InputError           what the caller typed or piped in cannot be used
│   ├── NotEditable      a configuration that cannot be edited safely (agents)
│   ├── UnknownName      no such dialect, code, tool or schema
│   └── TableError       a table file that does not say what it should
├── Forbidden            a rule says that this is not to be run (tools)
├── Busy                 as many commands run as may (tools)
├── SessionError         a session that is not there, or not in that state
└── StoreError           what exeunt remembers cannot be read or written

Each carries `error_code`, the stable name callers branch on, and `fix`, what to do.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

FEW, MANY = 6, 16  # names that an error lists of many, and how many are too many


class ExeuntError(Exception):
    """What exeunt raises; `fix` says what to do about it."""

    error_code: str = "EXEUNT_ERROR"

    def __init__(self, message: str, *, fix: str = "", error_code: str = "") -> None:
        super().__init__(f"{message}; {fix}" if fix else message)
        self.message = message
        self.fix = fix
        if error_code:
            self.error_code = error_code


class CodeTypeError(ExeuntError, TypeError):
    """A number, a bool or something else stands where a named code is meant."""

    error_code = "CODE_TYPE"


class DeclarationError(ExeuntError, ValueError):
    """A declared code or entry breaks the rules of the table."""

    error_code = "DECLARATION"


class OutcomeError(ExeuntError, ValueError):
    """An outcome contradicts itself, so no envelope can tell the truth about it."""

    error_code = "OUTCOME"


class UnserialisableError(ExeuntError, TypeError):
    """A value has no JSON form."""

    error_code = "UNSERIALISABLE"


class InputError(ExeuntError, ValueError):
    """What the caller gave cannot be used as it is."""

    error_code = "INVALID_INPUT"


class UnknownName(InputError, LookupError):
    """There is no dialect, code, tool or schema of that name."""

    error_code = "UNKNOWN_NAME"


class TableError(InputError):
    """A table file does not say what a table must."""

    error_code = "INVALID_TABLE"


class SessionError(ExeuntError):
    """A session is not there, is there already, has ended, or did not do it in time."""

    error_code = "SESSION"


class StoreError(ExeuntError, RuntimeError):
    """What exeunt remembers cannot be read or written; no command is touched by it.

    `error_code` says why: STORE_BUSY passes, STORE_FULL and STORE_UNUSABLE want a
    hand, STORE_NEWER a newer exeunt, STORE_STALE is about a row that is gone.
    """

    error_code = "STORE_UNUSABLE"


def closest(word: str, known: "Iterable[str]") -> str | None:
    """Return the known name that a typing mistake most likely meant."""
    from difflib import get_close_matches  # 9 ms, only on this path

    by_folded = {name.casefold(): name for name in known}
    matches = get_close_matches(word.casefold(), by_folded, n=1, cutoff=0.7)
    return by_folded[matches[0]] if matches else None


def did_you_mean(word: str, known: "Iterable[str]") -> str | None:
    """Suggest the known name that was probably meant, if there is one."""
    near = closest(word, known)
    return f"did you mean {near}?" if near else None


def unknown(
    word: str, kind: str, known: "Iterable[str]", lists: str = ""
) -> UnknownName:
    """Make the error for a name that does not exist, with the one that does.

    Where none is near, a handful is named; `lists` is the call that shows them all.
    """
    names = list(known)
    more = f", ... and {len(names) - FEW} more" if len(names) > MANY else ""
    fix = f"known: {', '.join(names[:FEW] if more else names)}{more}"
    if more and lists:
        fix += f"; {lists} lists them"
    fix = did_you_mean(word, names) or fix
    msg, name = f"there is no {kind} {word!r}", f"UNKNOWN_{kind.upper()}"
    return UnknownName(msg, fix=fix, error_code=name)


def expect(name: str, value: object, kind: "Any", what: str) -> None:
    """Refuse a field that is not of its kind."""
    if not isinstance(value, kind):
        msg = f"{name} is {what}, not {value!r}"
        raise OutcomeError(msg, fix=f"pass {what}")


def is_count(value: object) -> bool:
    """Tell whether a value is a whole number that is not negative, and no bool."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
