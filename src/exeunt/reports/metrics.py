"""Rows that ended → a file of metrics, as Prometheus and OpenMetrics read them.

The file keeps the counts: who adds to it reads what is there, and puts the whole in its
place. So counters only grow, whatever the journal forgets. Its folder is locked
meanwhile, and nothing lies beside it afterwards.
"""

from __future__ import annotations

import os
from contextlib import contextmanager

from ..errors import InputError
from .row import BAD, DONE, moment, program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Mapping

    from .row import Row

    Labels = tuple[tuple[str, str], ...]
    Samples = dict[tuple[str, Labels], float]

RUNS = "exeunt_runs_total"
LONG = "exeunt_run_duration_seconds"
SUCCESS = "exeunt_last_success_timestamp_seconds"
FAILURE = "exeunt_last_failure_timestamp_seconds"
UNTIL = "exeunt_journal_until_timestamp_seconds"
DOUBT = "exeunt_journal_in_doubt"
EDGES = (0.01, 0.1, 1.0, 10.0, 60.0, 600.0, 3600.0)
# Family, type, unit and what it says, in the order of the file.
FAMILIES = (
    ("exeunt_runs", "counter", "", "Runs that ended, by what came of them."),
    (LONG, "histogram", "seconds", "How long runs took."),
    (SUCCESS, "gauge", "seconds", "When the newest run that was done ended."),
    (
        FAILURE,
        "gauge",
        "seconds",
        "When the newest run ended that is not done.",
    ),
    (
        UNTIL,
        "gauge",
        "seconds",
        "Until when runs of the journal are counted.",
    ),
    (DOUBT, "gauge", "", "Runs of the journal of which nobody knows the end."),
)
ENDINGS = ("_total", "_bucket", "_sum", "_count")
LARGEST = 16 << 20  # bytes of a file that is read
PROGRAMS = 200  # with labels of their own
LONGEST = 200  # characters of a label
OTHERS = "other programs"
LAG = 5.0  # seconds in which a run that has ended is in the journal


class Counts:
    """Rows that have ended, counted one by one, until they are added to a file."""

    def __init__(self) -> None:
        self.samples: Samples = {}

    def count(self, row: Row) -> None:
        """Count a run."""
        count(self.samples, row)

    def add_to(self, path: str) -> None:
        """Add them to a file, which is made if there is none; then there are none."""
        with alone(path):
            check(path)
            samples = read(path)
            for (family, labels), value in self.samples.items():
                if family in {SUCCESS, FAILURE}:
                    before = samples.get((family, labels), 0.0)
                    samples[family, labels] = max(before, value)
                else:
                    grow(samples, family, labels, value)
            put(path, samples)
        self.samples = {}


def add(path: str, rows: Iterable[Row]) -> None:
    """Count rows that have ended, in a file that is made if there is none."""
    counts = Counts()
    for row in rows:
        counts.count(row)
    counts.add_to(path)


def add_journal(path: str, rows: Iterable[Row], now: float) -> None:
    """Count the rows of a journal that have ended since it was counted last."""
    with alone(path):
        samples = read(path)
        if samples and (UNTIL, ()) not in samples:
            msg = f"{path} counts runs one by one, which the journal has, too"
            raise InputError(msg, fix="name another file")
        before, until = samples.get((UNTIL, ()), 0.0), float(int(now - LAG))
        for key in [key for key in samples if key[0] == DOUBT]:
            del samples[key]
        for row in rows:
            if row.get("verdict") is None:
                continue
            if row.get("seconds") is None:
                grow(samples, DOUBT, label(samples, row), 1)
            elif before < ended(row) <= until:
                count(samples, row)
        samples[UNTIL, ()] = until
        put(path, samples)


def check(path: str) -> None:
    """Refuse a file in which runs cannot be counted one by one."""
    if (UNTIL, ()) in read(path):
        msg = f"{path} counts the journal, which has each run already"
        raise InputError(msg, fix="name another file")


# -- rows → samples


def count(samples: Samples, row: Row) -> None:
    """Count a run that has ended."""
    verdict = row.get("verdict")
    if not verdict:
        return
    labels = label(samples, row)
    grow(samples, RUNS, (*labels, ("verdict", verdict)), 1)
    seconds = row.get("seconds")
    if seconds is not None:
        for edge in (*EDGES, float("inf")):
            there = (*labels, ("le", text_of(edge)))
            grow(samples, f"{LONG}_bucket", there, int(seconds <= edge))
        grow(samples, f"{LONG}_sum", labels, seconds)
        grow(samples, f"{LONG}_count", labels, 1)
    if verdict == DONE or verdict in BAD:
        named = (*labels, ("name", plain(row.get("name") or "")))
        family = SUCCESS if verdict == DONE else FAILURE
        samples[family, named] = max(samples.get((family, named), 0.0), ended(row))


def label(samples: Samples, row: Row) -> Labels:
    """Return the label of a row's program; of too many the rest have one together."""
    labels = (("program", plain(program(row))),)
    if (f"{LONG}_count", labels) not in samples:
        known = sum(family == f"{LONG}_count" for family, _ in samples)
        if known >= PROGRAMS:
            return (("program", OTHERS),)
    return labels


def grow(samples: Samples, family: str, labels: Labels, by: float) -> None:
    """Add to a sample."""
    samples[family, labels] = samples.get((family, labels), 0.0) + by


def ended(row: Row) -> float:
    """Return when a run ended."""
    return (moment(row) or 0.0) + (row.get("seconds") or 0.0)


# -- samples ↔ text


def written(samples: Samples) -> str:
    """Write samples in the order of their families."""
    lines: list[str] = []
    for family, kind, unit, about in FAMILIES:
        found = sorted(
            (key for key in samples if family_of(key[0]) == family), key=order
        )
        if not found:
            continue
        lines += [f"# TYPE {family} {kind}", f"# HELP {family} {about}"]
        if unit:
            lines.insert(-1, f"# UNIT {family} {unit}")
        lines += [line(name, labels, samples[name, labels]) for name, labels in found]
    return "\n".join([*lines, "# EOF", ""])


def family_of(name: str) -> str:
    """Return the family of a sample."""
    for ending in ENDINGS:
        if name.endswith(ending):
            return name.removesuffix(ending)
    return name


def order(key: tuple[str, Labels]) -> tuple[Labels, int, float]:
    """Sort the samples of a family: those of one set of labels together."""
    name, labels = key
    le = dict(labels).get("le", "0")
    place = next((n for n, one in enumerate(ENDINGS) if name.endswith(one)), 0)
    others = tuple(one for one in labels if one[0] != "le")
    return others, place, float(le)


def line(name: str, labels: Labels, value: float) -> str:
    """Write a sample."""
    inside = ",".join(f'{key}="{escaped(text)}"' for key, text in labels)
    return f"{name}{{{inside}}} {text_of(value)}" if labels else f"{name} {value:.1f}"


def text_of(value: float) -> str:
    """Write a number: whole ones plain, edges as others write them."""
    if value == float("inf"):
        return "+Inf"
    return f"{value:.1f}" if value == int(value) else repr(round(value, 6))


def escaped(text: str) -> str:
    """Write the value of a label."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def plain(text: str) -> str:
    """Spell out what cannot be seen: a label is one line of text."""
    return "".join([c if c.isprintable() else repr(c)[1:-1] for c in text[:LONGEST]])


def read(path: str) -> Samples:
    """Read what such a file has; none is an empty one."""
    if not os.path.lexists(path):
        return {}
    if not os.path.isfile(path):  # noqa: PTH113 - pathlib costs 10 ms
        msg = f"{path} is no regular file"
        raise InputError(msg, fix="name a file")
    with open(path, "rb") as file:  # noqa: PTH123 - as above
        data = file.read(LARGEST + 1)
    samples: Samples = {}
    try:
        for text in data.decode().split("\n"):
            if text and not text.startswith("#"):
                name, labels, value = parsed(text)
                samples[name, labels] = value
    except (ValueError, IndexError):
        msg = f"{path} holds what exeunt has not written"
        raise InputError(msg, fix="name a file of its own for exeunt") from None
    return samples


def parsed(text: str) -> tuple[str, Labels, float]:
    """Read a sample."""
    name, brace, rest = text.partition("{")
    if not brace:
        name, _, value = text.partition(" ")
        return known(name), (), float(value)
    labels: list[tuple[str, str]] = []
    while not rest.startswith("}"):
        key, _, rest = rest.lstrip(",").partition('="')
        value = ""
        while not rest.startswith('"'):
            if rest[0] == "\\":
                value += rest[1]
                rest = rest[2:]
            else:
                value += rest[0]
                rest = rest[1:]
        labels.append((key, value))
        rest = rest[1:]
    return known(name), tuple(labels), float(rest[1:].strip())


def known(name: str) -> str:
    """Return the name of a sample, if it is one of ours."""
    if all(family_of(name) != family for family, *_ in FAMILIES):
        raise ValueError(name)
    return name


@contextmanager
def alone(path: str) -> Generator[None]:
    """Keep others who add to a file out: they lock the folder that it is in."""
    from fcntl import LOCK_EX, flock

    folder = os.open(os.path.dirname(path) or ".", os.O_RDONLY | os.O_CLOEXEC)  # noqa: PTH120 - as above
    try:
        flock(folder, LOCK_EX)
        yield
    finally:
        os.close(folder)


def put(path: str, samples: Mapping[tuple[str, Labels], float]) -> None:
    """Put the whole file in its place, for all to read."""
    from ..named import write_whole

    write_whole(path, written(dict(samples)))
