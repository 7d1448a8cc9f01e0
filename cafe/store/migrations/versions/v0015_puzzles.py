"""Puzzles: what people were shown and answered, and the ratings of solvers and puzzles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has seen a puzzle yet."""
    op.create_table(
        "solver",
        sa.Column("person", sa.String(16), sa.ForeignKey("person.id"), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
    )
    op.create_table(
        "puzzle_rating",
        sa.Column("puzzle", sa.String(32), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
    )
    op.create_table(
        "puzzle_try",
        sa.Column("person", sa.String(16), sa.ForeignKey("person.id"), primary_key=True),
        sa.Column("puzzle", sa.String(32), primary_key=True),
        sa.Column("edition", sa.String(32), nullable=False),
        sa.Column("shown", sa.Float, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("day", sa.String(10)),
        sa.Column("answered", sa.Float),
        sa.Column("command", sa.String(64)),
        sa.Column("actions", sa.Text),
        sa.Column("solved", sa.Boolean),
        sa.Column("loss", sa.Float),
        sa.Column("rating_before", sa.Float),
        sa.Column("rating", sa.Float),
        sa.Column("deviation", sa.Float),
    )
