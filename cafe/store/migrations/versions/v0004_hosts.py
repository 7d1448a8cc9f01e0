"""Every new table asks how many its host has open."""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Find a person's tables without looking at all of them."""
    op.create_index("game_host", "game", ["host"])
