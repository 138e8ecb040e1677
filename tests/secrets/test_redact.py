"""Secrets → never in what leaves, however a stream is cut into chunks."""

import base64
import json
import re
import shlex
import subprocess
import sys
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from exeunt import InputError
from exeunt.secrets.redact import CONTROLS, Redactor, can_be_hidden

TOKEN = "sk-live_51HxQ/pL2+eZvKYlo2C"  # noqa: S105 - nobody's
PASSWORD = "pä$$ w\"ö'rd\\<&>\n/x"  # noqa: S105 - nobody's, with all that gets quoted
SECRETS = [TOKEN, PASSWORD, "hunter2"]
URL_SAFE = bytes.maketrans(b"+/", b"-_")


def lower_hex(text):
    """Percent-encoding as some programs write it: %c3, not %C3."""
    return re.sub("%..", lambda match: match[0].lower(), text)


def javascript(text):
    """What encodeURIComponent() makes of a text."""
    return quote(text, safe="!*'()")


def basic(before, after=""):
    """The base64 of a secret between others, as in `Authorization: Basic`."""

    def encode(text):
        return base64.b64encode(f"{before}{text}{after}".encode()).decode()

    return encode


ENCODERS = {
    "itself": str,
    "on a terminal": lambda text: text.replace("\n", "\r\n"),
    "hex": lambda text: text.encode().hex(),
    "HEX": lambda text: text.encode().hex().upper(),
    "quote": quote,
    "quote all": lambda text: quote(text, safe=""),
    "quote in lower case": lambda text: lower_hex(quote(text)),
    "quote_plus": quote_plus,
    "quote_plus in lower case": lambda text: lower_hex(quote_plus(text)),
    "JavaScript": javascript,
    "JSON": lambda text: json.dumps(text)[1:-1],
    "JSON in UTF-8": lambda text: json.dumps(text, ensure_ascii=False)[1:-1],
    "JSON of PHP": lambda text: json.dumps(text)[1:-1].replace("/", "\\/"),
    "repr": lambda text: repr(text)[1:-1],
    "repr of bytes": lambda text: repr(text.encode())[2:-1],
    "shlex": lambda text: shlex.quote(text).strip("'"),
    "base64": basic(""),
    "base64 after u:": basic("u:"),
    "base64 after us:": basic("us:"),
    "base64 after user:": basic("user:"),
}


def redacted(redactor, *chunks):
    """What comes out of a redactor when these chunks go in."""
    return b"".join([*map(redactor.feed, chunks), redactor.flush()])


def model(known, data):
    """Hide every byte of every occurrence, in the simplest way there is."""
    looked_at = [(known.any_case, data.lower()), (known.in_case, data)]
    spans = sorted(
        (at, at + len(form))
        for forms, text in looked_at
        for form in forms
        for at in range(len(data))
        if text.startswith(form, at)
    )
    merged = []
    for start, end in spans:
        if merged and start < merged[-1][1]:
            merged[-1][1] = max(end, merged[-1][1])
        else:
            merged.append([start, end])
    for start, end in reversed(merged):
        data = data[:start] + b"***" + data[end:]
    return data


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("encode", ENCODERS.values(), ids=ENCODERS)
def test_a_secret_is_hidden_in_every_form(encode, secret):
    """What a program prints of it is the placeholder, and the rest is as it was."""
    said = f"a={encode(secret)};b"
    hidden = redacted(Redactor([secret]), said.encode()).decode()

    assert re.fullmatch(r"a=\w{0,8}(\*\*\*);b", hidden)
    assert hidden == Redactor([secret]).text(said)


@pytest.mark.parametrize("after", ["", "@", "@h", "@ho"])
@pytest.mark.parametrize("before", ["", "u", "us", "use"])
def test_base64_is_found_at_each_alignment(before, after):
    """At most a character on each side, which neighbours share, is left."""
    for secret in SECRETS:
        raw = secret.encode()
        standard = base64.b64encode(before.encode() + raw + after.encode())
        for said in (standard, standard.translate(URL_SAFE), standard.rstrip(b"=")):
            left, right = redacted(Redactor([secret]), said).split(b"***")

            assert len(left) <= -(-len(before) * 4 // 3)
            assert len(right.rstrip(b"=")) <= 1 + -(-len(after) * 4 // 3)


def test_every_cut_gives_the_same():
    """A secret may begin in one chunk and end in another."""
    corpus = " ".join(
        encode(secret) for secret in SECRETS for encode in ENCODERS.values()
    ).encode()
    redactor = Redactor(SECRETS)
    whole = redacted(redactor, corpus)
    known = redactor.known

    assert model(known, corpus) == whole
    assert [] == [form for form in known.in_case | known.any_case if form in whole]
    for cut in range(len(corpus)):
        assert whole == redacted(redactor.another(), corpus[:cut], corpus[cut:])


def test_bytes_may_come_one_by_one():
    """The slowest program there is leaks no more than others."""
    said = f"login {TOKEN} and hunter2, not hunter3".encode()
    chunks = [said[at : at + 1] for at in range(len(said))]

    assert b"login *** and ***, not hunter3" == redacted(Redactor(SECRETS), *chunks)


@example(["abcd", "cdef"], "abcdef", [4])
@example(["abcd", "cdef"], "abcdxx", [4])
@example(["aaaa"], "caaaaaaac", [3])
@example(["aaaa", "aaaaaaab"], "aaaaaaab", [])
@example(["abab", "babb"], "aababb", [5])
@given(
    secrets=st.lists(st.text("ab", min_size=4, max_size=6), max_size=3),
    said=st.text("aaabbbc", max_size=40),
    cuts=st.lists(st.integers(0, 40)),
)
def test_chunks_do_not_matter(secrets, said, cuts):
    """Overlapping secrets and any chunks: what comes out is what the model says."""
    stream = said.encode()
    places = sorted({0, len(stream), *(cut for cut in cuts if cut < len(stream))})
    chunks = [
        stream[a:b] for a, b in zip(places, [*places[1:], len(stream)], strict=True)
    ]
    redactor = Redactor(secrets)

    assert model(redactor.known, stream) == redacted(redactor, *chunks)


@given(
    secret=st.text(min_size=4).filter(can_be_hidden),
    before=st.binary(),
    after=st.binary(),
)
def test_any_text_can_be_a_secret(secret, before, after):
    """It is hidden whatever characters it has."""
    raw = secret.encode("utf-8", "surrogatepass").strip(CONTROLS)
    hidden = redacted(Redactor([secret]), before, raw, after)

    assert raw not in hidden or raw in b"***"
    assert b"***" in hidden


@given(data=st.lists(st.sampled_from([b"h", b"hun", b"hunter", b"2", b"x", b"6874"])))
def test_little_is_held_back(data):
    """Never as much as the longest form, and only what may still become one."""
    redactor = Redactor(["hunter2"])
    forms = redactor.known.any_case | redactor.known.in_case
    for chunk in data:
        redactor.feed(chunk)
        held = redactor.tail

        assert len(held) < max(map(len, forms))
        assert not held or any(form.startswith(held) for form in forms)


def test_ordinary_text_is_not_held_back():
    """A prompt that cannot become a secret appears at once."""
    assert b"Password: " == Redactor(SECRETS).feed(b"Password: ")


def test_a_whole_secret_is_not_held_back():
    """Nothing that comes later could change what it is."""
    assert b"pw=***" == Redactor(["hunter2", "hurricane"]).feed(b"pw=hunter2")


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Host: hun", "Host: hun"),  # three characters say nothing
        ("Host: hunt", "Host: ***"),
        ("Host: hunter", "Host: ***"),
        ("Host: hunter\x1b[0m", "Host: ***\x1b[0m"),
        ("Host: HUNTER", "Host: HUNTER"),  # a short one in its own case
        ("Host: hunter\n", "Host: hunter\n"),  # the program has cut it, not the end
    ],
)
def test_the_beginning_of_a_secret_at_the_end_is_hidden(said, shown):
    """A stream that breaks off shows no more of it than three characters."""
    assert shown == redacted(Redactor(["hunter2"]), said.encode()).decode()


def test_a_ruler_at_the_end_is_no_secret():
    """As the border of a key begins."""
    key = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\n"

    assert b"end -----" == redacted(Redactor([key]), b"end -----")


def test_what_goes_on_after_the_end_is_still_hidden():
    """What completes a secret whose beginning was hidden."""
    redactor = Redactor(["hunter2"])

    assert b"Host: " == redactor.feed(b"Host: hunt")
    assert b"***" == redactor.flush()
    assert b"" == redactor.flush()
    assert b" again" == redactor.feed(b"er2 again")


def test_the_longest_secret_wins():
    """Nothing of a secret that holds another is left."""
    redactor = Redactor(["hunter2", "postgres://joe:hunter2@db/prod"])

    assert "url ***, pw ***" == redactor.text(
        "url postgres://joe:hunter2@db/prod, pw hunter2"
    )


def test_secrets_that_overlap_are_hidden_as_one():
    """Else the rest of the second would stand there."""
    assert "***" == Redactor(["abcdef", "defghi"]).text("abcdefghi")


def test_secrets_side_by_side_are_hidden_each():
    """The placeholder has the same length for any secret, not for any number."""
    assert "******" == Redactor(["hunter2"]).text("hunter2hunter2")


def test_a_newline_at_the_end_is_no_part_of_a_secret():
    """A file ends in one; what a program does with the secret does not."""
    assert "pw=***;" == Redactor(["hunter2\n"]).text("pw=hunter2;")


def test_without_secrets_nothing_is_touched():
    """The very same bytes and text, not copies."""
    redactor = Redactor([""])
    data, text = b"x" * 100, "x" * 100

    assert data is redactor.feed(data)
    assert b"" == redactor.flush()
    assert text is redactor.text(text)


@pytest.mark.parametrize("secret", ["Q", "Qx", "Qxz"])
def test_a_short_secret_is_refused_and_not_shown(secret):
    """It would be hidden everywhere; the message is no place for it either."""
    with pytest.raises(InputError) as refused:
        Redactor(["hunter2", secret])

    assert "Q" not in str(refused.value)
    assert "longer" in refused.value.fix


@pytest.mark.parametrize("odd", [chr(0xDCFF), chr(0xD800), "é"])
def test_text_that_is_no_unicode_is_kept(odd):
    """Arguments can be any bytes."""
    redactor = Redactor(["hunter2"])

    assert f"{odd} hunter" == redactor.text(f"{odd} hunter")
    assert redactor.text(f"{odd} hunter2").endswith(" ***")


def test_a_secret_can_be_any_bytes():
    """As an argument that is no UTF-8 reaches Python."""
    secret = b"\xff\xfe\xfd\xfc".decode("utf-8", "surrogateescape")

    assert b"a***b" == redacted(Redactor([secret]), b"a\xff\xfe", b"\xfd\xfcb")
    assert "a***b" == Redactor([secret]).text(f"a{secret}b")


def test_redacting_loads_nothing_heavy():
    """A run with secrets starts as quickly as one without."""
    code = (
        "import sys; from exeunt.secrets.redact import Redactor;"
        "Redactor(['hunter2']).feed(b'x'); print(*sys.modules)"
    )
    loaded = subprocess.check_output([sys.executable, "-I", "-c", code], text=True)

    assert set() == {"re", "json", "base64", "typing"} & set(loaded.split())


# --- much at a time -------------------------------------------------------------------

PIECES = st.sampled_from(
    [
        *(b"hunter2", b"HUNTER2", b"hunt", b"\x1b[31m", b"\x1b[0m", b"\x1b[2D", b"\b"),
        *(b"hun\nter2", b"h\x1b[1mu\x00nter2", b"aHVudGVyMg", b"68756e7465723", b"2"),
        *(
            b"\n",
            b"\r\n",
            b"\r",
            b"\x1b]0;title\x07",
            b"\x1b[3",
            "ěš".encode(),
            b"\xff",
        ),
        *(b"ordinary words\n" * 40, b"hunter of letters 2 3\n" * 30, b"\n" * 500),
        *(b"\x1b[32mok\x1b[0m\n" * 60, b"no newline " * 90, b"aHVudGVyM\n" * 70),
    ]
)


def unhurried(redactor, *chunks):
    """What comes out where everything is looked through, whichever letters it has."""
    for wanted in redactor.known.wanted:
        wanted.letters = [{} for _ in wanted.needles]
    return redacted(redactor, *chunks)


@example([b"a\nhun", b"\x1b]0;" + b"t" * 900 + b"\x07", b"ter2"], [911])
@example([b"a\ncorrect-horse-bat", b"\x1b[0m\n" * 300, b"teries"], [1519])
@given(pieces=st.lists(PIECES, max_size=12), cuts=st.lists(st.integers(0, 9000)))
def test_what_is_not_looked_through_has_no_secret(pieces, cuts):
    """Data without a letter of a form is passed by, which changes nothing."""
    secrets = ["hunter2", "correct-horse-batteries"]
    stream = b"".join(pieces)
    places = sorted({0, len(stream), *(cut for cut in cuts if cut < len(stream))})
    chunks = [
        stream[a:b] for a, b in zip(places, [*places[1:], len(stream)], strict=True)
    ]

    assert unhurried(Redactor(secrets), *chunks) == redacted(Redactor(secrets), *chunks)


@pytest.mark.parametrize("form", ENCODERS.values(), ids=ENCODERS)
def test_no_form_is_passed_by(form):
    """Whatever stands in between, a form's letters are there."""
    known = Redactor(SECRETS).known
    for secret in SECRETS:
        letters = form(secret).encode()
        apart = b"\x1b[1m".join(bytes([letter]) for letter in letters)

        assert known.possible(letters)
        assert known.possible(apart)


def test_ordinary_lines_are_passed_by():
    """What has not all letters of any form is not looked through."""
    assert not Redactor(SECRETS).known.possible(b"made all, in 12 ms\n" * 9999)


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"one\ntwo\n" * 900, 1800),
        (b"\tone", 0),
        (b"one\r\n", -1),
        ("é\n".encode(), -1),
        (b"\x1b[1mone\x1b[0m\n", -1),
        (b"the key is hunter2, is it?\n", -1),
        (b"one\nhun", -1),
    ],
)
def test_it_tells_how_many_lines_of_plain_text_have_left(data, lines):
    """So that nobody else needs to look; what was hidden or held back is not told."""
    redactor = Redactor(["hunter2"])
    redactor.feed(data)

    assert lines == redactor.lines
