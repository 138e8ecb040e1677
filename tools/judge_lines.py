"""Shell lines with known outcomes, run live → how often each way to judge is right.

    make judge                            the scenarios, and every line, with its scores
    python tools/judge_lines.py --only X  those of a file, a group or an id

Beside exeunt stand the habits that it replaces: the exit code alone, the table of a
dozen commands that a well-known agent carries for the last command of a line, and three
tries. The tools come from PyPI, npm and Debian; what cannot be had is named, and its
cases are left out of every score.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

import exeunt

ROOT = Path(__file__).parents[1]
CASES = ROOT / "scenarios" / "lines"
CACHE = Path(os.environ.get("EXEUNT_JUDGE", ROOT / ".judge"))
TRUTHS = ("done", "no", "findings", "failed")
GOOD = ("done", "no")
RUST = Path(os.environ.get("RUSTUP_HOME", Path.home() / ".rustup"))
LIMIT = 60.0  # seconds of a case, unless it says otherwise
# What a well-known agent knows: these answer with 1, as the last command of a line.
KNOWN = ("grep", "egrep", "fgrep", "rg", "find", "diff", "test", "[")
KNOWN_GIT = ("diff", "grep")


def main(words: list[str]) -> int:
    """Run the cases and print the scores; 1 if a failure was called a success."""
    only = words[words.index("--only") + 1] if "--only" in words else ""
    files = sorted(CASES.glob("*.toml"))
    corpora = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in files}
    path = with_tools(corpora.values())
    rows = [
        (name, case, judged(case, path))
        for name, corpus in corpora.items()
        for case in corpus["case"]
        if only in ("", name, case["group"], case["id"])
    ]
    left_out = [case for _, case, found in rows if found is None]
    told = [(name, case, found) for name, case, found in rows if found is not None]
    wrong = [row for row in told if not is_right(row[1]["truth"], row[2]["exeunt"])]
    for name, case, found in wrong:
        print(f"{name}/{case['id']}: {case['truth']}, and read as {found['exeunt']}")
        print(f"    {case.get('line') or ' '.join(case['argv'])}")
        print(f"    exit {found['code']}: {found['meaning']}")
    for case in left_out:
        print(f"left out: {case['id']} needs {', '.join(case['needs'])}")
    print(report(told))
    return (
        1
        if any(is_false_success(row[1]["truth"], row[2]["exeunt"]) for row in told)
        else 0
    )


def with_tools(corpora: Any) -> str:
    """Install what the cases need, once; return the PATH that has it."""
    needed = {
        kind: sorted({one for corpus in corpora for one in corpus.get(kind, ())})
        for kind in ("pip", "npm", "apt")
    }
    venv, node = CACHE / "venv", CACHE / "node"
    if not (venv / "bin" / "python").exists():
        run([sys.executable, "-m", "venv", str(venv)])
    stamp = CACHE / "installed"
    wanted = repr(needed)
    if not stamp.exists() or stamp.read_text("utf-8") != wanted:
        if needed["pip"]:
            run([str(venv / "bin" / "pip"), "install", "-q", *needed["pip"]])
        if needed["npm"] and shutil.which("npm"):
            run(["npm", "install", "--silent", "--prefix", str(node), *needed["npm"]])
        missing = [name for name in needed["apt"] if not is_installed(name)]
        if missing and os.geteuid() == 0 and shutil.which("apt-get"):
            run(["apt-get", "install", "-qy", "--no-install-recommends", *missing])
        stamp.write_text(wanted, "utf-8")
    own = [venv / "bin", node / "node_modules" / ".bin"]
    return os.pathsep.join([*map(str, own), os.environ["PATH"]])


def run(words: list[str]) -> None:
    """Run what installs something; what cannot be had leaves its cases out."""
    if subprocess.run(words, check=False, stdout=subprocess.DEVNULL).returncode:
        print(f"could not: {' '.join(words)}", file=sys.stderr)


def is_installed(package: str) -> bool:
    """Tell whether a package of Debian is there."""
    words = ["dpkg", "-s", package]
    return not subprocess.run(words, check=False, capture_output=True).returncode


def judged(case: dict[str, Any], path: str) -> dict[str, Any] | None:
    """Run a case in a fresh directory; None if a tool that it needs is missing."""
    if not all(shutil.which(tool, path=path) for tool in case.get("needs", ())):
        return None
    with tempfile.TemporaryDirectory(prefix="judge-") as folder:
        env = {
            "PATH": path,
            "HOME": folder,
            "LC_ALL": "C.UTF-8",
            "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_AUTHOR_NAME": "A",
            "GIT_AUTHOR_EMAIL": "a@example.invalid",
            "GIT_COMMITTER_NAME": "A",
            "GIT_COMMITTER_EMAIL": "a@example.invalid",
        }
        if RUST.exists():
            env["RUSTUP_HOME"] = str(RUST)  # without it, cargo is a shim for nothing
        work = Path(folder, "work")
        work.mkdir()
        if case.get("setup"):
            subprocess.run(
                ["bash", "-e", "-c", case["setup"]],
                cwd=work,
                env=env,
                check=True,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        words = {"shell": case["line"]} if "line" in case else {"words": case["argv"]}
        done = exeunt.run(
            **words,
            cwd=str(work),
            env=env,
            clear_env=True,
            timeout=case.get("timeout", LIMIT),
            log=False,
        )
    verdict = done.verdict
    return {
        "exeunt": verdict.value if verdict is not None else "unknown",
        "code": done.exit_code,
        "meaning": done.reading.meaning,
        "exit code": "failed" if done.exit_code else "done",
        "table": by_table(case, done.exit_code),
        "three tries": "failed" if done.exit_code else "done",
    }


def by_table(case: dict[str, Any], code: int) -> str:
    """Judge by the last command of the line and a dozen names."""
    if code != 1:
        return "failed" if code else "done"
    line = case.get("line") or " ".join(case["argv"])
    for mark in ("&&", "||", ";", "|", "&"):
        line = line.rpartition(mark)[2]
    words = line.split() or [""]
    known = words[0] in KNOWN or (
        words[0] == "git" and words[1:2] and words[1] in KNOWN_GIT
    )
    return "done" if known else "failed"


def is_right(truth: str, said: str) -> bool:
    """Tell whether a verdict is what happened; done and no are one to whoever asks."""
    return said == truth or (truth in GOOD and said in GOOD)


def is_false_success(truth: str, said: str) -> bool:
    """Tell whether a failure was called a success."""
    return truth == "failed" and said in GOOD


def report(rows: list[tuple[str, dict[str, Any], dict[str, Any]]]) -> str:
    """Write the scores: of each corpus and way to judge, and of exeunt by group."""
    ways = ("exeunt", "exit code", "table", "three tries")
    lines = [
        "",
        f"{'':28}{'cases':>6}{'false ok':>10}{'true ok':>9}{'found':>7}{'unknown':>9}",
    ]
    parts = {name: [row for row in rows if row[0] == name] for name, *_ in rows}
    for name, part in {"all": rows, **parts}.items():
        lines += [f"{name + ', ' + way:28}{score(part, way)}" for way in ways]
    for group in sorted({case["group"] for _, case, _ in rows}):
        part = [row for row in rows if row[1]["group"] == group]
        lines.append(f"{'  ' + group:28}{score(part, 'exeunt')}")
    lines += ["", "false ok: failures read as done or no", "true ok: successes read so"]
    lines += ["found: findings read as findings", "unknown: of all cases"]
    return "\n".join(lines)


def score(rows: list[tuple[str, dict[str, Any], dict[str, Any]]], way: str) -> str:
    """Count one way to judge."""
    pairs = [(case["truth"], found[way]) for _, case, found in rows]
    false = sum(is_false_success(truth, said) for truth, said in pairs)
    good = [said in GOOD for truth, said in pairs if truth in GOOD]
    found = [said == "findings" for truth, said in pairs if truth == "findings"]
    unknown = [said == "unknown" for _, said in pairs]
    counts = f"{len(pairs):>6}{false:>10}{share(good):>9}"
    return f"{counts}{share(found):>7}{share(unknown):>9}"


def share(hits: list[bool]) -> str:
    """Write how many of some."""
    return f"{100 * sum(hits) / len(hits):.0f} %" if hits else "–"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
