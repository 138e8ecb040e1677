"""Loops → seconds per call; runs in the throwaway environment, as a program.

    _worker.py time ROUNDS   loops as JSON on stdin, samples as JSON on stdout
    _worker.py repeat N      one loop, N calls: cachegrind counts them

Each loop is {"name": ..., "words": [...], "lent": path}.
"""

import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

from _clean_inputs import hostile, usual
from _contracts import contracts
from _deciding import MAKERS as DECIDING

import exeunt
from exeunt import ErrorDetail, ExitCode

ENOUGH = 30  # seconds for a group: 10 MB are slow, and soon agree with themselves
LEAST = 3  # rounds all the same
BATCH = 0.002  # seconds: long against the clock, short against a busy neighbour
TEXT = 1 << 20  # bytes for a cleaner
DATA = {
    "release": "api-2.4.1",
    "environment": "production",
    "hosts": ["web-1", "web-2", "web-3"],
    "healthy": True,
    "seconds": 12.75,
}
OUTCOMES: dict[str, Any] = {
    "success": exeunt.Done(DATA),
    "error": exeunt.Failed(
        ExitCode.NOT_FOUND,
        ErrorDetail(
            "RELEASE_NOT_FOUND",
            "no release of api",
            suggestion="deployctl releases list",
        ),
    ),
    "rate-limited": exeunt.Failed(
        ExitCode.RATE_LIMITED,
        ErrorDetail("RATE_LIMITED", "too many deployments", retry_after=30),
    ),
}


def written(dialect: str, ending: str) -> Any:
    """What a program of that dialect leaves behind."""
    return exeunt.encode(exeunt.dialect(dialect), OUTCOMES[ending], duration_ms=41)


def loads(dialect: str, ending: str) -> Callable[[], object]:
    """The standard library, for the same bytes."""
    left = written(dialect, ending)
    text = left.stdout or left.stderr
    return lambda: json.loads(text)


def decode(dialect: str, ending: str) -> Callable[[], object]:
    """Ours, when the dialect is known."""
    left, table = written(dialect, ending), exeunt.dialect(dialect)
    ended, decoded = exeunt.Exited(left.code), exeunt.decode
    call = lambda: decoded(table, ended, left.stdout, left.stderr)  # noqa: E731
    expect(call(), dialect, ending)
    return call


def read(dialect: str, ending: str) -> Callable[[], object]:
    """Ours, when nothing is known but the streams."""
    left = written(dialect, ending)
    ended, reader = exeunt.Exited(left.code), exeunt.read
    call = lambda: reader(ended, left.stdout, left.stderr)  # noqa: E731
    expect(call(), dialect, ending)
    return call


def expect(reading: Any, dialect: str, ending: str) -> None:
    """Stop if a reading is wrong: it would be measured in vain."""
    if reading.dialect != dialect or reading.code is not OUTCOMES[ending].code:
        raise ValueError(f"{dialect} {ending} was read as {reading}")


def pydantic(dialect: str, ending: str) -> Callable[[], object]:
    """An equivalent typed envelope in pydantic."""
    from pydantic import BaseModel

    class Error(BaseModel):
        code: str
        message: str
        retryable: bool
        detail: str | None = None
        phase: str | None = None
        suggestion: str | None = None
        retry_after: float | None = None

    class Meta(BaseModel):
        duration_ms: int
        schema_version: str | None = None
        dialect: str | None = None

    class Envelope(BaseModel):
        ok: bool
        data: dict[str, Any] | list[Any] | None
        error: Error | None
        warnings: list[str]
        meta: Meta

    Envelope.model_rebuild(_types_namespace={"Error": Error, "Meta": Meta, "Any": Any})
    text = written(dialect, ending).stdout
    return lambda: Envelope.model_validate_json(text)


def msgspec(dialect: str, ending: str) -> Callable[[], object]:
    """An equivalent typed envelope in msgspec."""
    from msgspec import Struct, defstruct, json

    none = [(name, str | None, None) for name in ("detail", "phase", "suggestion")]
    delay = ("retry_after", float | None, None)
    said = [("code", str), ("message", str), ("retryable", bool)]
    error: type[Struct] = defstruct("Error", [*said, *none, delay])
    about = [(name, str | None, None) for name in ("schema_version", "dialect")]
    meta: type[Struct] = defstruct("Meta", [("duration_ms", int), *about])
    data = dict[str, Any] | list[Any] | None
    fields = [("ok", bool), ("data", data), ("error", error | None)]
    fields += [("warnings", list[str]), ("meta", meta)]
    decoder = json.Decoder(defstruct("Envelope", fields))
    text = written(dialect, ending).stdout
    return lambda: decoder.decode(text)


def payload(size: str) -> dict[str, Any]:
    """Data for an envelope: small, or 10 MB as JSON."""
    if size != "large":
        return DATA
    return {"hosts": [{**DATA, "number": number} for number in range(69_000)]}


def dumps(size: str) -> Callable[[], object]:
    """The standard library, for the same document."""
    done = exeunt.Done(payload(size))
    document = exeunt.respond(done, duration_ms=41).as_dict()
    document["meta"]["dialect"] = "agent-spec"
    return lambda: json.dumps(document).encode()


def encode(size: str) -> Callable[[], object]:
    """Ours: checks, envelope, JSON, number."""
    outcome = OUTCOMES["error"] if size == "failure" else exeunt.Done(payload(size))
    table, encoder = exeunt.dialect("agent-spec"), exeunt.encode
    return lambda: encoder(table, outcome, duration_ms=41)


def look_up(code: str, *argv: str) -> Callable[[], object]:
    """The atlas, warm."""
    from exeunt.atlas import look_up as find

    number = int(code)
    if find(argv, number) is None:
        raise ValueError(f"the atlas knows nothing of {argv} and {code}")
    return lambda: find(argv, number)


def clean(kind: str) -> Callable[[], object]:
    """Ours: what a reader of these bytes would have seen."""
    from exeunt.text.clean import clean as cleaned

    data = usual(kind, TEXT)
    if "\x1b" in cleaned(data):
        raise ValueError(f"{kind}: sequences are left")
    return lambda: cleaned(data)


def clean_hostile(kind: str, times: str) -> Callable[[], object]:
    """Ours, with what makes a careless cleaner slow."""
    from exeunt.text.clean import clean as cleaned

    data = hostile(kind, TEXT * int(times))
    return lambda: cleaned(data)


def load_contracts(count: str) -> Callable[[], object]:
    """The standard library, for two manifests."""
    old, new = contracts(int(count))
    return lambda: (json.loads(old), json.loads(new))


def diff(count: str) -> Callable[[], object]:
    """Ours: two manifests, read, compared and judged."""
    from exeunt.manifest.diff import diff as compare
    from exeunt.manifest.reader import manifest_in

    old, new = contracts(int(count))
    call = lambda: compare(manifest_in(old) or {}, manifest_in(new) or {})  # noqa: E731
    if len(call().changes) != 2 * int(count):
        raise ValueError(f"{len(call().changes)} changes in {count} commands")
    return call


def ansistrip(kind: str) -> Callable[[], object]:
    """A package that removes most sequences."""
    from ansistrip import ansi_strip as strip

    data = usual(kind, TEXT)
    return lambda: strip(data.decode("utf-8", "replace"))


def unstyle(kind: str) -> Callable[[], object]:
    """Click's own: colours and cursor movements."""
    from click import unstyle as strip

    data = usual(kind, TEXT)
    return lambda: strip(data.decode("utf-8", "replace"))


def strip_ansi(kind: str) -> Callable[[], object]:
    """A package that removes colours."""
    from strip_ansi import strip_ansi as strip

    data = usual(kind, TEXT)
    return lambda: strip(data.decode("utf-8", "replace"))


MAKERS: dict[str, Callable[..., Callable[[], object]]] = {
    "loads": loads,
    "decode": decode,
    "read": read,
    "pydantic": pydantic,
    "msgspec": msgspec,
    "dumps": dumps,
    "encode": encode,
    "look-up": look_up,
    "load-contracts": load_contracts,
    "diff": diff,
    "clean": clean,
    "clean-hostile": clean_hostile,
    "ansistrip": ansistrip,
    "click.unstyle": unstyle,
    "strip-ansi": strip_ansi,
    **DECIDING,
}


def make(loop: dict[str, Any]) -> Callable[[], object]:
    """Find a loop's call."""
    if loop["lent"]:
        sys.path.append(loop["lent"])
    word, *arguments = loop["words"]
    return MAKERS[word](*arguments)


def batch(call: Callable[[], object], size: int) -> float:
    """Seconds for some calls."""
    calls = range(size)
    start = time.perf_counter()
    for _ in calls:
        call()
    return time.perf_counter() - start


def size_of(call: Callable[[], object]) -> int:
    """How many calls fill a batch."""
    call()  # the first one imports and builds
    once = batch(call, 1)
    if once > BATCH:
        return 1
    return max(1, int(BATCH / min(batch(call, 1) for _ in range(5))))


def time_all(loops: list[dict[str, Any]], rounds: int) -> dict[str, Any]:
    """Run a batch of every loop per round, in a new order each time."""
    calls, failed = {}, {}
    for loop in loops:
        try:
            calls[loop["name"]] = make(loop)
        except Exception as error:  # noqa: BLE001 - one case must not stop the others
            failed[loop["name"]] = f"{type(error).__name__}: {error}"
    sizes = {name: size_of(call) for name, call in calls.items()}
    taken: dict[str, list[float]] = {name: [] for name in calls}
    order = list(calls)
    dice = random.Random(0)  # noqa: S311 - an order, not a secret
    end = time.perf_counter() + ENOUGH
    for done in range(rounds):
        if time.perf_counter() > end and done >= LEAST:
            break
        dice.shuffle(order)
        for name in order:
            taken[name].append(batch(calls[name], sizes[name]) / sizes[name])
    return {"taken": taken, "failed": failed}


if __name__ == "__main__":
    asked = json.load(sys.stdin)
    if sys.argv[1] == "time":
        json.dump(time_all(asked, int(sys.argv[2])), sys.stdout)
    else:
        batch(make(asked), int(sys.argv[2]))
