"""Trials → samples that new processes took, each measuring by itself (_runners.py)."""

import json
import random
import subprocess

from _install import BENCH, Place
from _kinds import Case, Trial

HUNG = 300  # seconds; the longest trial takes some twenty on a busy machine

Words = tuple[str, ...]


def measure(
    cases: list[Case], place: Place, rounds: int, jobs: int
) -> tuple[dict[str, list[float]], dict[str, str]]:
    """Run every trial once per round, in a new order each time; samples by case."""
    wanted = {case.name: run for case in cases if isinstance(run := case.run, Trial)}
    lent = {run.words: place.lent.get(run.needs, "") for run in wanted.values()}
    taken: dict[Words, dict[str, list[float]]] = {words: {} for words in lent}
    failed: dict[Words, str] = {}
    order = list(lent)
    dice = random.Random(0)  # noqa: S311 - an order, not a secret
    for _ in range(rounds):
        dice.shuffle(order)
        for words in order:
            if words in failed:
                continue
            samples, why = one(filled(words, jobs), lent[words], place)
            if why:
                failed[words] = why
            for name, numbers in samples.items():
                taken[words].setdefault(name, []).extend(numbers)
    return (
        {
            name: taken[run.words][run.shows]
            for name, run in wanted.items()
            if run.words not in failed
        },
        {name: failed[r.words] for name, r in wanted.items() if r.words in failed},
    )


def filled(words: Words, jobs: int) -> Words:
    """The words of a trial, with the number of commands that it is to run."""
    return tuple(word.format(jobs=jobs) for word in words)


def one(words: Words, lent: str, place: Place) -> tuple[dict[str, list[float]], str]:
    """Run one trial: what it measured, or why it could not."""
    argv = [str(place.bin / "python"), str(BENCH / "_runners.py"), lent, *words]
    try:
        run = subprocess.run(
            argv,
            env=place.env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=HUNG,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return {}, f"not back after {HUNG} s"
    if run.returncode:
        return {}, run.stderr.strip()[-500:] or f"exit {run.returncode}"
    samples: dict[str, list[float]] = json.loads(run.stdout)
    return samples, ""
