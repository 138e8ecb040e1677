"""pytest and an adopted app → a test for each code that its commands declare.

Without `exeunt_app` in the configuration, or --exeunt-app, it does nothing.
"""

from __future__ import annotations

import os
import warnings
from functools import partial, wraps
from importlib import import_module
from types import FunctionType

import pytest

from ..errors import DeclarationError, ExeuntError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path
    from typing import Any

    from ..leaving.adopt import Adopted
    from ..manifest.contract import Contract
    from ._capture import Left
    from ._reach import Way

NO_SUCH_OPTION = "--no-such-option-in-any-program"
DEV = "EXEUNT_DEV"
HINT = """no test reaches {code} of {command}; in a test module, add

    @exeunt.testing.reaches(ExitCode.{code}{by}, argv=[...])
    def {function}(tmp_path):
        ...  # prepare what the call needs, with any fixture

or in pyproject.toml

    [tool.exeunt.reaches]
    "{key}" = ["..."]  # the words after the command"""


class UnreachedCode(pytest.PytestWarning):
    """A declared code that no test reaches."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what the plugin can be told."""
    group = parser.getgroup("exeunt")
    group.addoption(
        "--exeunt-app",
        action="append",
        default=[],
        metavar="MODULE:NAME",
        help="test the contract of this adopted app",
    )
    group.addoption(
        "--exeunt-unreached",
        choices=("fail", "warn"),
        help="what a declared code is that no test reaches",
    )
    parser.addini("exeunt_app", "adopted apps to test: package.module:name …")
    parser.addini(
        "exeunt_unreached",
        "fail or warn for a code that no test reaches",
        default="fail",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Go to work if there is an app."""
    specs = apps(config)
    if specs:
        config.pluginmanager.register(Contracts(config, specs), "exeunt-contracts")


@pytest.fixture
def exeunt_invoke(pytestconfig: pytest.Config) -> Callable[..., Left]:
    """Give a function that calls the app under test in this process."""
    from ._capture import invoke  # only where it is used

    contracts: Any = pytestconfig.pluginmanager.get_plugin("exeunt-contracts")
    if contracts is None:
        msg = 'no app is named; set exeunt_app = "package.module:main"'
        raise pytest.UsageError(msg)

    def call(argv: Sequence[str] = (), *, app: str | None = None, **how: Any) -> Left:
        return invoke(contracts.find(app), argv, **how)

    return call


class Contracts:
    """The apps under test, and the ways to their codes."""

    def __init__(self, config: pytest.Config, specs: list[str]) -> None:
        self.config = config
        self.specs = specs
        self.loaded: dict[str, Adopted] = {}
        self.ways: set[tuple[str, str, str]] = set()  # app, command, code
        self.former: str | None = os.environ.get(DEV)
        os.environ[DEV] = "1"  # the programs that tests start are guarded, too

    def pytest_unconfigure(self) -> None:
        """Leave the environment as it was."""
        if self.former is None:
            os.environ.pop(DEV, None)
        else:
            os.environ[DEV] = self.former

    @pytest.hookimpl(tryfirst=True)
    def pytest_pycollect_makeitem(
        self, collector: pytest.Collector, name: str, obj: object
    ) -> list[pytest.Item] | None:
        """Make a test of each way that a function in a test module gives."""
        if type(obj) is not FunctionType:
            return None
        from ._reach import ways_of  # with an app, it will be needed

        ways = ways_of(obj)
        return [self.item(collector, name, obj, way) for way in ways] or None

    def item(
        self, parent: pytest.Collector, name: str, function: Any, way: Way
    ) -> pytest.Item:
        """Make a test that calls an author's function, then the app."""
        from ._reach import follow

        @wraps(function)
        def reach(**fixtures: Any) -> None:
            follow(way, self.find(way.app), function(**fixtures))

        spec = self.spec_of(way.app)
        self.ways.add((spec, way.command, way.code))
        app = spec if len(self.specs) > 1 else ""
        label = " ".join(part for part in (app, way.command, way.code) if part)
        made: pytest.Item = node(
            pytest.Function,
            parent,
            name=f"{name}[{label}]",
            callobj=reach,
        )
        return made

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(
        self, session: pytest.Session, items: list[pytest.Item]
    ) -> None:
        """Add a test for each code that nobody else reaches, and two a command."""
        if is_narrowed(self.config):
            return
        for spec in self.specs:
            app: App = node(App, session, name=spec, nodeid=spec)
            app.contracts = self
            hook = session.ihook  # so that the tests are counted and errors shown
            report: pytest.CollectReport = hook.pytest_make_collect_report(
                collector=app
            )
            vars(report).pop("call", None)  # as pytest does: it cannot be sent to xdist
            hook.pytest_collectreport(report=report)
            items += [one for one in report.result or () if isinstance(one, Check)]

    def items(self, app: App, spec: str) -> list[Check]:
        """List the tests of one app."""
        from ._reach import commands, ways_in

        adopted = self.find(spec)
        written = {
            (self.spec_of(way.app), way.command, way.code): way
            for way in ways_in(self.config.rootpath / "pyproject.toml")
        }
        found: list[Check] = []
        for command, declared in commands(adopted).items():
            found += self.of_codes(app, adopted, command, declared, written)
            found += [
                Check.of(
                    app,
                    command,
                    "ARG_ERROR",
                    partial(check_rejection, adopted, command),
                ),
                Check.of(app, command, "--help", partial(check_help, adopted, command)),
            ]
        return found

    def of_codes(
        self,
        app: App,
        adopted: Adopted,
        command: str,
        declared: Contract,
        written: Mapping[tuple[str, str, str], Way],
    ) -> Iterator[Check]:
        """Make a test for each code of a command, but for those that have one."""
        from ._reach import follow

        for code in declared.exits:
            key = app.name, command, code.name
            if key in self.ways or code.name == "ARG_ERROR":
                continue
            run: Callable[[], object]
            if key in written:
                run = partial(follow, written[key], adopted)  # from pyproject.toml
            else:
                run = partial(complain, command, code.name, warn=self.warns())
            yield Check.of(app, command, code.name, run)

    def warns(self) -> bool:
        """Tell whether an unreached code is a warning only."""
        asked = self.config.getoption("--exeunt-unreached")
        return bool((asked or self.config.getini("exeunt_unreached")) == "warn")

    def spec_of(self, app: Adopted | str | None) -> str:
        """Name the app that is meant; the only one, if nothing is said."""
        if isinstance(app, str):
            return app
        if app is None:
            return self.specs[0] if len(self.specs) == 1 else ""
        for spec in self.specs:
            if self.find(spec) is app:
                return spec
        return ""

    def find(self, app: Adopted | str | None) -> Adopted:
        """Return an app, imported when it is first asked for."""
        if app is not None and not isinstance(app, str):
            return app
        spec = self.spec_of(app)
        if not spec:
            msg = f"which app is meant? pass app=, one of {', '.join(self.specs)}"
            raise pytest.UsageError(msg)
        if spec not in self.loaded:
            self.loaded[spec] = load(spec)
        return self.loaded[spec]


class App(pytest.Collector):
    """An adopted app, under whose name its tests stand."""

    contracts: Contracts

    def collect(self) -> Sequence[Check]:
        """List its tests; the test modules have said which codes they reach."""
        try:
            return self.contracts.items(self, self.name)
        except (ImportError, AttributeError, ExeuntError) as error:
            reason = f"{type(error).__name__}: {error}"
            msg = f"{self.name} cannot be tested: {reason}; exeunt_app is module:name"
            raise self.CollectError(msg) from error


class Check(pytest.Item):
    """One promise of a command."""

    check: Callable[[], object]

    @classmethod
    def of(
        cls, app: App, command: str, what: str, check: Callable[[], object]
    ) -> Check:
        """Make a test that is named by its command and its promise."""
        name = f"{command}::{what}" if command else what
        made: Check = node(cls, app, name=name)
        made.check = check
        return made

    def runtest(self) -> None:
        """Check it."""
        self.check()

    def reportinfo(self) -> tuple[os.PathLike[str] | str, int | None, str]:
        """Name the test in reports."""
        return self.path, None, f"{self.parent.name if self.parent else ''} {self.name}"

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None
    ) -> Any:
        """Show what was promised; a traceback only for what nobody foresaw."""
        from ..leaving.guard import BrokenContract  # on a failure only

        if isinstance(excinfo.value, BrokenContract):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)


def apps(config: pytest.Config) -> list[str]:
    """List the apps that the configuration and the command line name."""
    named: list[str] = config.getini("exeunt_app").split()
    asked: list[str] = config.getoption("--exeunt-app") or []
    return list(dict.fromkeys([*named, *asked]))


def node(kind: Any, parent: pytest.Collector, **fields: Any) -> Any:
    """Make a node of pytest, whose from_parent() is not typed."""
    return kind.from_parent(parent, **fields)


def is_narrowed(config: pytest.Config) -> bool:
    """Tell whether only certain files or tests were asked for, and no app."""
    if config.getoption("--exeunt-app") or not config.args:
        return False

    def is_file(word: str) -> bool:
        path: Path = config.invocation_params.dir / word.partition("::")[0]
        return "::" in word or path.is_file()

    return all(is_file(word) for word in config.args)


def load(spec: str) -> Adopted:
    """Import the app that `package.module:name` names."""
    from ..leaving.adopt import Adopted  # with an app only

    module, _, name = spec.partition(":")
    found: object = import_module(module)
    for part in (name or "main").split("."):
        found = getattr(found, part)
    if not isinstance(found, Adopted):
        msg = f"{spec} is a {type(found).__name__}, not an adopted app"
        raise DeclarationError(msg, fix="name what exeunt.adopt() returned")
    return found


def complain(command: str, code: str, *, warn: bool) -> None:
    """Say how to reach a code that nobody reaches."""
    from ..leaving.guard import BrokenContract  # on a failure only

    text = HINT.format(
        code=code,
        command=command or "the app",
        by=f', command="{command}"' if command else "",
        function="_".join([*command.replace("-", "_").split(), code.lower()]),
        key=f"{command} {code}".strip(),
    )
    if code != "SUCCESS":
        text += f"\n\nor take {code} out of its contract"
    if not warn:
        raise BrokenContract(text)
    warnings.warn(UnreachedCode(text.partition(";")[0]), stacklevel=1)


def check_rejection(adopted: Adopted, command: str) -> None:
    """Check that an unknown option is rejected before the handler runs."""
    from ..model.codes import ExitCode  # with an app only
    from ._reach import expect

    left = unrun(adopted, [*command.split(), NO_SUCH_OPTION], "json")
    if reached(left):
        pytest.skip(f"{command or 'the app'} takes any option")
    expect(left, ExitCode.ARG_ERROR, adopted, command)


def check_help(adopted: Adopted, command: str) -> None:
    """Check that --help helps, for a person and in a pipe."""
    from ..leaving.guard import BrokenContract  # with an app only

    for mode in ("text", "json"):
        left = unrun(adopted, [*command.split(), "--help"], mode)
        if left.code or left.outcome is not None or not left.stdout.strip():
            msg = (
                f"{command or 'the app'} --help ended with {left.code} and said "
                f"{left.stdout + left.stderr!r}"
            )
            raise BrokenContract(msg)


def unrun(adopted: Adopted, argv: list[str], mode: Any) -> Left:
    """Have the words parsed, and no handler called."""
    from ..leaving.guard import Unrun
    from ._capture import run  # with an app only

    return run(adopted, Unrun(), argv, mode, {}, None)


def reached(left: Left) -> bool:
    """Tell whether a handler would have been called."""
    from ..leaving.guard import REACHED

    return getattr(getattr(left.outcome, "error", None), "code", None) == REACHED
