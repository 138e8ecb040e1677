"""A manifest → a page that says all of it, and nothing that a text in it wants."""

import itertools
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

import findings
from contracts import GONE, MANIFEST, patched
from exeunt.errors import InputError
from exeunt.pages._markdown import line
from exeunt.pages.formats import PAGES
from exeunt.pages.formats import page as paged

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
FRONT = re.compile(r'---\nname: ([a-z0-9-]{1,64})\ndescription: (".*")\n---\n')
OURS = {"text", "code_inline", "softbreak"}
each_format = pytest.mark.parametrize("made", PAGES)
in_full = pytest.mark.parametrize("made", ["markdown", "skill"])  # with each option


def body(page):
    """A page without its front matter."""
    return FRONT.sub("", page, count=1)


def parts(page):
    """The pieces of all inline Markdown, as kind and content."""
    return [
        (child.type, child.content)
        for token in READER.parse(body(page))
        for child in token.children or ()
    ]


def headings(page):
    """The headings of a page, with their level."""
    tokens = READER.parse(body(page))
    return [
        (start.tag, inside.content)
        for start, inside in itertools.pairwise(tokens)
        if start.type == "heading_open"
    ]


def everything(text):
    """A manifest that says one text wherever a text can be said."""
    one = {"type": "string", "required": True, "description": text, "default": text}
    entry = {
        "description": text,
        "danger_level": "destructive",
        "aliases": [text],
        "flags": {
            "flag": one | {"enum_values": [text], "env": [text], "format": text},
            text: {"type": text, "short": text, "spellings": [text]},
        },
        "arguments": [one | {"name": text}],
        "exit_codes": {
            "5": {"name": text, "description": text, "side_effects": text}
            | {"errors": [text], "retryable": False},
            "99": {"description": text},
        },
        "output": text,
        "promotes": {text: 5},
        "renamed_from": [{"path": text, "permanent": True}],
        "required_scopes": [text],
        "stability": text,
        "examples": [{"description": text, "command": text}],
    }
    return {
        "framework_version": text,
        "dialect": text,
        "etag": text,
        "commands": {"do": entry, text: entry},
    }


@each_format
@given(st.text(st.characters() | st.sampled_from("`|<>\n-#*_[]\\&")))
def test_no_text_has_a_say(made, text):
    """Whatever a manifest says is text on the page: no HTML, no link, no heading."""
    tame = paged(made, everything("x"), "tool")
    page = paged(made, everything(text), "tool")
    kinds = {token.type for token in READER.parse(body(page))}

    assert OURS >= {kind for kind, _ in parts(page)}
    assert "html_block" not in kinds
    assert kinds <= {token.type for token in READER.parse(body(tame))}
    assert len(headings(tame)) - (text in ("", "do")) <= len(headings(page))
    assert len(headings(page)) <= len(headings(tame))


@pytest.mark.parametrize(
    "text", [findings.HOSTILE, "---\nname: evil\n---\n# x", '"\nname: evil', "\ud800"]
)
def test_the_front_matter_is_ours(text):
    """Its two fields are what they are, and the description is one text."""
    manifest = everything(text) | {"commands": {"": everything(text)["commands"]["do"]}}
    page = paged("skill", manifest, f"tool {text} tool")
    name, description = FRONT.match(page).groups()

    assert "tool" == name
    assert json.loads(description).startswith(f"How to call tool {line(text)} tool. ")


@in_full
def test_a_page_says_what_the_manifest_says(made):
    """Commands, options, codes, examples and the etag."""
    page = paged(made, MANIFEST, "notes")

    for said in ("notes list", "--limit", "-n", "RATE_LIMITED", "APP_LIMIT", "WHERE"):
        assert said in page
    assert "etag `0`" in page
    assert "1.2.0" in page
    assert page == paged(made, MANIFEST, "notes")


def test_a_page_tells_what_to_do_by_the_rules():
    """A code that two commands promise differently has a line for each."""
    entry = {"name": "TIMEOUT", "description": "late"}
    both = {
        "look": (True, "none"),
        "send": (False, "partial"),
    }
    commands = {
        path: {
            "danger_level": "mutating",
            "exit_codes": {
                "10": {**entry, "retryable": retryable, "side_effects": effects}
            },
        }
        for path, (retryable, effects) in both.items()
    }
    page = paged("skill", {"dialect": "agent-spec", "commands": commands}, "notes")
    rows = re.findall(r"^\| 10 \| TIMEOUT \| notes (\w+) \| (\w+):", page, re.MULTILINE)

    assert [("look", "retry"), ("send", "inspect_state")] == rows


def test_both_generations_of_the_spec_are_read():
    """What 2 asks for is what the program's own dialect says."""

    def row(name, effects):
        exits = {"2": {"name": name, "retryable": False, "side_effects": effects}}
        page = paged("skill", {"commands": {"do": {"exit_codes": exits}}}, "tool")
        return re.search(r"^\| 2 \|.* \| (\w+):", page, re.MULTILINE)[1]

    assert "inspect_state" == row("PARTIAL_FAILURE", "partial")
    assert "fix_input" == row("ARG_ERROR", "none")


@pytest.mark.parametrize(
    ("dialect", "number", "named"),
    [
        ("agent-spec", "1", True),
        ("holon", "1", False),
        ("agent-spec", "11", True),
        ("murli", "8", False),
    ],
)
def test_only_who_gets_an_envelope_is_told_to_read_one(dialect, number, named):
    """A program that fails in prose has no error.detail to be read."""
    exits = {number: {"side_effects": "none"}}
    manifest = {"dialect": dialect, "commands": {"do": {"exit_codes": exits}}}
    page = paged("skill", manifest, "tool")
    (row,) = re.findall(rf"^\| {number} \|.*", page, re.MULTILINE)

    assert named is ("Read error." in row or "Wait error." in row)


def test_what_is_hidden_stays_hidden():
    """A command or an option that no help lists is on no page."""
    hidden = patched({"commands/list/flags/tag/hidden": True})
    hidden["commands"]["secret"] = {"description": "x", "hidden": True}

    for made in PAGES:
        page = paged(made, hidden, "notes")
        assert "--tag" not in page
        assert "notes secret" not in page


@each_format
@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"commands/list": []}, "commands.list is no object"),
        ({"commands/list/flags": []}, "commands.list.flags is no object"),
        ({"commands/list/flags/tag": 1}, "commands.list.flags.tag is no object"),
        ({"commands/list/description": 1}, "commands.list.description is no text"),
        ({"commands/list/danger_level": "x"}, "danger_level is none of safe, mutating"),
        ({"commands/list/exit_codes/x": {}}, "exit_codes.x is no exit code"),
        ({"commands/list/exit_codes/0": 1}, "exit_codes.0 is no object"),
        ({"commands/list/arguments": {}}, "commands.list.arguments is no list"),
        ({"commands/list/arguments": [1]}, "commands.list.arguments[0] is no object"),
        ({"commands/list/flags/tag/env": [1]}, "flags.tag.env is no list of texts"),
        ({"commands/list/hidden": "x"}, "hidden is neither true nor false"),
        ({"etag": 1}, "etag is no text"),
    ],
    ids=str,
)
def test_a_broken_manifest_is_refused_with_the_place(made, change, place):
    """A page that left it out would be wrong."""
    with pytest.raises(InputError, match=re.escape(place)):
        paged(made, patched(change), "notes")


@each_format
def test_the_least_that_a_manifest_can_say(made):
    """No command, or one that says nothing."""
    bare = patched({"commands": {}, "dialect": GONE, "etag": GONE})

    assert "tool" in paged(made, bare, "tool")
    assert "tool do" in paged(made, {"commands": {"do": {}}}, "tool")


@in_full
def test_words_in_any_case_and_a_computed_default_are_told(made):
    """A caller sees that there is a default, and that nobody can say which."""
    order = "commands/list/flags/order"
    said = {f"{order}/ignore_case": True, f"{order}/computed": ["default"]}
    text = paged(made, patched(said), "notes")

    assert "in any case, a computed default" in text


UNSAID = {
    "framework_version": "2.0",
    "commands": {
        "": {"flags": {"output": {"enum_values": ["json", "table"]}}},
        "ship": {"exit_codes": {"7": {"description": "The dock is full"}, "9": {}}},
        "sink": {"danger_level": "destructive", "flags": {"force": {}}},
        "look": {"danger_level": "safe", "danger_assumed": True},
    },
}


def test_what_is_not_declared_is_said_to_be_not_declared():
    """No danger, no meaning of a number and no confirmation is made up."""
    page = paged("skill", UNSAID, "dock")
    undeclared = page.partition("They do not declare whether")[2].partition("##")[0]
    rows = dict(
        re.findall(r"^\| (\d+) \| – \| any command \| (.*) \|$", page, re.MULTILINE)
    )

    assert {"7", "9"} == rows.keys()
    assert rows["7"].startswith("The dock is full. Whether the call may be repeated is")
    assert rows["9"].startswith("What it means is not declared. Whether")
    assert "Any other number is not declared" in page
    assert ["dock", "dock look", "dock ship"] == re.findall("- `(.*)`", undeclared)
    assert "that they change nothing" not in page
    assert "--yes" not in page
    assert "How it is confirmed is not declared." in page
    assert 3 == page.count("What its exit codes mean is not declared.")


def test_no_code_at_all_is_said_too():
    """A table without rows would say that nothing can go wrong."""
    page = paged("skill", {"commands": {"do": {}}}, "dock")

    assert "None is declared. After any but 0, read the output" in page
    assert "| code |" not in page
    assert "JSON" not in page


def test_json_is_asked_for_where_its_option_stands():
    """An option of the program stands before the command, and is nobody else's."""
    own = {"json": {"type": "boolean"}}
    spread = {"commands": {"a": {"flags": own}, "b": {}, "c": {"flags": {"json": {}}}}}

    assert "\ndock --output json ship\n" in paged("skill", UNSAID, "dock")
    page = paged("skill", spread, "dock")
    assert "where one does not, how to ask is not declared" in page
    assert ["dock a --json", "dock b", "dock c"] == re.findall(
        "^dock .*$", page, re.MULTILINE
    )
