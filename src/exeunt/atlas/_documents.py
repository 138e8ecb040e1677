"""A line with documents (`<<E`) → its tokens without them, and their texts."""

from __future__ import annotations

from ._shell import HereDocument, Opaque, Word, tokens, word_at


def with_documents(line: str) -> tuple[list[Word | str], list[str]]:
    """Cut a line into words and operators, and documents, which are read as files."""
    documents: list[str] = []
    while len(documents) < MOST_DOCUMENTS:
        try:
            return list(tokens(line, brackets=True)), documents
        except HereDocument as found:
            line = without_document(line, found.place, documents)
    raise Opaque


def without_document(line: str, place: int, documents: list[str]) -> str:
    """Take a document out of a line; one that runs commands makes it opaque."""
    tabs = line.startswith("<<-", place)
    begin = place + 2 + tabs
    while line[begin : begin + 1] in (" ", "\t"):
        begin += 1
    word, end = word_at(line, begin)
    first, newline, rest = line[end:].partition("\n")
    body: list[str] = []
    while rest or newline:
        text, newline, rest = rest.partition("\n")
        if (text.lstrip("\t") if tabs else text) == word.text:
            break
        body.append(text)
    if word.bare == len(word.text) and any(m in "\n".join(body) for m in ("$(", "`")):
        raise Opaque
    documents.append("\n".join(body))
    return f"{line[:place]}< {DOCUMENT}{len(documents) - 1}{first}\n{rest}"


MOST_DOCUMENTS, DOCUMENT = 20, "\0"  # a file of this name: no line can have that one
