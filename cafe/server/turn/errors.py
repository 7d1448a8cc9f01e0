"""Why a draft or a turn is not possible.

NotPossible     a code of the socket's, with the step and the rules' reason where there is one
UnknownFace     the chosen guest is not in the hand; in `faces`
"""

from __future__ import annotations

from cafe.rules.errors import Refusal


class NotPossible(Exception):
    """A draft or a turn that is refused; `code` is one of the socket's, `refusal` the rules' reason."""

    def __init__(
        self, code: str, message: str, step: int | None = None, refusal: Refusal | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.step = step
        self.refusal = refusal
