"""A secret → the forms that programs print it in, each a row of one table.

Capitals and small letters are no forms: but for base64, all are found in both. Nor is
what stands inside of a form and is not seen, such as a colour (`_view.py`).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Make = Callable[[str, bytes], Iterator[bytes]]

ALPHANUMERIC = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
UNRESERVED = ALPHANUMERIC + b"-._~"  # RFC 3986, 2.3
# What percent-encoders leave alone besides: most, paths, JavaScript, Go's user info.
UNTOUCHED = (b"", b"/", b"!*'()", b"$&+,;=")
UNQUOTED = UNRESERVED + b"/:,+@%"  # what a shell needs no backslash for
BORDER = "-----"  # of a key in lines
LINE = 16  # characters of a line that is hidden by itself, as those of a key are
# How libraries write what HTML gives a meaning: html.escape() of Python, the template
# packages of Go, those of JavaScript, and those that do no more than they must.
LEAST = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
QUOTE = {**LEAST, '"': "&quot;"}
ENTITIES: tuple[dict[str, str], ...] = (
    LEAST,
    QUOTE,
    {**QUOTE, "'": "&#x27;"},
    {**QUOTE, "'": "&#39;"},
    {**QUOTE, "'": "&#039;"},
    {**QUOTE, "'": "&apos;"},
    {**LEAST, '"': "&#34;", "'": "&#39;"},
    {**LEAST, '"': "&#34;", "'": "&#39;", "+": "&#43;"},
    {**QUOTE, "'": "&#39;", "/": "&#x2F;"},
    {**QUOTE, "'": "&#x27;", "/": "&#x2F;"},
    {**QUOTE, "'": "&#39;", "/": "&#x2F;", "`": "&#x60;", "=": "&#x3D;"},
)


def itself(secret: str, raw: bytes) -> Iterator[bytes]:
    """It, also as a terminal shows it, and each long line of it, as of a key."""
    yield raw
    lines = secret.splitlines() if "\n" in secret else []
    if lines:
        yield raw.replace(b"\n", b"\r\n")
    for line in map(str.strip, lines):
        if len(line) >= LINE and " " not in line and not line.startswith(BORDER):
            yield encoded(line)


def in_any_case(secret: str, _: bytes) -> Iterator[bytes]:
    """What ASCII alone does not tell."""
    if not secret.isascii():
        yield encoded(secret.upper())
        yield encoded(secret.lower())


def in_hex(_: str, raw: bytes) -> Iterator[bytes]:
    """Two digits a byte."""
    yield raw.hex().encode()


def in_base64(_: str, raw: bytes) -> Iterator[bytes]:
    """Encode bytes that follow and precede others, or end a text.

    A character at an edge that holds bits of a neighbour's stays: four bits at most.
    """
    from binascii import b2a_base64  # 1 ms, where there are secrets

    for before in range(3):
        whole = b2a_base64(bytes(before) + raw, newline=False)
        first = -(-before * 8 // 6)  # the first character that is ours alone
        inner = whole[first : (before + len(raw)) * 8 // 6]
        for form in (inner, whole[first:]):
            yield form
            yield form.replace(b"+", b"-").replace(b"/", b"_")
            yield form.replace(b"+", b"-").replace(b"/", b"_").rstrip(b"=")


def in_percent(_: str, raw: bytes) -> Iterator[bytes]:
    """As addresses and forms have it."""
    if not raw.translate(None, UNRESERVED):
        return  # as most tokens: nothing of it is ever quoted
    for untouched in UNTOUCHED:
        safe = UNRESERVED + untouched
        form = b"".join([c if c in safe else b"%%%02X" % ord(c) for c in each(raw)])
        yield form
        yield form.replace(b"%20", b"+")


def in_json(secret: str, raw: bytes) -> Iterator[bytes]:
    """As the libraries of Python, PHP and Go have it."""
    if not raw.translate(None, UNRESERVED):
        return
    from ..model.json import dumps  # only where they are needed

    escaped = [c if c not in '"\\' and c >= " " else dumps(c)[1:-1] for c in secret]
    for text in (dumps(secret)[1:-1], "".join(escaped)):
        yield encoded(text)
        yield encoded(text.replace("/", "\\/"))  # PHP
        web = {ord(c): f"\\u{ord(c):04x}" for c in "<>&"}  # Go, for HTML
        yield encoded(text.translate(web))


def in_html(secret: str, _: bytes) -> Iterator[bytes]:
    """As pages, and XML, have it."""
    if secret.isalnum():
        return
    for entities in ENTITIES:
        yield encoded(secret.translate({ord(c): text for c, text in entities.items()}))


def in_python(secret: str, raw: bytes) -> Iterator[bytes]:
    """As a literal of Python has it."""
    if raw.translate(None, UNRESERVED):
        yield encoded(repr(secret)[1:-1])
        yield repr(raw)[2:-1].encode()


def in_shell(_: str, raw: bytes) -> Iterator[bytes]:
    """As a shell has it, between quotes or after backslashes."""
    if raw.translate(None, UNRESERVED):
        yield raw.replace(b"'", b"'\"'\"'")  # shlex
        yield raw.replace(b"'", b"'\\''")  # sh -x
        quoted = [c if c in UNQUOTED or c > b"~" else b"\\" + c for c in each(raw)]
        yield b"".join(quoted)


# What a form is called, who writes it, and what makes it.
FORMS: tuple[tuple[str, str, Make], ...] = (
    ("as it is", "every program; a long line of it alone, as of a key", itself),
    ("in capitals, or in small letters", "`tr`, headers", in_any_case),
    ("hexadecimal", "`xxd -p`, `hexdump`", in_hex),
    ("base64", "`base64`, `Authorization: Basic`; after any text", in_base64),
    ("percent-encoded", "addresses and forms, in each library's way", in_percent),
    ("JSON", "escaped as by Python, PHP or Go", in_json),
    ("HTML", "escaped as by Python, Go, PHP or JavaScript; XML", in_html),
    ("Python", "`repr()` of text and of bytes", in_python),
    ("shell", "`shlex.quote()`, `set -x`, `printf %q`", in_shell),
)
IN_CASE = (in_base64,)  # whose capitals and small letters differ


def forms_of(secret: str) -> tuple[set[bytes], set[bytes]]:
    """Make the forms of a secret: those in any case, and those in their own."""
    raw, stripped = encoded(secret), secret.strip()
    any_case: set[bytes] = set()
    in_case: set[bytes] = set()
    for _, _, make in FORMS:
        (in_case if make in IN_CASE else any_case).update(make(secret, raw))
    if stripped != secret:  # a file ends in a newline, what is read from it may not
        more = forms_of(stripped)
        return any_case | more[0], in_case | more[1]
    return any_case, in_case


def each(raw: bytes) -> list[bytes]:
    """Return the bytes of a value one by one."""
    return [bytes([byte]) for byte in raw]


def encoded(text: str) -> bytes:
    """Encode a text as the system would, and one that it could not have given too."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
