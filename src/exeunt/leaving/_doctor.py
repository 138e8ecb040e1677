"""A program's distribution and surroundings → whether it can do its work here.

Each check says what is so, and where it is not what is wanted, the command that mends
it. What cannot be told is neither good nor bad: its `ok` is null. Ranges of versions
and markers are read by `packaging`; where a program has not got it, a distribution is
installed or it is not, and whether its version fits is not told.
"""

from __future__ import annotations

import os
import re
import sys
from importlib import metadata
from shlex import join
from tempfile import TemporaryFile

from ..model.codes import ExitCode
from ..model.detail import ErrorDetail, Phase
from ..model.outcome import Done, Failed, Outcome
from ..record import Record, final
from .classify import from_rejection

try:
    from packaging import requirements
except ImportError:
    requirements = None  # type: ignore[assignment]  # a program need not have it

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from packaging.requirements import Requirement

    from .run import Run

    Checks = Mapping[str, Callable[[], object]]

MARKS = {True: "ok", False: "FAILED", None: "unknown"}
UNREADY = "NOT_READY"


@final
class Check(Record):
    """One thing that a program needs, and whether it is so, as the wire names it."""

    name: str
    ok: bool | None
    message: str
    fix: str | None = None

    def _check(self) -> None:
        self._put(fix=None if self.ok else self.fix)


def examine(run: Run, words: Sequence[str], own: Checks) -> Outcome[Any]:
    """Check everything, and fail with what mends the first that is wrong."""
    if words:
        code, message = "UNEXPECTED_ARGUMENT", f"{words[0]} means nothing here"
        return from_rejection(code, message, run, "validator", "pass nothing")
    found = [*of_distribution(run.program), *of_surroundings(), *of_author(own)]
    data = {"checks": [check.as_fields() for check in found]}
    if not run.as_json:
        tell(found)
    broken = [check for check in found if check.ok is False]
    if not broken:
        return Done(data if run.as_json else None)
    names = ", ".join(check.name for check in broken)
    fix = next((check.fix for check in broken if check.fix), None)
    detail = ErrorDetail(
        UNREADY,
        f"{len(broken)} of {len(found)} checks failed: {names}",
        phase=Phase.VALIDATION,
        suggestion=fix,
        fix_command=fix,
    )
    return Failed(ExitCode.PRECONDITION, detail, extra={"doctor": data})


def tell(found: Sequence[Check]) -> None:
    """Show each check to a person, with what mends it below."""
    width = max(len(check.name) for check in found)
    lines: list[str] = []
    for check in found:
        mark = MARKS[check.ok]
        lines.append(f"{mark:<8}{check.name:<{width}}  {check.message}")
        lines += [f"{'':8}{'':{width}}  {check.fix}"] if check.fix else []
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    text = "\n".join(lines).encode(encoding, "backslashreplace").decode(encoding)
    try:
        print(text)  # noqa: T201 - for a person
    except BrokenPipeError:
        pass  # who has seen enough


# -- what was installed


def of_distribution(program: str) -> Iterator[Check]:
    """Check what a program's distribution asks for: a Python, and others."""
    dist = distribution_of(program)
    if dist is None:
        message = f"no installed distribution has the program {program}"
        yield Check("distribution", None, message)
        return
    wanted = dist.metadata.get_all("Requires-Python") or [""]
    yield of_python(wanted[0])
    yield from of_requirements(dist)


def distribution_of(program: str) -> metadata.Distribution | None:
    """Find the distribution that has a program as its script, or its name."""
    for script in metadata.entry_points(group="console_scripts", name=program):
        if script.dist is not None:
            return script.dist
    return installed(program)


def installed(name: str) -> metadata.Distribution | None:
    """Return a distribution, if it is there."""
    try:
        return metadata.distribution(name)
    except (metadata.PackageNotFoundError, ValueError):
        return None


def of_python(wanted: str) -> Check:
    """Check the interpreter."""
    version = ".".join(map(str, sys.version_info[:3]))
    if not wanted:
        return Check("python", True, version)  # noqa: FBT003 - `ok`, by its place
    message = f"{version}, {wanted} is wanted"
    if requirements is None:
        return Check("python", None, message)
    try:
        needed = requirements.Requirement(f"python {wanted}")
    except ValueError:
        return Check("python", None, f"{message}, which cannot be read")
    good = needed.specifier.contains(version)
    return Check("python", good, message, f"run it with a Python {wanted}")


def of_requirements(
    dist: metadata.Distribution,
    extras: Iterable[str] = (),
    seen: frozenset[str] = frozenset(),
) -> Iterator[Check]:
    """Check each distribution that another needs here, or needs for its extras."""
    for line in dist.requires or ():
        wanted = line.partition(";")[0].strip()
        if requirements is None:
            yield of_name(line, wanted)
            continue
        try:
            needed = requirements.Requirement(line)
            if not is_needed(needed, extras):
                continue
            check = of_requirement(needed, wanted)
        except ValueError:
            yield Check(line, None, "cannot be read")
            continue
        yield check
        there = installed(needed.name)
        if there is not None and needed.extras and wanted not in seen:
            yield from of_requirements(there, needed.extras, seen | {wanted})


def of_name(line: str, wanted: str) -> Check:
    """Check a distribution by its name alone: whether it is installed."""
    named = re.match(r"[\w.-]+", wanted)
    name = named[0] if named else line
    there = installed(name)
    if there is None:
        unknown = None if ";" in line else False  # its marker may be for elsewhere
        return Check(name, unknown, "is not installed", pip_install(wanted))
    if wanted == name:
        return Check(name, True, there.version)  # noqa: FBT003 - `ok`, by its place
    return Check(name, None, f"{there.version}, {wanted} is wanted")


def is_needed(needed: Requirement, extras: Iterable[str]) -> bool:
    """Tell whether a requirement holds here: always, or for one of some extras."""
    always = applies(needed, "")
    if not extras:
        return always
    return not always and any(applies(needed, extra) for extra in extras)


def applies(needed: Requirement, extra: str) -> bool:
    """Tell whether a requirement's marker is true here, with an extra or none."""
    return needed.marker is None or needed.marker.evaluate({"extra": extra})


def of_requirement(needed: Requirement, wanted: str) -> Check:
    """Check one distribution: there, and in range."""
    fix = pip_install(wanted)
    there = installed(needed.name)
    if there is None:
        return Check(needed.name, False, "is not installed", fix)  # noqa: FBT003
    version, clauses = there.version, needed.specifier
    if not clauses:
        unknown = None if needed.url else True
        from_there = f", wanted from {needed.url}" if needed.url else ""
        return Check(needed.name, unknown, f"{version}{from_there}")
    good = clauses.contains(version, prereleases=True)
    return Check(needed.name, good, f"{version}, {clauses} is wanted", fix)


def pip_install(wanted: str) -> str:
    """Write the call that installs a distribution for this very Python."""
    return join([sys.executable or "python", "-m", "pip", "install", wanted])


# -- what it runs in


def of_surroundings() -> Iterator[Check]:
    """Check what every program relies on."""
    stream = sys.__stdout__
    encoding = (stream.encoding if stream else None) or "none"
    yield Check(
        "stdout",
        encoding.lower().replace("_", "-") in {"utf-8", "utf8"},
        f"its encoding is {encoding}",
        "export PYTHONUTF8=1",
    )
    home = os.path.expanduser("~")  # noqa: PTH111 - pathlib is dear
    writable = os.path.isdir(home) and os.access(home, os.W_OK | os.X_OK)  # noqa: PTH112
    state = "can" if writable else "cannot"
    yield Check(
        "home", writable, f"{home} {state} be written to", "export HOME=DIRECTORY"
    )
    yield of_temporary()


def of_temporary() -> Check:
    """Write a temporary file, which is gone at once."""
    fix = "export TMPDIR=DIRECTORY"
    try:
        with TemporaryFile() as file:
            file.write(b"\0")
    except OSError as error:
        return Check("temporary files", False, str(error), fix)  # noqa: FBT003
    return Check("temporary files", True, "can be written")  # noqa: FBT003


# -- what the author checks


def of_author(own: Checks) -> Iterator[Check]:
    """Run the author's checks: what raises has failed, and may say what mends it."""
    for name, check in own.items():
        try:
            said = check()
        except Exception as error:  # noqa: BLE001 - that is how a check says no
            fix = getattr(error, "fix", None)
            message = str(error) or type(error).__name__
            mends = fix if isinstance(fix, str) else None
            yield Check(name, False, message, mends)  # noqa: FBT003 - as above
        else:
            message = said if isinstance(said, str) else "as it should be"
            yield Check(name, True, message)  # noqa: FBT003 - as above
