"""A handler, a module or an adopted app → the numbers in its source, as findings.

A number is nobody's code until it has a name. Three things are found: an exit with a
number, a comparison of a code with a number, and a handler of all exceptions that ends
with a number. 0 is success everywhere and stays unmentioned.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from types import ModuleType

from ..leaving.adopt import Adopted
from ..record import Record, final

EXITS = ("exit", "_exit", "quit", "Exit", "SystemExit")  # by the last part of a name
ARGUMENTS = ("code", "status", "exit_code")  # what they call the number
CODES = ("code", "exit_code", "exitcode", "returncode", "retcode", "rc", "exit_status")
ALL = ("Exception", "BaseException")  # caught by those who catch everything
ADVICE = {
    "exit-number": "name it: exeunt.fail(ExitCode.…, message)",
    "compared-number": "compare names: code is ExitCode.…",
    "blanket-exit": "let it pass, or map it: contract(raises={TheError: ExitCode.…})",
}


@final
class Finding(Record):
    """One number where a name belongs."""

    path: str
    line: int
    rule: str  # a key of ADVICE
    source: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.source}: {ADVICE[self.rule]}"


def lint(subject: Callable[..., object] | ModuleType | Adopted) -> list[Finding]:
    """Find the numbers in the source of a handler, a module, or all of an app."""
    if isinstance(subject, Adopted):
        handlers = [command.handler for command in subject.commands()]
        found = {
            finding for handler in handlers if handler for finding in lint(handler)
        }
        return sorted(found, key=lambda finding: (finding.path, finding.line))
    from inspect import getsourcefile, getsourcelines, ismodule, unwrap  # 15 ms

    code = subject if ismodule(subject) else unwrap(callback(subject))
    path = getsourcefile(code) or ""
    try:
        lines, start = getsourcelines(code)
        with open(path, encoding="utf-8") as file:  # noqa: PTH123 - an import less
            tree = ast.parse(file.read(), path)
    except OSError as error:
        msg = f"{code!r} has no source file; pass a handler or a module that has one"
        raise TypeError(msg) from error
    names = aliases(tree)
    whole = ismodule(subject)
    return sorted(
        (
            Finding(path, node.lineno, rule, ast.unparse(shown).partition("\n")[0])
            for node, rule, shown in findings(tree, names)
            if whole or start <= node.lineno < start + len(lines)
        ),
        key=lambda finding: finding.line,
    )


def callback(subject: object) -> Callable[..., object]:
    """Return the function of a Click command, or what already is one."""
    found: object = getattr(subject, "callback", None) or subject
    if not callable(found):
        msg = f"{type(subject).__name__} has no source; pass a handler or a module"
        raise TypeError(msg)
    return found


def aliases(tree: ast.Module) -> dict[str, str]:
    """Name what `from sys import exit as leave` calls something else."""
    return {
        alias.asname: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname
    }


def findings(
    tree: ast.Module, names: dict[str, str]
) -> Iterator[tuple[ast.expr | ast.ExceptHandler, str, ast.AST]]:
    """Walk a source; an exit in a blanket `except` is found once, as that."""
    blanket: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and catches_all(node):
            exits = [inner for inner in ast.walk(node) if is_exit(inner, names)]
            blanket |= {id(inner) for inner in exits}
            if exits:
                yield node, "blanket-exit", exits[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and is_exit(node, names):
            if id(node) not in blanket:
                yield node, "exit-number", node
        elif isinstance(node, ast.Compare) and compares_code(node):
            yield node, "compared-number", node
        elif isinstance(node, ast.Match) and matches_number(node):
            yield node.subject, "compared-number", node


def is_exit(node: ast.AST, names: dict[str, str]) -> bool:
    """Tell whether a node ends the process with a number."""
    if not isinstance(node, ast.Call):
        return False
    name = last_name(node.func)
    if names.get(name, name) not in EXITS:
        return False
    given = [*node.args[:1], *(k.value for k in node.keywords if k.arg in ARGUMENTS)]
    return any(is_number(value) for value in given)


def catches_all(node: ast.ExceptHandler) -> bool:
    """Tell whether an `except` catches everything."""
    kinds = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
    return any(kind is None or last_name(kind) in ALL for kind in kinds)


def compares_code(node: ast.Compare) -> bool:
    """Tell whether a code is compared with a number, or looked for among numbers."""
    sides = [node.left, *node.comparators]
    numbers = any(
        is_number(inner)
        for side in sides
        for inner in (
            side.elts if isinstance(side, ast.Tuple | ast.Set | ast.List) else [side]
        )
    )
    return numbers and any(is_code(side) for side in sides)


def matches_number(node: ast.Match) -> bool:
    """Tell whether a code is matched with a number."""
    patterns = [inner for case in node.cases for inner in ast.walk(case.pattern)]
    return is_code(node.subject) and any(is_number(inner) for inner in patterns)


def is_code(node: ast.expr) -> bool:
    """Tell whether an expression is, by its name, an exit code."""
    if isinstance(node, ast.Attribute) and node.attr == "value":
        return is_code(node.value)
    return last_name(node).lower() in CODES


def is_number(node: ast.AST) -> bool:
    """Tell whether a node is a number other than 0."""
    if isinstance(node, ast.UnaryOp):
        node = node.operand
    return (
        isinstance(node, ast.Constant) and type(node.value) is int and node.value != 0
    )


def last_name(node: ast.expr | None) -> str:
    """Return the last part of a dotted name."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
