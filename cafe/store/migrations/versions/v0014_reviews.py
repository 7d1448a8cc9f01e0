"""Reviews of finished games: who is waiting for one, the result, and links that share one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has asked yet."""
    op.create_table(
        "review",
        sa.Column("game", sa.String(16), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("person", sa.String(16), sa.ForeignKey("person.id"), index=True),
        sa.Column("asked", sa.Float, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("holder", sa.String(16)),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("steps", sa.Integer, nullable=False),
        sa.Column("made", sa.Float),
        sa.Column("version", sa.String(32)),
        sa.Column("content", sa.Text),
        sa.Index("review_waiting", "made", "round", "asked"),
    )
    op.create_table(
        "review_link",
        sa.Column("code", sa.String(22), primary_key=True),
        sa.Column("game", sa.String(16), sa.ForeignKey("game.id"), nullable=False),
        sa.Column("person", sa.String(16), sa.ForeignKey("person.id"), nullable=False, index=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.UniqueConstraint("game", "person", name="review_link_person"),
    )
