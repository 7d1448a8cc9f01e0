"""A second, slow rulebook on plain JSON states, straight from the rules: the engine's judge."""

from tests.literal.deal import new
from tests.literal.game import step
from tests.literal.position import check
from tests.literal.refusals import legal, refusal

__all__ = ["check", "legal", "new", "refusal", "step"]
