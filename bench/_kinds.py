"""What there is to measure → the kinds of it: a case has one, with its limit."""

from typing import NamedTuple


class Process(NamedTuple):
    """A process from start to end; {bin} and {bench} and {lent} are filled in."""

    argv: tuple[str, ...]
    prints: str = ""  # what must be in its output, so that no failure looks fast
    pipe: bool = False  # stdout is a pipe that is read to its end, not /dev/null
    needs: str = ""  # the package or command of PEERS that {lent} leads to
    forks: bool = False  # what it starts cannot be counted, so no instructions are


# A process's first calls import and build: the difference of two runs has none of it.
USUAL, FEW = (50, 550), (1, 3)


class Loop(NamedTuple):
    """A call made again and again in one process; the words are for _worker.py."""

    words: tuple[str, ...]
    needs: str = ""
    calls: tuple[int, int] | None = USUAL  # that cachegrind counts, if it is to
    volume: int = 0  # bytes that one call works through


class Trial(NamedTuple):
    """A new process that measures by itself; the words are for _runners.py.

    It prints samples under names, of which a case shows one: cases with the same words
    share their processes. {jobs} is how many commands a batch has.
    """

    words: tuple[str, ...]
    shows: str = "call"
    needs: str = ""
    volume: int = 0


class Count(NamedTuple):
    """A number that a process prints: counted, not timed."""

    argv: tuple[str, ...]


class Limit(NamedTuple):
    """A promise about a row: its minimum, unless the words say otherwise."""

    what: str  # a key of JUDGES in _judge.py
    value: float


class Case(NamedTuple):
    """One row of the results."""

    group: str
    name: str
    run: Process | Loop | Trial | Count
    baseline: str = ""
    limit: Limit | None = None
