"""Secrets → never in what leaves: bytes of a stream, and texts.

A secret is known in the forms that programs print it in. Every byte that belongs to an
occurrence of a form is hidden, however the stream is cut into chunks; what may become
an occurrence is held back until it is known, which is always less than one form.
"""

from __future__ import annotations

from ..errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

HIDDEN = b"***"
SHORTEST = 4  # characters; what is shorter is everywhere in ordinary output
LONG_ENOUGH = 6  # bytes of a needle: shorter ones are slow to look for, and common
ALPHANUMERIC = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
UNRESERVED = ALPHANUMERIC + b"-._~"  # RFC 3986, 2.3
# What percent-encoders leave alone besides: most, paths, JavaScript, Go's user info.
UNTOUCHED = (b"", b"/", b"!*'()", b"$&+,;=")
SPACED = bytes([c if c in ALPHANUMERIC else 0x20 for c in range(256)])
UNQUOTED = UNRESERVED + b"/:,+@%"  # what a shell needs no backslash for


class Redactor:
    """One stream without its secrets; chunks go in, and what may leave comes out."""

    def __init__(self, secrets: Iterable[str]) -> None:
        self.forms: list[bytes] = forms_of(secrets)
        self.needles: dict[bytes, list[tuple[bytes, int]]] = needles_of(self.forms)
        self.heads: dict[bytes, tuple[int, list[bytes]]] = heads_of(self.forms)
        # May begin a form; `sent` bytes of it have left or are hidden,
        self.tail: bytes = b""
        self.sent: int = 0
        self.hidden: int = 0  # and those before this one belong to an occurrence

    def another(self) -> Redactor:
        """Make one for another stream: the forms are made once."""
        other = Redactor(())
        other.forms, other.needles, other.heads = self.forms, self.needles, self.heads
        return other

    def feed(self, data: bytes) -> bytes:
        """Return what may go on now, without the suffix that may begin a secret."""
        if not self.forms:
            return data
        data = self.tail + data if self.tail else data
        start = self.beginning(data)
        return self.take(data, start, start)

    def flush(self) -> bytes:
        """Return the rest: the stream has ended, or has been idle.

        When it goes on after all, what then completes a secret is still hidden.
        """
        return self.take(self.tail, len(self.tail), 0) if self.tail else b""

    def text(self, text: str) -> str:
        """Return a whole text without the secrets."""
        if not self.forms:
            return text
        data = encoded(text)
        if not (spans := self.spans(data)):
            return text
        return hide(data, spans, len(data))[0].decode("utf-8", "surrogateescape")

    def rows(self, rows: list[str]) -> list[str]:
        """Return the whole rows of a screen without secrets that go over their ends."""
        lines = [encoded(row) for row in rows]
        if not (spans := self.spans(b"".join(lines))):
            return rows
        found: list[str] = []
        first = 0
        for line in lines:
            last = first + len(line)
            inner = [
                (max(start, first) - first, min(end, last) - first)
                for start, end in spans
                if start < last and end > first
            ]
            text = hide(line, inner, len(line))[0]
            found.append(text.decode("utf-8", "surrogateescape"))
            first = last
        return found

    def take(self, data: bytes, stop: int, keep: int) -> bytes:
        """Return data up to `stop`, and remember it from `keep` on."""
        spans = self.spans(data)
        result, sent, hidden = hide(data, spans, stop, self.sent, self.hidden)
        self.tail, self.sent, self.hidden = data[keep:], sent - keep, hidden - keep
        return result

    def spans(self, data: bytes) -> list[tuple[int, int]]:
        """Find where occurrences of forms begin and end, in order."""
        found: list[tuple[int, int]] = []
        for needle, group in self.needles.items():
            at = data.find(needle)
            while at >= 0:
                for form, offset in group:
                    start = at - offset
                    if start >= 0 and data.startswith(form, start):
                        end = start + len(form)
                        if found and found[-1][0] <= start < found[-1][1]:
                            start, known = found.pop()  # one entry for a long row
                            end = max(end, known)
                        found.append((start, end))
                at = data.find(needle, at + 1)
        return sorted(found)

    def beginning(self, data: bytes) -> int:
        """Find where the longest suffix begins that is the beginning of a form."""
        first = size = len(data)
        for head, (longest, group) in self.heads.items():
            at = data.find(head, max(size - longest + 1, 0))
            while 0 <= at < first:
                suffix = data[at:]
                if any(f.startswith(suffix) and len(f) > len(suffix) for f in group):
                    first = at
                at = data.find(head, at + 1)
            if first == size and data.endswith(head[:1]):
                first = size - 1
        return first


def hide(
    data: bytes,
    spans: list[tuple[int, int]],
    stop: int,
    sent: int = 0,
    hidden: int = 0,
) -> tuple[bytes, int, int]:
    """Return data from `sent` to `stop` without the spans, and the new places."""
    parts: list[bytes] = []
    for start, end in spans:
        if start >= stop:
            break  # found again when the rest is known
        if start >= hidden:  # it does not overlap the one before
            parts += data[sent:start], HIDDEN
        sent, hidden = max(sent, end), max(hidden, end)
    parts.append(data[sent:stop])
    whole = parts[0] if len(parts) == 1 else b"".join(parts)
    return whole, max(sent, stop), hidden


def forms_of(secrets: Iterable[str]) -> list[bytes]:
    """Return every form of every secret, the longest first."""
    found: set[bytes] = set()
    for secret in secrets:
        if 0 < len(secret) < SHORTEST:
            msg = f"a secret of fewer than {SHORTEST} characters cannot be hidden"
            raise InputError(msg, fix="give a longer one, or do not name it a secret")
        found.update(forms(secret))
        stripped = secret.strip()  # from a file that ends in a newline
        if len(stripped) >= SHORTEST:
            found.update(forms(stripped))
    return sorted(found - {b""}, key=lambda form: (-len(form), form))


def forms(secret: str) -> Iterator[bytes]:
    """Make the forms that programs print a secret in."""
    raw = encoded(secret)
    yield raw
    yield raw.hex().encode()
    yield raw.hex().upper().encode()
    yield from base64_forms(raw)
    if not raw.translate(None, UNRESERVED):
        return  # as most tokens: nothing of it is ever quoted
    yield raw.replace(b"\n", b"\r\n")  # as a terminal shows it
    for untouched in UNTOUCHED:
        safe = UNRESERVED + untouched
        upper = b"".join([c if c in safe else b"%%%02X" % ord(c) for c in each(raw)])
        lower = b"".join([c if c in safe else b"%%%02x" % ord(c) for c in each(raw)])
        for quoted in (upper, lower):
            yield quoted
            yield quoted.replace(b"%20", b"+")
    from ..model.json import dumps  # only where they are needed

    escaped = [c if c not in '"\\' and c >= " " else dumps(c)[1:-1] for c in secret]
    for text in (dumps(secret)[1:-1], "".join(escaped)):
        yield encoded(text)
        yield encoded(text.replace("/", "\\/"))  # PHP
        web = {ord(c): f"\\u{ord(c):04x}" for c in "<>&"}  # Go, for HTML
        yield encoded(text.translate(web))
    yield encoded(repr(secret)[1:-1])
    yield repr(raw)[2:-1].encode()
    yield raw.replace(b"'", b"'\"'\"'")  # shlex
    yield raw.replace(b"'", b"'\\''")  # sh -x
    yield b"".join([c if c in UNQUOTED or c > b"~" else b"\\" + c for c in each(raw)])


def base64_forms(raw: bytes) -> Iterator[bytes]:
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


def needles_of(forms: list[bytes]) -> dict[bytes, list[tuple[bytes, int]]]:
    """Find few byte strings such that each form holds one, and at which offset.

    Encodings differ in what they do to punctuation, so many forms share a long run of
    letters and digits, and one search does for all of them.
    """
    needles: dict[bytes, list[tuple[bytes, int]]] = {}
    for form in reversed(forms):  # short forms first: others hold their needles
        needle = next((known for known in needles if known in form), None)
        if needle is None:
            run = max(form.translate(SPACED).split(), key=len, default=b"")
            needle = run if len(run) >= LONG_ENOUGH else form
        needles.setdefault(needle, []).append((form, form.index(needle)))
    return needles


def heads_of(forms: list[bytes]) -> dict[bytes, tuple[int, list[bytes]]]:
    """Sort the forms by their first two bytes, with the length of the longest."""
    heads: dict[bytes, tuple[int, list[bytes]]] = {}
    for form in forms:  # the longest comes first
        heads.setdefault(form[:2], (len(form), []))[1].append(form)
    return heads


def each(raw: bytes) -> list[bytes]:
    """Return the bytes of a value one by one."""
    return [bytes([byte]) for byte in raw]


def encoded(text: str) -> bytes:
    """Encode a text as the system would, and one that it could not have given too."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
