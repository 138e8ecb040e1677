"""Scenarios → how often exeunt, and three habits, do the right thing.

With --json the same as data. Fails unless exeunt is right everywhere, and never repeats
what may have been done.
"""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import exeunt

if TYPE_CHECKING:
    from collections.abc import Callable

    Scenario = dict[str, Any]
    Judge = Callable[[Scenario], str]

SCENARIOS = Path(__file__).parents[1] / "scenarios"
ENDINGS: dict[str, exeunt.Ending] = {
    "timed out": exeunt.TimedOut(),
    "not found": exeunt.Unstarted("not_found"),
    "not executable": exeunt.Unstarted("not_executable"),
    "waiting": exeunt.Signaled(15),
}
ATTEMPTS = 3
# What most people know of exit codes.
COMMON = {
    0: "proceed",
    1: "stop",
    2: "fix_input",
    64: "fix_input",
    75: "retry",
    124: "retry",
    126: "fix_precondition",
    127: "install_tool",
    130: "stop",
    137: "retry",
    143: "retry",
}


def main(words: list[str]) -> int:
    """Print how each does, and what exeunt does wrong."""
    known = scenarios()
    scores = {name: score(judge, known) for name, judge in JUDGES.items()}
    wrong = [problem for case in known if (problem := mistake(case))]
    if "--json" in words:
        print(json.dumps({"count": len(known), "scores": scores, "wrong": wrong}))
    else:
        show(len(known), scores, wrong)
    return 1 if wrong or scores["exeunt"]["unsafe"] else 0


def scenarios() -> list[Scenario]:
    """Read every scenario, in the order of the files."""
    return [
        {"family": path.stem, **case}
        for path in sorted(SCENARIOS.glob("*.toml"))
        for case in tomllib.loads(path.read_text(encoding="utf-8")).get("scenario", ())
    ]


def score(judge: Judge, known: list[Scenario]) -> dict[str, int]:
    """Count what is right, and what repeats work that may have been done."""
    said = [(case, judge(case)) for case in known]
    return {
        "right": sum(action in allowed(case) for case, action in said),
        "unsafe": sum(action == "retry" and is_unsafe(case) for case, action in said),
    }


def allowed(case: Scenario) -> list[str]:
    """Return the actions that are right."""
    return [case["action"], *case.get("also", ())]


def is_unsafe(case: Scenario) -> bool:
    """Tell whether a repetition may do the work a second time."""
    return bool(case.get("twice"))


def decision(case: Scenario) -> exeunt.Decision:
    """Have exeunt decide a scenario."""
    manifest = None
    if "exits" in case:
        commands = {"": {"exit_codes": case["exits"]}}
        manifest = {"dialect": "agent-spec", "commands": commands}
    reading = exeunt.read(
        ending_of(case),
        case.get("stdout", "").encode(),
        case.get("stderr", "").encode(),
        argv=case.get("call", ()),
        dialect=case.get("dialect"),
        manifest=manifest,
    )
    return exeunt.decide(
        reading,
        exeunt.History(**case.get("history", {})),
        exeunt.Policy(**case.get("policy", {})),
        waiting=case.get("ending") == "waiting",
    )


def ending_of(case: Scenario) -> exeunt.Ending:
    """Return what the operating system saw."""
    if "exit_code" in case:
        return exeunt.from_shell(case["exit_code"])
    kind, _, number = case["ending"].partition(" ")
    return exeunt.Signaled(int(number)) if kind == "signal" else ENDINGS[case["ending"]]


def mistake(case: Scenario) -> str | None:
    """Say what exeunt does wrong about a scenario: action, pause or words."""
    found = decision(case)
    words = list(found.command) if found.command is not None else None
    is_right = (
        found.action.value in allowed(case)
        and found.wait_seconds == case.get("wait", found.wait_seconds)
        and words == case.get("command", words)
    )
    if is_right:
        return None
    wanted = f"{case['action']} {case.get('wait', '')}".strip()
    got = f"{found.action.value} {found.wait_seconds:g} by {found.rule}"
    return f"{case['family']}: {case['name']}: {wanted}, not {got}"


def by_decide(case: Scenario) -> str:
    """Do what decide() says."""
    return decision(case).action.value


def retry_always(case: Scenario) -> str:
    """Repeat whatever failed, three times in all."""
    if ending_of(case).shell_code == 0:
        return "proceed"
    return "retry" if case.get("history", {}).get("attempts", 1) < ATTEMPTS else "stop"


def common_sense(case: Scenario) -> str:
    """Read the number as most people would."""
    return COMMON.get(ending_of(case).shell_code, "stop")


def stop_always(case: Scenario) -> str:
    """Stop at the first failure, as `set -e` does."""
    return "stop" if ending_of(case).shell_code else "proceed"


JUDGES: dict[str, Judge] = {
    "exeunt": by_decide,
    "retry three times": retry_always,
    "what numbers commonly mean": common_sense,
    "stop at any failure": stop_always,
}


def show(count: int, scores: dict[str, dict[str, int]], wrong: list[str]) -> None:
    """Print the table for a person."""
    print(f"{count} scenarios{'':<17}  right        unsafe repetitions")
    for name, found in scores.items():
        share = f"{found['right']} ({100 * found['right'] // count} %)"
        print(f"{name:<30}  {share:<11}  {found['unsafe']}")
    for problem in wrong:
        print(f"wrong: {problem}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
