"""Marks on tests → which test proves which clause.

A test says `@pytest.mark.clause("E13", "K1")`; clauses.toml says in one sentence what
each clause asks for, and whether we claim it already. Run as a program, this prints
the table, or with --json the same as JSON.
"""

import contextlib
import functools
import json
import os
import sys
import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@functools.cache
def read() -> tuple[dict[str, str], dict[str, str]]:
    """The claimed and the planned clauses, id → sentence."""
    tables = tomllib.loads((HERE / "clauses.toml").read_text(encoding="utf-8"))
    return tables["claimed"], tables["planned"]


def ids_of(item: pytest.Item) -> list[str]:
    """The clauses that a test says it proves."""
    return [id_ for mark in item.iter_markers("clause") for id_ in mark.args]


def complaints(items: list[pytest.Item]) -> list[str]:
    """One sentence for each mark that names no clause."""
    known = {id_ for table in read() for id_ in table}
    return [
        f"{item.nodeid} proves clause {id_!r}, which clauses.toml does not know"
        for item in items
        for id_ in ids_of(item)
        if id_ not in known
    ]


class Ledger:
    """A pytest plugin that notes which test functions prove which clause."""

    def __init__(self) -> None:
        self.tests: dict[str, list[str]] = {}

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Enter each test once, however many parameters it has."""
        for item in session.items:
            name = item.nodeid.partition("[")[0]
            for id_ in ids_of(item):
                names = self.tests.setdefault(id_, [])
                if name not in names:
                    names.append(name)


def collect() -> dict[str, list[str]]:
    """Clause id → the tests that prove it, from the whole suite; runs none of them."""
    ledger = Ledger()
    # What pytest-xdist tells its workers must not reach this second pytest.
    for name in [name for name in os.environ if name.startswith("PYTEST_")]:
        del os.environ[name]
    os.chdir(HERE.parent)
    with contextlib.redirect_stdout(sys.stderr):
        code = pytest.main(
            ["--collect-only", "-qq", "-p", "no:xdist", "-p", "no:cacheprovider", HERE],
            plugins=[ledger],
        )
    if code != pytest.ExitCode.OK:
        sys.exit(int(code))
    return ledger.tests


def show(tests: dict[str, list[str]]) -> None:
    """Print each claimed clause with its tests, then how far we are."""
    claimed, planned = read()
    for id_, sentence in claimed.items():
        names = tests.get(id_, [])
        print(f"{id_:<4} {len(names):>3}  {sentence}")
        for name in names:
            print(f"           {name}")
    early = sorted(planned.keys() & tests.keys())
    proven = sum(id_ in tests for id_ in claimed)
    print()
    print(f"claimed: {len(claimed)} of {len(claimed) + len(planned)} clauses")
    print(f"proven: {proven} of {len(claimed)} claimed clauses have a test")
    if early:
        print(f"tested but only planned: {' '.join(early)}")


if __name__ == "__main__":
    # pytest closes what it collected through; the table goes where we were asked.
    found = collect()
    if sys.argv[1:] == ["--json"]:
        print(json.dumps(found))
    else:
        show(found)
