"""Bytes of a stream → the one JSON document in them, if there is one.

Never raises: what is wrong with the bytes comes back as anomalies.
"""

from __future__ import annotations

from .anomaly import Anomaly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from json import JSONDecoder
    from typing import Any, TypeGuard

    Document = dict[str, Any]

MAX_BYTES = 32 << 20  # an envelope is small; this is what one read may cost
MAX_TRIES = 32  # lines that begin like a document and are tried, from the last
MAX_EFFORT = 2  # times that these may go through the text, each inside the next
MAX_COLOURS = 100_000  # changes of colour; more than an envelope has
COLOUR = "\x1b["
PARAMETERS = "0123456789:;<=>?"


def find_document(
    stream: bytes, wanted: Callable[[Document], bool]
) -> tuple[Document | None, list[Anomaly]]:
    """Return the last wanted document in a stream, and what stood in the way."""
    if len(stream) > MAX_BYTES:
        return None, [Anomaly.TOO_LARGE] if looks_like_json(stream) else []
    try:
        text, anomalies = stream.decode("utf-8-sig").strip(), []
    except UnicodeDecodeError:
        text = stream.decode("utf-8-sig", "replace").strip()
        anomalies = [Anomaly.NOT_UTF8]
    if 0 < text.count(COLOUR) < MAX_COLOURS:
        text = without_colour(text).strip()
        anomalies.append(Anomaly.STRAY_OUTPUT)
    if not text.startswith("{") and "\n{" not in text:
        return None, []  # plain output, whatever its bytes
    whole, end = parse(text, 0) if text[0] in "{[" else (None, 0)
    if whole is None or end < len(text):
        begins = is_object(whole) and fills_lines(text, end)
        return find_among_lines(text, wanted, anomalies, begins=begins)
    if not is_object(whole) or not wanted(whole):
        return None, []
    return whole, [*anomalies, *repeated_keys(text, 0)]


def find_among_lines(
    text: str,
    wanted: Callable[[Document], bool],
    anomalies: list[Anomaly],
    *,
    begins: bool,
) -> tuple[Document | None, list[Anomaly]]:
    """Look from the last line back for a document that other output surrounds."""
    found: list[tuple[Document, int]] = []
    line, tries, effort = len(text), 0, MAX_EFFORT * len(text)
    while line > 0 and tries < MAX_TRIES and effort > 0:
        start = text.rfind("\n{", 0, line) + 1
        if start == 0 and not text.startswith("{"):
            break
        document, end = parse(text, start)
        if is_object(document) and fills_lines(text, end) and wanted(document):
            found.append((document, start))
        tries += 1
        effort -= end - start
        line = start - 1
    if found:
        several = len(found) > 1
        beside = Anomaly.TWO_DOCUMENTS if several else Anomaly.STRAY_OUTPUT
        document, start = found[0]
        noted = dict.fromkeys((*anomalies, beside))
        return document, [*noted, *repeated_keys(text, start)]
    if begins or text[0] != "{":
        return None, []  # plain output: prose, or one JSON value a line
    return None, [*anomalies, Anomaly.MALFORMED_JSON]


def parse(text: str, start: int) -> tuple[Any, int]:
    """Parse the JSON value that begins here, or return None; and how far that went."""
    try:
        return decoder().raw_decode(text, start)
    except (ValueError, RecursionError) as error:
        # A number too long or a nesting too deep does not say where it stands.
        return None, getattr(error, "pos", len(text))


def repeated_keys(text: str, start: int) -> list[Anomaly]:
    """Note an object that has a key twice: which one holds is the parser's choice."""
    from json import JSONDecoder

    repeated = False

    def look(pairs: list[tuple[str, Any]]) -> None:
        nonlocal repeated
        repeated = repeated or len({key for key, _ in pairs}) < len(pairs)

    try:
        JSONDecoder(object_pairs_hook=look).raw_decode(text, start)
    except RecursionError:
        pass  # nested as deep as can be parsed, and a call deeper here
    return [Anomaly.DUPLICATE_KEYS] if repeated else []


def fills_lines(text: str, end: int) -> bool:
    """Tell whether nothing but another document stands behind one on its line."""
    rest = text[end : end + 200].partition("\n")[0].strip()
    return not rest or rest.startswith("{")


def is_object(value: object) -> TypeGuard[Document]:
    """Tell whether a JSON value is an object; its keys are texts then."""
    return isinstance(value, dict)


def mapping(value: object) -> Document:
    """Return a JSON object, or an empty one in place of anything else."""
    return value if is_object(value) else {}


def without_colour(text: str) -> str:
    """Take out what is for terminals; no JSON has the character that it begins with."""
    first, *others = text.split(COLOUR)
    return first + "".join(other.lstrip(PARAMETERS)[1:] for other in others)


def looks_like_json(stream: bytes) -> bool:
    """Tell whether a stream too long to parse is a document, or ends with one."""
    begins = stream[:64].lstrip().startswith((b"{", b"\xef\xbb\xbf{"))
    return begins or stream[-64:].rstrip().endswith(b"}")


_decoder: JSONDecoder | None = None


def decoder() -> JSONDecoder:
    """Return the one decoder; `import json` costs 7 ms and waits for a document."""
    global _decoder  # noqa: PLW0603 - made once, when the first document comes
    if _decoder is None:
        from json import JSONDecoder

        _decoder = JSONDecoder()
    return _decoder
