"""What exeunt and twelve others do about failure modes → docs/reference/coverage.md.

Without arguments the page is written; with --check a stale page fails. Either way, a
test that the data names has to be there.

_failure_modes.csv holds the cells of the comparison in the public CLI Agent Spec 1.6,
which is under the MIT license; _coverage.toml holds ours.
"""

from __future__ import annotations

import ast
import csv
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from _markdown import code, table

from exeunt.audit.reports.modes import GROUPS

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference" / "coverage.md"
OURS = ROOT / "tools" / "_coverage.toml"
THEIRS = ROOT / "tools" / "_failure_modes.csv"
ANSWERS = ("native", "partial", "missing")
BY = {
    "adopt": "an adopted program",
    "run": "`exeunt run`",
    "both": "both",
    "host": "the framework",
}
INTRODUCTION = """\
<!-- Written by tools/coverage.py from tools/_coverage.toml; change that, then run \
it. -->

# Failure modes, and who copes with them

The public CLI Agent Spec, version 1.6, lists the ways in which commands fail the \
programs that call them, and compares twelve solutions on 71 of them. This page adds \
exeunt, by the same words:

- **native**: handled without any effort of an author
- **partial**: incomplete, or an author has to do something for it
- **missing**: not handled

A score is (native + partial / 2) / 71. The scores of the twelve are computed from the \
published cells, which differ from some of the published sums. Their cells are taken \
as they stand; exeunt's are ours, and each that is not missing names the test that \
shows it. What counts as no effort: the program is adopted by one line, or it is not \
adopted at all and called through `exeunt run`.
"""

Answers = dict[int, dict[str, str]]


def main(words: list[str]) -> int:
    """Write the page, or say that it is stale."""
    ours, theirs = read_ours(), read_theirs()
    wrong = list(complaints(ours, theirs))
    if wrong:
        print(*wrong, sep="\n")
        return 1
    text = page(ours, theirs)
    if "--check" not in words:
        PAGE.write_text(text, encoding="utf-8")
        return 0
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == text:
        return 0
    print("docs/reference/coverage.md is stale: run python tools/coverage.py")
    return 1


def read_ours() -> Answers:
    """Read what exeunt does about each."""
    read = tomllib.loads(OURS.read_text(encoding="utf-8"))
    return {int(mode): row for mode, row in read.items()}


def read_theirs() -> list[dict[str, str]]:
    """Read the published cells, a row for each failure mode."""
    with THEIRS.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def complaints(ours: Answers, theirs: list[dict[str, str]]) -> Iterable[str]:
    """Say what is wrong with the data: nobody may claim what no test shows."""
    modes = {int(row["mode"]) for row in theirs}
    if modes != ours.keys():
        yield f"not the same failure modes: {sorted(modes ^ ours.keys())}"
    for mode, row in ours.items():
        if row["answer"] not in ANSWERS:
            yield f"§{mode}: {row['answer']} is no answer"
        elif row["answer"] == "missing":
            if len(row) > 1:
                yield f"§{mode}: what is missing has nothing else to say"
        elif row.keys() != {"answer", "by", "how", "test"} or row["by"] not in BY:
            yield f"§{mode}: answer, by, how and test are wanted"
        elif not is_test(row["test"]):
            yield f"§{mode}: there is no test {row['test']}"


def is_test(name: str) -> bool:
    """Tell whether a test is there: FILE::FUNCTION, from tests/."""
    file, _, function = name.partition("::")
    path = ROOT / "tests" / file
    if not path.is_file() or not function.startswith("test_"):
        return False
    return function in names_in(path.read_text(encoding="utf-8"))


def names_in(source: str) -> set[str]:
    """Find the functions that a module defines."""
    found = ast.walk(ast.parse(source))
    return {node.name for node in found if isinstance(node, ast.FunctionDef)}


# -- the page


def page(ours: Answers, theirs: list[dict[str, str]]) -> str:
    """Write the whole page."""
    return "\n".join(
        [
            INTRODUCTION,
            "## Scores\n",
            scores(ours, theirs),
            alone(ours),
            *(group(names, title, ours, theirs) for title, names in GROUPS.items()),
        ]
    )


def scores(ours: Answers, theirs: list[dict[str, str]]) -> str:
    """Rank the solutions."""
    solutions = [name for name in theirs[0] if name not in {"mode", "severity"}]
    counted = {name: Counter(row[name] for row in theirs) for name in solutions}
    counted["**exeunt**"] = Counter(row["answer"] for row in ours.values())
    ranked = sorted(counted.items(), key=lambda item: (-score(item[1]), item[0]))
    return table(
        ["solution", *ANSWERS, "score"],
        (
            [name, *(counts[answer] for answer in ANSWERS), f"{score(counts):.1f} %"]
            for name, counts in ranked
        ),
    )


def score(counts: Counter[str]) -> float:
    """Score by the published formula."""
    return 100 * (counts["native"] + counts["partial"] / 2) / counts.total()


def alone(ours: Answers) -> str:
    """Say how much of it an adopted program has without a runner around it."""
    natives = [row["by"] for row in ours.values() if row["answer"] == "native"]
    run = natives.count("run")
    return (
        f"Of exeunt's {len(natives)} native answers, {run} need `exeunt run` around "
        f"the program; the other {len(natives) - run} are there in an adopted program "
        "by itself.\n"
    )


def group(
    names: dict[int, str], title: str, ours: Answers, theirs: list[dict[str, str]]
) -> str:
    """Write a table for each group of failure modes."""
    published = {int(row["mode"]): row for row in theirs}
    head = ["§", "failure mode", "severity", "exeunt", "by", "how", "shown by",
            "of twelve"]  # fmt: skip
    rows = (
        [mode, name, published[mode]["severity"], *told(ours[mode]),
         counted(published[mode])]
        for mode, name in names.items()
        if mode in published
    )  # fmt: skip
    return f"## {title}\n\n{table(head, rows)}"


def told(row: dict[str, str]) -> list[str | None]:
    """Write what exeunt does, how, and the test that shows it."""
    if row["answer"] == "missing":
        return ["missing", None, None, None]
    file, _, function = row["test"].partition("::")
    link = f"[{code(function)}](../../tests/{file})"
    answer = f"**{row['answer']}**" if row["answer"] == "native" else row["answer"]
    return [answer, BY[row["by"]], row["how"], link]


def counted(row: dict[str, str]) -> str | None:
    """Count the published answers of one failure mode."""
    counts = Counter(row.values())
    said = (f"{counts[a]} {a}" for a in ("native", "partial") if counts[a])
    return ", ".join(said) or None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
