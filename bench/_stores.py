"""Writers → seconds per durable row: the store, and a plain loop of SQLite's own.

Each writer is a process with a connection of its own; they begin at once. The peer does
what SQLite's documentation offers for the same promise: WAL, synchronous=FULL, BEGIN
IMMEDIATE and a busy timeout.
"""

import json
import os
import tempfile
import time
from collections.abc import Callable

ROWS = {1: 100, 20: 20}  # that each of so many writers adds
WORDS = ["git", "push", "--quiet", "origin", "main"]
ALL = 30.0  # seconds that a writer may wait for the others

Add = Callable[[], object]


def store(name: str, writers: str) -> dict[str, list[float]]:
    """Let some writers add rows to one file."""
    count = int(writers)
    with tempfile.TemporaryDirectory(prefix="exeunt-store-") as directory:
        WRITERS[name](f"{directory}/store.db")()  # the file is there, with a row
        gate_out, gate_in = os.pipe()
        pipes = [start(name, f"{directory}/store.db", count, gate_out, gate_in)
                 for _ in range(count)]  # fmt: skip
        os.close(gate_out)
        begin = time.perf_counter()
        os.close(gate_in)  # they wait for the end of this pipe
        taken = [json.loads(read_all(pipe)) for pipe in pipes]
        whole = time.perf_counter() - begin
    for _ in range(count):
        if os.wait()[1]:
            raise ValueError("a writer failed")
    return {
        "call": [seconds for samples in taken for seconds in samples],
        "shared": [whole / (count * ROWS[count])],  # between two rows of anybody
    }


def start(name: str, path: str, count: int, gate_out: int, gate_in: int) -> int:
    """Fork a writer; what comes back is a pipe with what it measured."""
    reader, writer = os.pipe()
    if os.fork():
        os.close(writer)
        return reader
    os.close(gate_in)
    add = WRITERS[name](path)
    os.read(gate_out, 1)
    samples = [timed(add) for _ in range(ROWS[count])]
    os.write(writer, json.dumps(samples).encode())
    os._exit(0)


def timed(add: Add) -> float:
    """How long one row takes until it is on the disk."""
    begin = time.perf_counter()
    add()
    return time.perf_counter() - begin


def read_all(pipe: int) -> bytes:
    """Read a pipe to its end."""
    with os.fdopen(pipe, "rb") as file:
        return file.read()


def by_exeunt(path: str) -> Add:
    """Ours: the row that is noted before a command starts."""
    from exeunt.store.store import Store

    kept = Store.open(path, patience=ALL)
    return lambda: kept.runs.begin("0123456789abcdef", WORDS, "/src")


def by_sqlite(path: str) -> Add:
    """The standard library: the same values in a table without any index."""
    import sqlite3

    connection = sqlite3.connect(path, timeout=ALL, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE IF NOT EXISTS runs (a, b, c, d, e, f)")
    values = (time.time(), "0123456789abcdef", "git", "\0".join(WORDS), "/src", "owner")

    def add() -> None:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?)", values)
        connection.execute("COMMIT")

    return add


WRITERS: dict[str, Callable[[str], Add]] = {"exeunt": by_exeunt, "sqlite3": by_sqlite}
