"""Finished public games are listed, page by page."""

from __future__ import annotations

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Find the next page without sorting: games that ended at the same moment follow by their ids."""
    op.drop_index("game_listed", "game")
    op.create_index("game_listed", "game", ["listed", "status", "changed", "id"])
