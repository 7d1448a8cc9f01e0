"""How many frames a client's bytes contain, counted without reading the frames."""

from __future__ import annotations


class FrameCount:
    """Goes from the head of one frame to that of the next, however the bytes are split."""

    def __init__(self) -> None:
        self._skip = 0
        """Bytes remaining of the frame whose head was seen last."""
        self._head = b""
        """The beginning of a head."""

    def count(self, data: bytes, most: int) -> int:
        """How many frames begin in these bytes; counting stops beyond `most`."""
        if self._head:
            data, self._head = self._head + data, b""
        found, position = 0, self._skip
        while position < len(data) and found <= most:
            size = frame_size(data, position)
            if size is None:
                self._skip, self._head = 0, data[position:]
                return found
            position += size
            found += 1
        self._skip = position - len(data)
        return found


def frame_size(data: bytes, start: int) -> int | None:
    """The size of the frame that begins here, or None if its head is incomplete."""
    if len(data) < start + 2:
        return None
    size, more = data[start + 1] & 127, 0
    if size >= 126:
        more = 2 if size == 126 else 8
        if len(data) < start + 2 + more:
            return None
        size = int.from_bytes(data[start + 2 : start + 2 + more], "big")
    return 2 + more + (4 if data[start + 1] & 128 else 0) + size
