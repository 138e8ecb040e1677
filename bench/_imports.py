"""`exeunt explain 11` → what each module on its way costs, by -X importtime."""

import re
import subprocess

from _install import Place

LINE = re.compile(r"import time:\s+(\d+) \|\s+(\d+) \| ( *)(\S+)")


def measure(place: Place, rounds: int) -> list[dict[str, object]]:
    """The least of several runs for each of our modules, and of what they import."""
    argv = [str(place.bin / "python"), "-X", "importtime"]
    base = set(one_run([*argv, "-c", "pass"], place))
    least: dict[str, int] = {}
    for _ in range(rounds):
        taken = one_run([*argv, str(place.bin / "exeunt"), "explain", "11"], place)
        for name, micros in taken.items():
            least[name] = min(micros, least.get(name, micros))
    ours = {name: micros for name, micros in least.items() if name not in base}
    ranked = sorted(ours.items(), key=lambda item: -item[1])
    return [{"module": name, "self_us": micros} for name, micros in ranked]


def one_run(argv: list[str], place: Place) -> dict[str, int]:
    """Module → its own microseconds, without those of what it imports."""
    run = subprocess.run(
        argv, env=place.env, capture_output=True, text=True, check=True
    )
    return {found[4]: int(found[1]) for found in LINE.finditer(run.stderr)}
