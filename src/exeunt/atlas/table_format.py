"""What a table file says → a sound table, or TableError with the place and the fix.

Each key of the format is one line of the shapes below: its type, its check, and, for a
key that is needed, an example. The annotations are read at run time, so they are not
deferred; whoever looks up a built-in table does not load this module.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Annotated, Any, NotRequired, TypedDict, TypeGuard, cast
from typing import get_type_hints as hints

from ..errors import TableError, did_you_mean
from ..model.actions import Action
from ..model.codes import Effects, ExitCode
from ._spec import is_spec
from .categories import CATEGORIES, PASSTHROUGH

FORMAT = 1  # the version of the format that this module reads
LONGEST = 500  # characters of a meaning or a source: a sentence, not a manual
MOST_ROWS = 1000
CATEGORY_NAMES = (*CATEGORIES, PASSTHROUGH)
# What is said on stderr never makes a success of an ending, or an answer.
FAILURES = [
    name
    for name, category in CATEGORIES.items()
    if category.codes[Effects.NONE] is not ExitCode.SUCCESS
]


def check_table(table: Mapping[str, object], where: str) -> "Table":
    """Return a table that is sound, or raise TableError with the place and the fix."""
    if "format" in table:  # of a later format, all other keys may be unknown
        version(table["format"], f"{where}: format")
    return cast("Table", checked(Table, table, where))


def checked(shape: type, table: Mapping[str, Any], where: str) -> dict[str, object]:
    """Check the keys of a table or of one of its parts, then the value of each."""
    known = {
        key: hint.__metadata__
        for key, hint in hints(shape, include_extras=True).items()
    }
    for key in table:
        if key not in known:
            fix = did_you_mean(str(key), known) or f"known: {', '.join(known)}"
            msg = f"{where}: unknown key {shown(key)}"
            raise TableError(msg, fix=fix)
    for key, (_, *example) in known.items():
        if example and key not in table:
            msg = f"{where}: {key} is missing"
            raise TableError(msg, fix=f"add {example[0]}")
    return {
        key: known[key][0](value, f"{where}: {key}") for key, value in table.items()
    }


# -- the checks of values: each returns the value, or raises TableError


def text(value: object, where: str) -> str:
    """Check a text, which is not empty and not a manual."""
    if not isinstance(value, str) or not value.strip() or len(value) > LONGEST:
        raise wrong(where, value, f"write a text of 1 to {LONGEST} characters")
    return value


def texts(value: object, where: str) -> list[str]:
    """Check a list of texts."""
    if not is_list(value):
        raise wrong(where, value, 'write a list: ["--check"]')
    return [text(item, f"{where}[{place}]") for place, item in enumerate(value)]


def text_or_texts(value: object, where: str) -> list[str]:
    """Check a text or a list of alternatives."""
    return [text(value, where)] if isinstance(value, str) else texts(value, where)


def some_texts(value: object, where: str) -> list[str]:
    """Check a text or a list of alternatives, one of which there must be."""
    found = text_or_texts(value, where)
    if not found:
        raise wrong(where, value, "write a text, or a list of texts")
    return found


def flag(value: object, where: str) -> bool:
    """Check a truth value."""
    if not isinstance(value, bool):
        raise wrong(where, value, "write true or false")
    return value


def version(value: object, where: str) -> int:
    """Check the version of the format."""
    if value != FORMAT or isinstance(value, bool) or not isinstance(value, int):
        fix = f"this exeunt reads format {FORMAT}: write that, or install a later one"
        raise wrong(where, value, fix)
    return value


def code_column(value: object, where: str) -> int | str:
    """Check the code column of a row."""
    if isinstance(value, (int, str)) and not isinstance(value, bool) and is_spec(value):
        return value
    fix = 'write 0 to 255, "128+n", "1-127", ">1", "non-zero" or "other"'
    raise wrong(where, value, fix)


def code_columns(value: object, where: str) -> list[int | str]:
    """Check a list of code columns."""
    if not is_list(value):
        raise wrong(where, value, "write a list: [1, 2]")
    return [code_column(item, f"{where}[{place}]") for place, item in enumerate(value)]


def one_of(words: Collection[str]) -> Callable[[object, str], str]:
    """Make the check of a value that is one of a few words."""

    def check(value: object, where: str) -> str:
        if isinstance(value, str) and value in words:
            return value
        near = did_you_mean(value, words) if isinstance(value, str) else None
        raise wrong(where, value, near or f"one of {', '.join(words)}")

    return check


def part(shape: type, heading: str) -> Callable[[object, str], dict[str, object]]:
    """Make the check of a table inside the table."""

    def check(value: object, where: str) -> dict[str, object]:
        if not is_mapping(value):
            raise wrong(where, value, f"write {heading} with keys")
        return checked(shape, value, where)

    return check


def parts(
    shape: type, heading: str
) -> Callable[[object, str], list[dict[str, object]]]:
    """Make the check of a list of tables inside the table."""
    check_one = part(shape, heading)

    def check(value: object, where: str) -> list[dict[str, object]]:
        if not is_list(value) or not 0 < len(value) <= MOST_ROWS:
            raise wrong(where, value, f"write 1 to {MOST_ROWS} {heading}")
        return [check_one(item, f"{where}[{at}]") for at, item in enumerate(value)]

    return check


def is_list(value: object) -> TypeGuard[Sequence[object]]:
    """Tell whether a value is a list, or a tuple in its place."""
    return isinstance(value, (list, tuple))


def is_mapping(value: object) -> TypeGuard[Mapping[str, object]]:
    """Tell whether a value is a table of TOML."""
    return isinstance(value, dict)


def wrong(where: str, value: object, fix: str) -> TableError:
    """Make the error for a value that is not what its key wants."""
    return TableError(f"{where} is {shown(value)}", fix=fix)


def shown(value: object) -> str:
    """Show a value, or its beginning: an error is read by a person."""
    if is_mapping(value) or is_list(value):
        return f"a {type(value).__name__} of {len(value)}"
    # Before Python 3.12 a huge whole number has no repr, and never one worth reading.
    text = "a huge number" if isinstance(value, int) and value > HUGE else repr(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


SHOWN, HUGE = 60, 10**60


# -- the format


class TableRow(TypedDict):
    """What one code, or one range of codes, of a tool means."""

    code: Annotated[
        int | str,
        code_column,
        'code = 3, or "128+n", "1-127", ">1", "non-zero", "other"',
    ]
    meaning: Annotated[str, text, 'meaning = "the release is locked"']
    category: Annotated[str, one_of(CATEGORY_NAMES), 'category = "conflict"']
    source: Annotated[str, text, 'source = "deployctl(1), EXIT STATUS"']
    retryable: Annotated[NotRequired[str], one_of(("yes", "no", "depends"))]
    effects: Annotated[NotRequired[str], one_of([effects.value for effects in Effects])]
    action: Annotated[NotRequired[str], one_of([action.value for action in Action])]
    subcommand: Annotated[NotRequired[Sequence[str]], text_or_texts]
    flags: Annotated[NotRequired[Sequence[str]], texts]
    without: Annotated[NotRequired[Sequence[str]], texts]
    doubt: Annotated[NotRequired[str], text]


class SaidText(TypedDict):
    """What a tool writes where its code does not say which of its endings it is."""

    says: Annotated[
        Sequence[str],
        some_texts,
        'says = "Could not resolve host", as it is written',
    ]
    means: Annotated[
        str, one_of(("wrapper", "findings", *FAILURES)), 'means = "network"'
    ]
    source: Annotated[str, text, 'source = "measured (git 2.39)"']
    codes: Annotated[NotRequired[Sequence[int | str]], code_columns]
    subcommand: Annotated[NotRequired[Sequence[str]], text_or_texts]


class MayEndFirst(TypedDict):
    """That a tool may end before its input does: always, or with one of these flags."""

    source: Annotated[str, text, 'source = "grep(1), -q"']
    flags: Annotated[NotRequired[Sequence[str]], texts]


class Table(TypedDict):
    """What is known about the codes of one tool."""

    tool: Annotated[str, text, 'tool = "deployctl"']
    rows: Annotated[
        Sequence[TableRow], parts(TableRow, "[[rows]]"), "a [[rows]] for each code"
    ]
    format: Annotated[NotRequired[int], version]
    aliases: Annotated[NotRequired[Sequence[str]], texts]
    closed: Annotated[NotRequired[bool], flag]
    scripts: Annotated[NotRequired[bool], flag]
    valued: Annotated[NotRequired[Sequence[str]], texts]
    stderr: Annotated[NotRequired[Sequence[SaidText]], parts(SaidText, "[[stderr]]")]
    stdout: Annotated[NotRequired[Sequence[SaidText]], parts(SaidText, "[[stdout]]")]
    may_end_first: Annotated[
        NotRequired[MayEndFirst], part(MayEndFirst, "[may_end_first]")
    ]
