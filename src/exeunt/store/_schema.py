"""An old file, or an empty one → the tables as they are now, forward only.

Text that came from elsewhere (words, paths, keys) is kept as bytes, since not every
word of a command line is text. Moments are milliseconds since 1970.
"""

from __future__ import annotations

from ..record import Record, final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from sqlite3 import Connection

APPLICATION = 0x6578_6E74  # "exnt", in the file's header
# Each step leads one version up, and is never changed once it was released.
STEPS = (
    """
    CREATE TABLE runs (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        began INTEGER NOT NULL,
        fingerprint TEXT NOT NULL,
        tool BLOB NOT NULL,
        argv BLOB NOT NULL, -- words that end in NUL, secrets hidden by the caller
        cwd BLOB NOT NULL,
        attempt INTEGER NOT NULL,
        owner TEXT NOT NULL, -- the process that will finish the row
        status TEXT, -- NULL until then
        exit_code INTEGER,
        reading TEXT,
        action TEXT,
        rule TEXT,
        duration_ms INTEGER,
        log BLOB
    );
    CREATE TABLE redirects (
        program BLOB NOT NULL,
        old BLOB NOT NULL, -- the words after the program
        new BLOB NOT NULL, -- all words, the program's own first
        made INTEGER NOT NULL,
        PRIMARY KEY (program, old)
    ) WITHOUT ROWID;
    CREATE TABLE holds (
        key BLOB PRIMARY KEY,
        made INTEGER NOT NULL,
        until INTEGER NOT NULL,
        boot TEXT NOT NULL,
        until_since_boot INTEGER NOT NULL,
        why BLOB NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE responses (
        fingerprint TEXT PRIMARY KEY,
        used INTEGER NOT NULL, -- grows with each use
        etag BLOB NOT NULL,
        body BLOB NOT NULL
    );
    CREATE INDEX responses_used ON responses (used);
    CREATE TABLE failures (fingerprint TEXT NOT NULL, at INTEGER NOT NULL);
    CREATE INDEX failures_fingerprint ON failures (fingerprint, at);
    CREATE INDEX failures_at ON failures (at)
    """,
    """
    CREATE TABLE onces (
        key BLOB PRIMARY KEY,
        fingerprint TEXT NOT NULL,
        began INTEGER NOT NULL,
        owner TEXT NOT NULL, -- the process that will say how it ended
        record BLOB -- NULL until then
    )
    """,
    """
    ALTER TABLE onces ADD COLUMN counted INTEGER NOT NULL DEFAULT 0; -- when it began
    ALTER TABLE onces ADD COLUMN lease TEXT; -- the file's name
    CREATE TABLE counted ( -- time that passed while machines were on
        one INTEGER PRIMARY KEY CHECK (one = 1),
        boot TEXT NOT NULL, -- the start of the machine that was seen last,
        since_boot INTEGER NOT NULL, -- and when that was, after it
        counted INTEGER NOT NULL
    )
    """,
    """
    DELETE FROM redirects; -- by words alone, whatever file they called
    CREATE TABLE moves (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        file BLOB NOT NULL, -- the path of the program that was called
        place TEXT NOT NULL, -- its device and inode
        old BLOB NOT NULL, -- the words after the program
        new BLOB NOT NULL, -- all words, the program as a path
        made INTEGER NOT NULL,
        UNIQUE (file, place, old)
    );
    CREATE TABLE manifests (
        file BLOB PRIMARY KEY,
        pin TEXT NOT NULL, -- device, inode, size and times of the file it is from
        taken INTEGER NOT NULL,
        manifest BLOB NOT NULL
    ) WITHOUT ROWID
    """,
    """
    ALTER TABLE runs ADD COLUMN uid TEXT; -- of a line that was taken over
    ALTER TABLE runs ADD COLUMN call TEXT; -- what several attempts have in common
    ALTER TABLE runs ADD COLUMN kind TEXT NOT NULL DEFAULT 'call';
    ALTER TABLE runs ADD COLUMN name BLOB;
    ALTER TABLE runs ADD COLUMN host BLOB;
    ALTER TABLE runs ADD COLUMN pid INTEGER;
    ALTER TABLE runs ADD COLUMN is_line INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE runs ADD COLUMN is_cut INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE runs ADD COLUMN signal TEXT;
    ALTER TABLE runs ADD COLUMN stderr_log BLOB;
    ALTER TABLE runs ADD COLUMN dialect TEXT;
    ALTER TABLE runs ADD COLUMN hidden TEXT;
    ALTER TABLE runs ADD COLUMN at_best TEXT; -- the verdict that its output allows
    CREATE UNIQUE INDEX runs_uid ON runs (uid) WHERE uid IS NOT NULL;
    CREATE INDEX runs_call ON runs (call) WHERE call IS NOT NULL;
    CREATE INDEX runs_began ON runs (began)
    """,
    """
    ALTER TABLE runs ADD COLUMN left_log BLOB; -- of what runs on
    """,
)


@final
class Schema(Record):
    """Whose files they are, by a mark in their header, and what makes their tables."""

    application: int
    steps: tuple[str, ...]


STORE = Schema(APPLICATION, STEPS)


def version(connection: Connection) -> int:
    """Return the version of a file; 0 if nothing is in it."""
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    return int(found)


def is_foreign(connection: Connection, application: int = APPLICATION) -> bool:
    """Tell whether the file is another program's.

    The tables are looked at first: whoever is just making ours commits them with their
    mark, which is there afterwards, then. Looked at before them, it may not be yet.
    """
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    return mark != application and bool(mark or tables)


def migrate(
    connection: Connection,
    steps: Sequence[str] = STEPS,
    application: int = APPLICATION,
) -> None:
    """Bring a file up to date in one transaction, unless somebody else just did."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        there = version(connection)
        for number, step in enumerate(steps[there:], there):
            for statement in statements(step):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number + 1}")
        connection.execute(f"PRAGMA application_id = {application}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def statements(step: str) -> Iterator[str]:
    """Take a step apart; a trigger has statements within."""
    whole = __import__("_sqlite3").complete_statement
    statement = ""
    for piece in step.split(";"):
        statement += f"{piece};"
        if whole(statement):
            yield statement
            statement = ""
    if statement.strip(" \n;"):
        yield statement
