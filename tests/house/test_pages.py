"""The documentation → it says what the package says, and its links lead somewhere."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import clauses
import exeunt
from exeunt.cli.schema import SCHEMAS
from exeunt.cli.verbs import VERBS, find
from exeunt.dialects.dialect import dialect, dialect_names
from exeunt.model import schema as model_schema

pytestmark = pytest.mark.checkout

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
REFERENCE = DOCS / "reference"
PAGES = [
    *(ROOT / f"{name}.md" for name in ("README", "ARCHITECTURE", "CONTRIBUTING")),
    ROOT / "SECURITY.md",
    *sorted(DOCS.rglob("*.md")),
]
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def prose(page):
    """A page without its code blocks."""
    return FENCED.sub("", page.read_text(encoding="utf-8"))


def links(page):
    """The links of a page that stay in the repository, as path and anchor."""
    for target in LINK.findall(prose(page)):
        if not re.match(r"[a-z]+:", target):
            path, _, anchor = target.partition("#")
            yield target, (page.parent / path).resolve() if path else page, anchor


def anchors(page):
    """The anchors that GitHub gives the headings of a page."""
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in HEADING.findall(prose(page))
    }


def test_the_generated_parts_are_fresh():
    """`python tools/pages.py` would change nothing."""
    check = subprocess.run(
        [sys.executable, ROOT / "tools" / "pages.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (0, "", "") == (check.returncode, check.stdout, check.stderr)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_link_is_dead(page):
    """Each relative link leads to a file, and its anchor to a heading of it."""
    assert [] == [
        target
        for target, path, anchor in links(page)
        if not path.exists() or (anchor and anchor not in anchors(path))
    ]


def test_every_page_can_be_reached():
    """From docs/index.md one can walk to each page."""
    reached, waiting = set(), [DOCS / "index.md"]
    while waiting:
        page = waiting.pop()
        if page not in reached and page.suffix == ".md" and page.is_file():
            reached.add(page)
            waiting += [path for _, path, _ in links(page)]

    assert set() == set(DOCS.rglob("*.md")) - reached


def test_every_command_is_documented():
    """Each command has a section, with each of its options and examples."""
    text = (REFERENCE / "commands.md").read_text(encoding="utf-8")

    for name in VERBS:
        _, _, rest = text.partition(f"\n## exeunt {name}\n")
        section = rest.partition("\n## ")[0]
        verb = find(name)
        for page in (verb, *getattr(verb, "commands", {}).values()):
            assert page.usage[0] in section
            for option in page.options:
                assert not option.shown or f"| `{option.name}" in section
        for example, _ in verb.examples:
            assert f"| `{example}` |" in section
    for name in SCHEMAS:
        assert name in text


def test_every_dialect_is_documented():
    """Each dialect has a section with a line for each number that it knows."""
    text = (REFERENCE / "dialects.md").read_text(encoding="utf-8")

    for name in dialect_names():
        section = text.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
        numbers = re.findall(r"^\| (\d+) \|", section, re.MULTILINE)
        assert [str(number) for number in dialect(name).rows] == numbers


@pytest.mark.parametrize(
    ("page", "names"),
    [
        ("codes", [code.name for code in exeunt.ExitCode]),
        ("codes", [retryable.value for retryable in exeunt.Retryable]),
        ("readings", [anomaly.value for anomaly in exeunt.Anomaly]),
        ("readings", [certainty.value for certainty in exeunt.Certainty]),
        ("readings", [answer.value for answer in exeunt.Answer]),
        ("readings", exeunt.Reading.__match_args__),
        ("decisions", [action.value for action in exeunt.Action]),
        ("decisions", exeunt.Decision.__match_args__),
        ("envelope", model_schema.envelope()["properties"]),
        ("envelope", model_schema.error()["properties"]),
        ("envelope", model_schema.meta()["properties"]),
        ("envelope", [reason.value for reason in exeunt.Reason]),
        ("envelope", [phase.value for phase in exeunt.Phase]),
    ],
)
def test_every_name_has_its_place(page, names):
    """What the package knows by name, the reference names."""
    text = (REFERENCE / f"{page}.md").read_text(encoding="utf-8")

    assert [] == [name for name in names if f"`{name}`" not in text]


def test_every_rule_has_its_example():
    """Each clause that decide() may name stands on the page, and in our list."""
    agent = ROOT / "src" / "exeunt" / "deciding"
    sources = [path for path in agent.glob("*.py") if path.name != "loop.py"]
    text = "".join(path.read_text(encoding="utf-8") for path in sources)
    rules = set(re.findall(r'"([ERMHSK]\d+)"', text))
    page = (REFERENCE / "decisions.md").read_text(encoding="utf-8")
    known = {id_ for table in clauses.read() for id_ in table}

    assert {"E2"} == rules - set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE))
    assert set() == rules - known


def test_every_public_name_is_documented():
    """`exeunt.__all__` is listed whole, and nothing else is."""
    text = (REFERENCE / "python.md").read_text(encoding="utf-8")

    assert list(exeunt.__all__) == sorted(re.findall(r"^- `(\w+)", text, re.MULTILINE))
