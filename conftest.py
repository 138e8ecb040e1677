"""README.md and docs/ → tests: their Python and console blocks are run."""

import os
import sysconfig
import tempfile

import pytest
from sybil import Example, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser, SkipParser
from xdist.scheduler import LoadScopeScheduling

import console


def enter(namespace: dict[str, object]) -> None:
    """Give the blocks of one document a directory that they share."""
    directory = tempfile.TemporaryDirectory(prefix="exeunt-docs-")
    namespace["directory"] = directory
    namespace["state"] = os.environ.get("XDG_STATE_HOME")
    # Where a console block has it: what is remembered there is of this document alone.
    os.environ["XDG_STATE_HOME"] = f"{directory.name}/.local/state"


def leave(namespace: dict[str, object]) -> None:
    """Take it away again."""
    directory = namespace["directory"]
    assert isinstance(directory, tempfile.TemporaryDirectory)
    directory.cleanup()
    before = namespace["state"]
    if isinstance(before, str):
        os.environ["XDG_STATE_HOME"] = before
    else:
        del os.environ["XDG_STATE_HOME"]


def run_console(example: Example) -> str | None:
    """Run a console block as its reader would, with our commands first on PATH."""
    directory = example.namespace["directory"].name
    env = {
        "PATH": os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]]),
        "HOME": directory,  # no file of the reader's changes what is printed
        "LC_ALL": "C.UTF-8",
        "TERM": "dumb",
        "TMPDIR": directory,  # wherever the checkout is, it is not in there
    }
    if "PYTHONPATH" in os.environ:  # another tree than is installed
        env["PYTHONPATH"] = os.environ["PYTHONPATH"]
    return console.check(example.parsed, env=env, directory=directory)


# They want a model: tests/tools/test_pages.py runs them, with one on loopback.
MODELLED = ("anthropic", "langchain", "openai", "pydantic-ai")

pytest_collect_file = Sybil(
    parsers=[
        PythonCodeBlockParser(),
        CodeBlockParser("console", run_console),
        SkipParser(),
    ],
    pattern="*.md",  # of what `testpaths` names: README.md and docs/
    excludes=[f"docs/how-to/{name}.md" for name in MODELLED],
    setup=enter,
    teardown=leave,
).pytest()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the blocks of documents: a bare wheel has none."""
    for item in items:
        if item.path.suffix == ".md":
            item.add_marker("checkout")


@pytest.hookimpl(optionalhook=True)  # `-p no:xdist` is allowed
def pytest_xdist_make_scheduler(
    config: pytest.Config, log: object
) -> LoadScopeScheduling:
    """Keep the blocks of one document on one core: each builds on those before it."""
    return ByDocument(config, log)


class ByDocument(LoadScopeScheduling):
    """Deals out documents whole and tests one by one.

    pytest-xdist 3.8 has groups for this, which pytest 9.2 does not let it name.
    """

    def _split_scope(self, nodeid: str) -> str:
        path, _, _ = nodeid.partition("::")
        return path if path.endswith(".md") else nodeid
