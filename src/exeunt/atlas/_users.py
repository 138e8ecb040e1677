"""A tool's name → the table that the user wrote for it, if there is one.

The file is named after the tool (`deployctl.toml`), so that looking up one tool opens
one file; another name of the same program is a link to it. The directories are those
of EXEUNT_ATLAS, then `exeunt/atlas` in the user's configuration; the first wins.
"""

from __future__ import annotations

import os

from ..errors import TableError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike

    from .table_format import Table

LARGEST = 1_000_000  # bytes; the longest built-in table has 15,000
REGULAR_FILE, FILE_TYPE = 0o100000, 0o170000  # `stat` spelt out, to save its import


def users_table(name: str) -> Table | None:
    """Find the user's table for a program; None if there is none."""
    if not name or "\0" in name:
        return None
    for directory in directories():
        path = os.path.join(directory, f"{name}.toml")  # noqa: PTH118 - pathlib: 20 ms
        try:
            os.lstat(path)
        except (OSError, UnicodeEncodeError):
            continue
        table = load_table(path)
        if name not in (table["tool"], *table.get("aliases", ())):
            msg = f"{path}: the file is named {name}, its tool {table['tool']}"
            fix = f"name it {table['tool']}.toml, or add {name} to aliases"
            raise TableError(msg, fix=fix)
        return table
    return None


def directories() -> Iterator[str]:
    """Name the directories that may hold a user's tables, the first to win first."""
    yield from filter(None, os.environ.get("EXEUNT_ATLAS", "").split(os.pathsep))
    home = os.environ.get("XDG_CONFIG_HOME") or ""
    # The XDG base directory specification tells us to ignore a relative path.
    if not os.path.isabs(home):  # noqa: PTH117 - pathlib: 20 ms
        from ..files import home as own_home  # for who has set no other

        home = f"{own_home()}/.config" if own_home() else ""
    if home:
        yield os.path.join(home, "exeunt", "atlas")  # noqa: PTH118 - pathlib: 20 ms


def load_table(path: str | PathLike[str]) -> Table:
    """Read a user's table from a TOML file, or raise TableError with the fix."""
    import tomllib  # 14 ms, and only for those who have a table

    from .table_format import check_table

    where = os.fspath(path)
    try:
        table = tomllib.loads(_read(where).decode())
    except UnicodeDecodeError as error:
        problem = f"byte {error.start} is not UTF-8", "save the file as UTF-8"
    except ValueError as error:  # TOMLDecodeError, or a number that int() refuses
        problem = f"not TOML: {error}", "correct it at that place"
    except RecursionError:
        problem = "nested too deeply", "a table is flat: keys and [[rows]]"
    else:
        return check_table(table, where)
    raise _error(where, *problem)


def _read(path: str) -> bytes:
    """Read a regular file of a sane size; a pipe or a device would never end."""
    try:
        if os.stat(path).st_mode & FILE_TYPE != REGULAR_FILE:  # noqa: PTH116 - pathlib: 20 ms
            raise _error(path, "not a file", "put a TOML file there")
        with open(path, "rb") as file:  # noqa: PTH123 - pathlib: 20 ms
            content = file.read(LARGEST + 1)
    except OSError as error:
        fix = "make it a readable file, or remove it"
        raise _error(path, f"cannot be read: {error.strerror}", fix) from None
    if len(content) > LARGEST:
        fix = "a table holds the codes of one tool; take out what is not"
        raise _error(path, f"larger than {LARGEST:,} bytes", fix)
    return content


def _error(path: str, problem: str, fix: str) -> TableError:
    return TableError(f"{path}: {problem}", fix=fix)
