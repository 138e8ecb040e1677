"""Rows of runs, as the journal and a batch tell them, for who tests reports."""

from findings import HOSTILE

BEGAN = 1_795_132_800  # 2026-11-20T00:00:00Z
SECOND = "2026-11-{day:02d}T{hour:02d}:{minute:02d}:{second:02d}Z"


def at(seconds):
    """A moment so many seconds after midnight of 20 November."""
    minute, second = divmod(seconds, 60)
    hour, minute = divmod(minute, 60)
    day, hour = divmod(hour, 24)
    return SECOND.format(day=20 + day, hour=hour, minute=minute, second=second)


def row(number=1, verdict="failed", **fields):
    """One run; a failure unless told otherwise."""
    failed = verdict == "failed"
    return {
        "id": number,
        "name": None,
        "argv": ["tar", "czf", "/backup/a.tgz", "/srv"],
        "cut": False,
        "cwd": "/srv",
        "host": "db1",
        "verdict": verdict,
        "why": "GENERAL_ERROR" if failed else None,
        "meaning": "a fatal error" if failed else None,
        "side_effects": "unknown",
        "exit_code": 2 if failed else 0,
        "status": "exited",
        "seconds": 1.5,
        "attempts": 1,
        "waited": 0.0,
        "log": None,
        "started": at(number),
        **fields,
    }


def doubt(number=1, **fields):
    """A run of which nobody knows how it ended."""
    known = {"status": "unknown", "exit_code": None, "why": "unknown", "seconds": None}
    return row(number, "unknown", **{**known, "meaning": "exeunt was killed", **fields})


def night():
    """A night with a bit of everything, the newest last."""
    words = ["load", "--all"]
    yield from (row(n * 600, "done", argv=words, seconds=n / 7) for n in range(40))
    yield row(3000, name="nightly", log="/var/log/tar.log")
    yield row(3600, name="nightly", log="/var/log/tar.log")
    yield row(4000, argv=["curl", "https://api/1"], why="TIMEOUT", attempts=3, waited=6)
    yield row(5000, "done", argv=["curl", "https://api/1"], attempts=2, waited=2.5)
    yield row(7000, argv=["make", "docs"])
    yield row(7100, "done", argv=["make", "docs"])
    yield doubt(8000, argv=["psql", "-c", "delete from a"], resolve="exeunt a b")
    yield row(9000, "findings", argv=["ruff", "check"], exit_code=1)
    yield row(9100, "no", argv=["grep", "-q", "x", "y"], exit_code=1)
    yield row(9200, None, argv=["sleep", "60"], status="running", seconds=None)


def hostile():
    """Rows in which every text comes from an enemy."""
    texts = dict.fromkeys(("name", "cwd", "host", "why", "meaning", "log"), HOSTILE)
    words = [HOSTILE, HOSTILE.replace("/", "")]
    yield row(1, argv=words, resolve=HOSTILE, **texts)
    yield doubt(2, argv=words, resolve=HOSTILE, **texts)
    yield row(3, "done", argv=words, attempts=2, **texts)
    yield row(4, None, argv=words, state=HOSTILE, **texts)


def said(_):
    """What each of them wrote last."""
    return ["tar: /backup: Cannot write", "\x1b[31mNo space left on device\x1b[0m"]
