"""The café of the day: who tries it in which game, and the result."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has tried yet."""
    op.create_table(
        "daily_try",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("edition", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(16), sa.ForeignKey("person.id"), primary_key=True, index=True),
        sa.Column("game", sa.String(16), sa.ForeignKey("game.id"), nullable=False, unique=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("ends", sa.Float, nullable=False),
        sa.Column("margin", sa.Integer),
    )
