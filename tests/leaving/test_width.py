"""The width of a terminal → nothing that changes an envelope."""

import pytest

from adopted import FRAMEWORKS, envelope, run

LONG = "word " * 60


@pytest.mark.parametrize("words", [[], ["--no-such-option"], ["--count", LONG]])
@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_an_envelope_is_the_same_at_every_width(framework, words, monkeypatch):
    """A result, an unknown option and a wrong value: no word is wrapped or cut."""
    told = []
    for columns in ("20", "2000"):
        monkeypatch.setenv("COLUMNS", columns)
        body = f"return {{'text': {LONG!r}}}"
        document = envelope(run(body, framework, words=words))
        del document["meta"]["duration_ms"]
        told.append(document)

    assert told[0] == told[1]
