"""Texts that act on a terminal → an envelope in which none of them can."""

import json
import subprocess
import sys
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from exeunt import Done, ErrorDetail, ExitCode, Failed, dialect, encode, respond
from exeunt.model._controls import CHANGED

# Every control character, and what sequences are made of, as often as plain text.
acting = st.text(
    st.characters(categories=["Cc"]) | st.sampled_from("[]m;0123?\\PX^_(Bc")
)
texts = acting | st.text()
values = st.recursive(
    st.none()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts,
    lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
    max_leaves=12,
)
NO_COLOUR = [
    ("\x1b[1;31mred\x1b[0m", "red"),
    ("\x9b31mred\x9bm", "red"),
    ("\x1b[2K\x1b[1Gagain", "again"),
    ("\x1b[?25lhidden\x1b[?25h", "hidden"),
    ("\x1b]0;title\x07text", "text"),
    ("\x1b]8;;https://x.y\x1b\\link\x1b]8;;\x1b\\", "link"),
    ("\x9d0;title\x9ctext", "text"),
    ("\x1bP1$r0m\x1b\\text", "text"),
    ("\x1b(Bplain", "plain"),
    ("\x1bcreset", "reset"),
    ("\x1b7kept\x1b8", "kept"),
    ("one\r\ntwo", "one\ntwo"),
]
SHOWN = [
    ("50 %\r100 %", "50 %␍100 %"),
    ("bell\a", "bell␇"),
    ("rm\b\bls", "rm␈␈ls"),
    ("nul\x00", "nul␀"),
    ("del\x7f", "del␡"),
    ("\x1b", "␛"),
    ("no end \x1b[31", "no end ␛[31"),
    ("no end \x1b]0;title\nnext", "no end ␛]0;title\nnext"),
    ("\x1b\x1b[0m[31m", "␛[31m"),
    ("next\x85line", "next\N{REPLACEMENT CHARACTER}line"),
    ("\x9b", "\N{REPLACEMENT CHARACTER}"),
]
KEPT = ["tab\tand\nline", "naïve", "\N{PILE OF POO}", "C:\\run\\bin\\f", "\\u001b", ""]


def data(value, speak="agent-spec"):
    """What a reader gets for a value, and the warnings beside it."""
    document = json.loads(encode(dialect(speak), Done({"value": value})).stdout)
    return document["data"]["value"], document["warnings"]


def every_text(value):
    """Every text in a document, keys included."""
    if isinstance(value, str):
        yield value
    for item in value if isinstance(value, list) else ():
        yield from every_text(item)
    for key, item in value.items() if isinstance(value, dict) else ():
        yield key
        yield from every_text(item)


def acts(text):
    """Tell whether a terminal would do anything but write and begin a line."""
    return any(unicodedata.category(c) == "Cc" and c not in "\t\n" for c in text)


@pytest.mark.parametrize("speak", ["agent-spec", "agent-spec@1.6"])
@pytest.mark.parametrize(("text", "expected"), NO_COLOUR + SHOWN)
def test_a_text_that_acts_is_changed_and_told(text, expected, speak):
    """A whole sequence goes, any other control character becomes visible."""
    assert (expected, [CHANGED]) == data(text, speak)


@pytest.mark.parametrize("text", KEPT)
def test_a_text_that_does_nothing_stays(text):
    """Tabs, lines, any script, and backslashes that only look like an escape."""
    assert (text, []) == data(text)


def test_bytes_stay_exact():
    """They are base64: the way out for who needs each of them."""
    found, warnings = data(b"\x1b[31m")

    assert ("G1szMW0=", []) == (found["value"], warnings)


@given(values)
@example({"a": 1, "\x1b[1ma": 2, "\x1b[2ma": 3})
def test_nothing_that_leaves_acts(value):
    """Whatever is returned; and without control characters nothing is changed."""
    found, warnings = data(value)
    controls = any(acts(text) for text in every_text(value))

    assert not any(acts(text) for text in every_text(found))
    assert (found == value) is not controls
    assert ([CHANGED] if controls else []) == warnings


@given(st.dictionaries(texts, st.integers()))
def test_no_value_is_lost_where_keys_become_alike(value):
    """Two keys that differ in their colour are still two."""
    assert list(value.values()) == list(data(value)[0].values())


@given(texts, texts, texts)
def test_no_part_of_a_failure_acts(message, suggestion, done):
    """Its texts, its warnings and what was done: of data there is none to warn of."""
    detail = ErrorDetail("IT_FAILED", message, suggestion=suggestion, detail=message)
    failed = Failed(
        ExitCode.PARTIAL_FAILURE, detail, warnings=[message], partial={done: done}
    )
    document = json.loads(encode(dialect("agent-spec"), failed).stdout)

    assert not any(acts(text) for text in every_text(document))
    assert 1 == len(document["warnings"])


@pytest.mark.parametrize("speak", ["murli", "holon"])
def test_other_dialects_are_as_calm(speak):
    """They have no place for the warning."""
    document = json.loads(encode(dialect(speak), Done({"a": "\x1b[1mb"})).stdout)

    assert not any(acts(text) for text in every_text(document))
    assert "b" in every_text(document)


def test_an_envelope_that_is_written_by_hand_is_as_calm():
    """respond() makes the same line."""
    line = respond(Done({"a": "\x1b[1mb"})).to_json()

    assert "b" == json.loads(line)["data"]["a"]


def test_what_needs_no_change_loads_nothing():
    """A text in any script costs no regular expressions."""
    source = """if True:
        import sys
        before = set(sys.modules)
        from exeunt import Done, respond
        respond(Done("é\\n")).to_json()
        print({"re", "exeunt.model._controls"} & sys.modules.keys() - before)
    """
    done = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, check=True
    )

    assert b"set()\n" == done.stdout
