"""Faces for tests in which only cards may differ."""

from __future__ import annotations

from cafe.rules.state import State
from cafe.server.turn.faces import EMPTY, Faces, deal_faces


def no_faces(state: State, seed: int) -> Faces:
    """Faces are hidden with their cards; here all are 0, so that only cards differ."""
    dealt = deal_faces(state, seed)
    hands = tuple((guests, bytes(len(faces))) for guests, faces in dealt.hands)
    seated = bytes(EMPTY if face == EMPTY else 0 for face in dealt.seated)
    return Faces(bytes(len(dealt.bag)), hands, seated, bytes(len(dealt.bar)))
