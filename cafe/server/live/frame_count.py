"""How many frames a client's bytes hold, found without reading the frames."""

from __future__ import annotations


class FrameCount:
    """Goes from the head of one frame to that of the next, however the bytes are cut."""

    def __init__(self) -> None:
        self._skip = 0
        """Bytes that are left of the frame whose head was seen last."""
        self._head = b""
        """The beginning of a head."""

    def count(self, data: bytes, most: int) -> int:
        """The frames that begin in these bytes; more than `most` are not looked for."""
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
    """The bytes of the frame that begins here, or None if its head is not whole."""
    if len(data) < start + 2:
        return None
    size, more = data[start + 1] & 127, 0
    if size >= 126:
        more = 2 if size == 126 else 8
        if len(data) < start + 2 + more:
            return None
        size = int.from_bytes(data[start + 2 : start + 2 + more], "big")
    return 2 + more + (4 if data[start + 1] & 128 else 0) + size
