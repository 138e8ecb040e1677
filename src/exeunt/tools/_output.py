"""Pieces of two streams → one text, line by line in the order in which they came."""

from __future__ import annotations

from ..secrets.mask import masked
from ..text.clean import Rendering

LONGEST = 65_536  # bytes of a line that are held back until it ends


class Output:
    """What a command has written by now; `take` begins the next part of it."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.rendering: Rendering = Rendering(limit)
        self.held: dict[str, bytes] = {}  # the line of each stream that has not ended

    def write(self, stream: str, data: bytes) -> None:
        """Take a piece; a line of one stream is not broken by the other."""
        data = self.held.get(stream, b"") + data
        end = data.rfind(b"\n") + 1
        if len(data) - end > LONGEST:
            end = len(data)
        self.rendering.feed(data[:end])
        self.held[stream] = data[end:]

    def take(self) -> tuple[str, int]:
        """Return the text since the last time, and how many bytes it leaves out."""
        for stream, data in self.held.items():
            self.rendering.feed(data)
            self.held[stream] = b""
        rendered = self.rendering.finish()
        self.rendering = Rendering(self.limit)
        text, _ = masked(rendered.text)
        return text, rendered.omitted_bytes
