"""Text from elsewhere → Markdown in which it is read as it is, wherever it stands."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

import findings
from exeunt.pages._markdown import block, bullets, code, line, page, prose, table

ANY = st.text(st.characters() | st.sampled_from("\\`*_[]<>|~$&#+-=!():;\"' \n\t0123.a"))
READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
PLACES = {
    "paragraph": lambda text: text,
    "heading": lambda text: f"## {text}",
    "item": lambda text: bullets([text]),
    "cell": lambda text: table(("head",), [(text,)]),
}


def inline(written):
    """The last piece of inline Markdown on a page, as its parts."""
    return [token for token in READER.parse(written) if token.type == "inline"][-1]


@pytest.mark.parametrize("place", PLACES)
@given(ANY.filter(line))
@example(findings.HOSTILE)
@example("---")
@example("1. no list")
@example("\\|")
@example("[a]: http://b")
@example("a_b_ _c_ snake_case &amp; &#124; <b> ![x](y) ~~s~~ | $x$ ``")
def test_prose_is_read_as_it_is(place, text):
    """One text, the same as before, and no Markdown of its own."""
    written = PLACES[place](prose(text))
    found = inline(written)

    assert {"text"} == {child.type for child in found.children}
    assert line(text) == "".join(child.content for child in found.children)


@given(ANY)
@example("``")
@example("` a `")
@example("")
def test_code_is_read_as_it_is(text):
    """One piece of code, whatever backticks it has."""
    found = inline(bullets([code(text)]))

    assert [("code_inline", line(text) or '""')] == [
        (child.type, child.content) for child in found.children
    ]


@given(st.lists(ANY, min_size=1, max_size=4))
@example(["```", "````sh", "~~~"])
def test_a_block_ends_where_it_ends(lines):
    """Every line is in one block, and nothing is behind it."""
    found = READER.parse(page([block(lines, "sh"), "after"]))

    assert "fence" == found[0].type
    assert [line(one) for one in lines] == found[0].content.split("\n")[:-1]
    assert "after" == found[2].content


def test_what_needs_no_escape_has_none():
    """Agents read a page as it is written."""
    text = "Say it in snake_case, e.g. --dry-run (50% off) & go; it's 1.5 > 1!"

    assert text == prose(text)
