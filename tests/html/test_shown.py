"""Text from elsewhere → HTML that shows every character, and has no say of its own."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import findings
from exeunt.html.shown import SGR, coloured, plain, shown

ANY = st.text(st.characters() | st.sampled_from("<>&\"'\x1b[0123;m\r\n\x00\u202e"))
LOOKS = re.compile(
    r"(?:[bdiurs]|[fg](?:1[0-5]|\d))(?: (?:[bdiurs]|[fg](?:1[0-5]|\d)))*"
)


class Reader(HTMLParser):
    """Collects the text of a piece of HTML, and the elements in it."""

    def __init__(self):
        super().__init__()
        self.text, self.open, self.seen = "", [], []

    def handle_starttag(self, tag, attrs):
        """Note an element."""
        self.open.append(tag)
        self.seen.append((tag, attrs))

    def handle_endtag(self, tag):
        """Each element is closed, inside out."""
        assert tag == self.open.pop()

    def handle_data(self, data):
        """Note text."""
        self.text += data

    def unknown_decl(self, data):
        """There is no declaration and no comment."""
        raise AssertionError(data)

    handle_decl = handle_comment = handle_pi = unknown_decl


def read(written):
    """Read what was written as a browser would."""
    reader = Reader()
    reader.feed(written)
    reader.close()
    assert [] == reader.open
    return reader


def spelled(text):
    """The same text, as somebody would see it."""
    kept = (
        char if char.isprintable() or char in "\n\t" else repr(char)[1:-1]
        for char in text.replace("\r\n", "\n")
    )
    return "".join(kept)


@given(ANY)
@example(findings.HOSTILE)
def test_every_character_is_there(text):
    """Nothing is lost, nothing becomes an element, and no control is left."""
    reader = read(shown(text, 1_000_000))

    assert spelled(text) == reader.text
    assert {("i", ())} >= {(tag, tuple(attrs)) for tag, attrs in reader.seen}


@given(ANY)
@example("\x1b[1;31mred\x1b[38;5;9m\x1b[48;2;1;2;3mmore\x1b[0m\x1b[8mhidden\x1b[2J")
@example("\x1b[38;5m\x1b[38m\x1b[48;5;99999m\x1b[;;m\x1b[31mx")
def test_colours_are_ours_and_the_text_stays(text):
    """A sequence for colours goes, and leaves a class that the page knows."""
    reader = read(coloured(text, 1_000_000))

    pieces = SGR.split(text)[::2]  # every second is what stood between CSI and m
    assert "".join(map(spelled, pieces)) == reader.text
    for tag, attrs in reader.seen:
        if tag == "span":
            assert [("class", LOOKS.fullmatch(attrs[0][1])[0])] == attrs
        else:
            assert ("i", []) == (tag, attrs)


@given(ANY, st.integers(0, 200))
@example("\x1b[1;2;3;4;7;9;97;107mx" * 50, 900)
def test_a_limit_holds(text, limit):
    """What is written is about as long as it may be, and says what is missing."""
    for how in (shown, coloured):
        written = how(text, limit)
        note = re.search(r"<em>… ([\d,]+) characters left out …</em>", written)
        assert len(written) <= limit + len(note[0] if note else "")
    assert "<" not in plain(text, limit)
    assert '"' not in plain(text, limit)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("\x1b[31mred\x1b[39m not", '<span class="f1">red</span> not'),
        ("\x1b[1;4mx\x1b[22my", '<span class="b u">x</span><span class="u">y</span>'),
        ("\x1b[91;101mx", '<span class="f9 g9">x</span>'),
        ("\x1b[38;5;12mx\x1b[38;5;200my", '<span class="f12">x</span>y'),
        ("\x1b[38;2;1;2;31mx", "x"),
        ("\x1b[31m\x1b[0mx", "x"),
        ("a\r\nb\rc", "a\nb<i>\\r</i>c"),
        ("\x1b]0;t\x07", r"<i>\x1b</i>]0;t<i>\x07</i>"),
    ],
)  # fmt: skip
def test_a_terminal_would_have_shown(text, written):
    """Sixteen colours and six looks; finer colours are left plain."""
    assert written == coloured(text, 1000)


def test_a_long_text_keeps_both_ends():
    """Two thirds of the room are for the beginning, one for the end."""
    assert "a" * 60 + "<em>… 9,910 characters left out …</em>" + "z" * 30 == shown(
        "a" * 5000 + "z" * 5000, 90
    )
