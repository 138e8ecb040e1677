"""Secrets → never in what leaves: bytes of a stream, and texts.

A secret is known in the forms that programs print it in (`forms.py`). Every byte that
belongs to an occurrence of one is hidden, however the stream is cut into chunks, and
whatever stands inside that nobody sees (`_view.py`). What may become an occurrence is
held back until it is known. At the end of a stream, what is held back is hidden too,
if it is the beginning of a secret.
"""

from __future__ import annotations

from ..errors import InputError
from ._painted import Painted
from ._view import CONTROLS, View, ends_of, left_of, rest_of, views_of
from .forms import ALPHANUMERIC, encoded, forms_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    # What is looked for, and whether it may go over the end of a line.
    Form = tuple[bytes, bool]
    # What forms have in common; each of them, and where in it that stands.
    Needle = tuple[bytes, list[tuple[Form, int]]]
    Span = tuple[int, int]
    State = tuple[bytes, int, int, bytes, bool]

HIDDEN = b"***"
SHORTEST = 4  # characters; what is shorter is everywhere in ordinary output
LONG_ENOUGH = 6  # bytes of a needle: shorter ones are slow to look for, and common
CASELESS = 8  # bytes: a shorter form is one in its own case alone
LONG = 16  # bytes: such a form is one with the end of a line inside, too
BEGINNING = 4  # bytes of a secret that are its beginning, and no chance,
DIFFERENT = 3  # if so many of them differ: a ruler is none
HELD = 65_536  # bytes that are held back at most: what is not seen may have no end
UNSEEN = dict.fromkeys(CONTROLS)
SPACED = bytes([c if c in ALPHANUMERIC else 0x20 for c in range(256)])


class Known:
    """The secrets of a run; whoever redacts for it shares them, and they may grow."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        # Forms, and whether each may go over the end of a line.
        self.any_case: dict[bytes, bool] = {}  # in small letters
        self.in_case: dict[bytes, bool] = {}
        self.wanted: list[Wanted] = []
        self.longest: int = 0
        self.learn(*secrets)

    def learn(self, *secrets: str) -> None:
        """Take more secrets."""
        for secret in secrets:
            if secret and not can_be_hidden(secret):
                msg = f"a secret of fewer than {SHORTEST} characters cannot be hidden"
                raise InputError(
                    msg, fix="give a longer one, or do not name it a secret"
                )
            any_case, in_case = map(seen, forms_of(secret))
            for form, long in any_case.items():
                if len(form) < CASELESS:
                    self.in_case[form] = long
                else:
                    self.any_case[form.lower()] = long
            self.in_case |= in_case
        wanted = [(self.any_case, True), (self.in_case, False)]
        self.wanted = [Wanted(forms, small=small) for forms, small in wanted if forms]
        self.longest = max([some.longest for some in self.wanted], default=0)

    def possible(self, data: bytes) -> bool:
        """Tell whether a form may be in data."""
        return any(some.possible(data) for some in self.wanted)


class Wanted:
    """Forms, sorted so that they are found quickly in a text, and at its end."""

    def __init__(self, forms: Mapping[bytes, bool], *, small: bool) -> None:
        wanted = sorted(forms.items(), key=lambda form: (-len(form[0]), form))
        self.small = small  # the text is looked at in small letters
        self.longest: int = len(wanted[0][0])
        self.needles: list[Needle] = needles_of(wanted)
        # Its letters, and as capitals where these are the same.
        self.letters: list[dict[int, int]] = [
            dict(zip(needle, needle.upper() if small else needle, strict=True))
            for needle, _ in self.needles
        ]
        self.heads: dict[bytes, list[Form]] = {}
        for form in wanted:  # the longest comes first
            self.heads.setdefault(form[0][:2], []).append(form)

    def spans(self, view: View) -> Iterable[Span]:
        """Find where in the data occurrences of forms begin and end."""
        if not (needles := self.possible(view.data)):
            return []
        text = view.text.lower() if self.small else view.text
        found = [pair for pair in needles if pair[0] in text]
        return [span for pair in found for span in occurrences(view, text, *pair)]

    def possible(self, data: bytes) -> list[Needle]:
        """Return the needles that data has every letter of: it takes next to no time.

        What is seen of data is made of its letters, so no other needle is there.
        """
        absent: set[int] = set()
        found: list[Needle] = []
        for pair, letters in zip(self.needles, self.letters, strict=True):
            if not absent.isdisjoint(letters):
                continue
            for letter, capital in letters.items():
                if letter not in data and capital not in data:
                    absent.add(letter)
                    break
            else:
                found.append(pair)
        return found

    def beginning(self, view: View) -> int:
        """Count the last bytes of a text that may become a form; the most."""
        text = view.text[-self.longest :]
        text = text.lower() if self.small else text
        first = size = len(text)
        for head, group in self.heads.items():
            at = text.find(head, max(size - len(group[0][0]) + 1, 0))
            while 0 <= at < first:
                if may_become(view, text[at:], group):
                    first = at
                at = text.find(head, at + 1)
            if first == size and text.endswith(head[:1]):
                first -= may_become(view, head[:1], group)
        return size - first


def occurrences(
    view: View, text: bytes, needle: bytes, group: list[tuple[Form, int]]
) -> Iterator[Span]:
    """Find the forms that hold a needle; those that overlap are one."""
    at, span = text.find(needle), (0, 0)
    while at >= 0:
        for (form, long), offset in group:
            first = at - offset
            if first < 0 or not text.startswith(form, first):
                continue
            start = view.place(first)
            end = view.place(first + len(form) - 1) + 1
            if not long and b"\n" in view.data[start:end]:
                continue
            if span[0] <= start < span[1]:
                span = span[0], max(end, span[1])
                continue
            if span[1]:
                yield span
            span = start, end
        at = text.find(needle, at + 1)
    if span[1]:
        yield span


def may_become(view: View, suffix: bytes, group: list[Form]) -> bool:
    """Tell whether the last bytes of a text are the beginning of a form."""
    begun = [form for form in group if form[0].startswith(suffix) and form[0] != suffix]
    if not begun:
        return False
    rest = view.data[view.last(len(suffix)) :]
    if len(rest) > HELD:
        return False
    if b"\n" not in rest:
        return True
    return len(suffix) >= BEGINNING and any(long for _, long in begun)


class Redactor:
    """One stream without its secrets; chunks go in, and what may leave comes out."""

    def __init__(self, secrets: Iterable[str] | Known) -> None:
        self.known: Known = secrets if isinstance(secrets, Known) else Known(secrets)
        # May begin a form; `sent` bytes of it have left or are hidden,
        self.tail: bytes = b""
        self.sent: int = 0
        self.hidden: int = 0  # and those before this one belong to an occurrence
        self.painted: Painted = Painted()
        # Newlines of what left last, if that was plain text as it had come; else -1.
        self.lines: int = -1

    @classmethod
    def resumed(cls, known: Known, state: State) -> Redactor:
        """Make one that goes on where another was in its stream."""
        redactor = cls(known)
        redactor.tail, redactor.sent, redactor.hidden, last, moves = state
        redactor.painted.last, redactor.painted.moves = last, moves
        return redactor

    def state(self) -> State:
        """Return where it is in its stream, in types that marshal knows."""
        painted = self.painted
        return self.tail, self.sent, self.hidden, painted.last, painted.moves

    def another(self) -> Redactor:
        """Make one for another stream: the forms are made once."""
        return Redactor(self.known)

    def feed(self, data: bytes) -> bytes:
        """Return what may go on now, without the suffix that may begin a secret."""
        if not self.known.wanted:
            return data
        data = self.tail + data if self.tail else data
        left = left_of(data)
        rest = left.translate(None, b"\r\n")
        possible = self.known.possible(data)
        longest = self.known.longest
        views = views_of(data, rest) if possible else ends_of(data, rest, longest)
        start = size = len(views[0].data)
        for view in views:
            count = self.beginning(view)
            start = min(start, view.last(count)) if count else start
        start += len(data) - size
        spans = self.spans(views) if possible else []
        plain = left.count(b"\n") == len(left)
        as_it_came = not (spans or self.sent) and start == len(data)
        self.lines = len(left) if plain and as_it_came else -1
        return self.painted.add(self.take(data, spans, start, start), self.text, rest)

    def flush(self) -> bytes:
        """Return the rest, as the stream has ended; the beginning of a secret is none.

        Should it go on after all, what completes a secret is still hidden.
        """
        data, views = self.tail, views_of(self.tail, rest_of(self.tail))
        last: Iterator[Span] = iter(())
        for view in views if data else ():
            count = self.beginning(view)
            if is_telling(view.text[-count:] if count else b""):
                last = iter([(view.last(count), len(data))])
        spans = sorted([*self.spans(views), *last])
        return self.take(data, spans, len(data), 0) if data else b""

    def text(self, text: str) -> str:
        """Return a whole text without the secrets."""
        if not self.known.wanted:
            return text
        data = encoded(text)
        if not (spans := self.spans(views_of(data, rest_of(data)))):
            return text
        return hide(data, spans, len(data))[0].decode("utf-8", "surrogateescape")

    def rows(self, rows: list[str]) -> list[str]:
        """Return the whole rows of a screen without secrets that go over their ends."""
        lines = [encoded(row) for row in rows]
        if not (spans := self.spans([View(b"".join(lines))])):
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

    def take(self, data: bytes, spans: list[Span], stop: int, keep: int) -> bytes:
        """Return data up to `stop`, and remember it from `keep` on."""
        result, sent, hidden = hide(data, spans, stop, self.sent, self.hidden)
        self.tail, self.sent, self.hidden = data[keep:], sent - keep, hidden - keep
        return result

    def spans(self, views: Iterable[View]) -> list[Span]:
        """Find where in the data occurrences of forms begin and end, in order."""
        found: list[Span] = []
        for view in views:
            for wanted in self.known.wanted:
                found += wanted.spans(view)
        return sorted(found)

    def beginning(self, view: View) -> int:
        """Count the last bytes of a text that may become a form; the most."""
        return max([some.beginning(view) for some in self.known.wanted], default=0)


def is_telling(beginning: bytes) -> bool:
    """Tell whether so much of a secret says something of it."""
    return len(beginning) >= BEGINNING and len({*beginning}) >= DIFFERENT


def hide(
    data: bytes, spans: list[Span], stop: int, sent: int = 0, hidden: int = 0
) -> tuple[bytes, int, int]:
    """Return data from `sent` to `stop` without the spans, and the new places.

    A change of colour inside of one is kept: what follows looks as it did.
    """
    parts: list[bytes] = []
    for start, end in spans:
        if start >= stop:
            break  # found again when the rest is known
        if start >= hidden:  # it does not overlap the one before
            parts += data[sent:start], HIDDEN
        if end > sent and b"\x1b" in (inner := data[max(start, sent) : end]):
            from ._sequences import colours  # loaded by then

            parts.append(colours(inner))
        sent, hidden = max(sent, end), max(hidden, end)
    parts.append(data[sent:stop])
    whole = parts[0] if len(parts) == 1 else b"".join(parts)
    return whole, max(sent, stop), hidden


def can_be_hidden(secret: str) -> bool:
    """Tell whether a secret is long enough to be looked for."""
    return len(secret.translate(UNSEEN)) >= SHORTEST


def seen(forms: Iterable[bytes]) -> dict[bytes, bool]:
    """Return forms as they are, and without what nobody sees of them.

    A long one may go over the end of a line; a short one does so by chance.
    """
    found: dict[bytes, bool] = {}
    for form in forms:
        whole = form.strip(CONTROLS)
        long = len(whole) >= LONG or b"\n" in whole
        for one in (whole, whole.translate(None, CONTROLS)):
            if len(one) >= SHORTEST:
                found[one] = found.get(one, False) or long
    return found


def needles_of(forms: list[Form]) -> list[Needle]:
    """Find few byte strings such that each form holds one, and at which offset.

    Encodings differ in what they do to punctuation, so many forms share a long run of
    letters and digits, and one search does for all of them.
    """
    needles: dict[bytes, list[tuple[Form, int]]] = {}
    for form in reversed(forms):  # short forms first: others hold their needles
        text = form[0]
        needle = next((known for known in needles if known in text), None)
        if needle is None:
            run = max(text.translate(SPACED).split(), key=len, default=b"")
            needle = run if len(run) >= LONG_ENOUGH else text
        needles.setdefault(needle, []).append((form, text.index(needle)))
    return [*needles.items()]
