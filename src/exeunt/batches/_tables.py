"""The file of a batch → its tables; a state → its number in them.

Moments are milliseconds: those of a clock that jumps since 1970, others since the start
of the machine that `batch` names.
"""

from __future__ import annotations

from ..store.database import Schema

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    Ended = Literal["done", "failed", "moved", "doubt", "cancelled"]
    State = Literal["todo", "doing", "waiting", "held"] | Ended

# In this order in the file, so none is ever taken out.
STATES: tuple[State, ...] = (
    "todo",  # nobody has it
    "doing",  # it was claimed: it runs, or is about to, or whoever claimed it is gone
    "done",  # it ran, and did its job, or answered
    "failed",
    "waiting",  # until it is due
    "held",  # until a person has done something, or answered
    "moved",  # it is somewhere else, and whoever wants it goes there
    "doubt",  # it was started, and nobody saw its end
    "cancelled",  # it will not be run
)
NUMBERS: dict[State, int] = {state: number for number, state in enumerate(STATES)}
TODO, DOING, DONE, FAILED, WAITING, HELD, MOVED, DOUBT, CANCELLED = range(len(STATES))
OPEN = (TODO, DOING, WAITING)  # states that end without a person
RUN, PAUSE, CANCEL, STOP = (
    "run",
    "pause",
    "cancel",
    "stop",
)  # what is wanted of the pullers

SCHEMA = Schema(
    0x6578_6261,  # "exba", in the file's header
    (
        """
        CREATE TABLE batch (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            made INTEGER NOT NULL,
            cwd BLOB NOT NULL,
            settings BLOB NOT NULL, -- of whoever made it, as JSON
            wish TEXT NOT NULL,
            boot TEXT NOT NULL -- the start of the machine that `due` counts from
        );
        CREATE TABLE pullers (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            lease TEXT NOT NULL, -- the file's name
            process TEXT NOT NULL
        );
        CREATE TABLE jobs (
            id INTEGER PRIMARY KEY, -- in the order of the input
            name BLOB NOT NULL, -- "=" and its id, or else its fingerprint
            rank INTEGER NOT NULL, -- minus its priority
            place INTEGER NOT NULL, -- in the order of its rank
            key BLOB NOT NULL, -- of a hold that stops it
            safe INTEGER NOT NULL, -- whether it may be done twice
            job BLOB NOT NULL,
            state INTEGER NOT NULL,
            attempt INTEGER NOT NULL DEFAULT 0, -- how often it was claimed
            lost INTEGER NOT NULL DEFAULT 0, -- how often its puller was gone then
            owner INTEGER, -- the puller that has it
            began INTEGER, -- when it was claimed last
            due INTEGER, -- since the machine's start,
            until INTEGER, -- and the same since 1970,
            pause INTEGER, -- and how long that was when it was said
            course BLOB, -- where its call stands, as JSON
            why BLOB -- it waits, is held or in doubt, in a sentence
        );
        CREATE INDEX jobs_turn ON jobs (state, rank, place, key);
        CREATE INDEX jobs_due ON jobs (due) WHERE due IS NOT NULL;
        CREATE INDEX jobs_owner ON jobs (owner) WHERE owner IS NOT NULL;
        CREATE INDEX jobs_name ON jobs (name);
        CREATE TABLE tallies (state INTEGER PRIMARY KEY, number INTEGER NOT NULL);
        CREATE TRIGGER jobs_state AFTER UPDATE OF state ON jobs
        WHEN old.state <> new.state BEGIN
            UPDATE tallies SET number = number - 1 WHERE state = old.state;
            UPDATE tallies SET number = number + 1 WHERE state = new.state;
        END;
        CREATE TABLE ends (
            turn INTEGER PRIMARY KEY AUTOINCREMENT, -- the order of ending
            job INTEGER NOT NULL UNIQUE,
            at INTEGER NOT NULL,
            effects TEXT, -- what it may have done, as its reading says
            record BLOB -- NULL if a person said how it ended
        );
        CREATE TABLE holds (
            key BLOB PRIMARY KEY,
            made INTEGER NOT NULL,
            until INTEGER NOT NULL,
            boot TEXT NOT NULL,
            until_since_boot INTEGER NOT NULL,
            why BLOB NOT NULL
        ) WITHOUT ROWID
        """,
    ),
)
