"""The results of finished games for each person in them, stamps, and what others may see of both."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No game has been processed yet: that is done when somebody opens their page."""
    op.create_table(
        "result",
        sa.Column("person", sa.String(16), sa.ForeignKey("person.id"), primary_key=True),
        sa.Column("game", sa.String(16), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("ended", sa.Float, nullable=False),
        sa.Column("edition", sa.String(32), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer),
        sa.Column("points", sa.Integer),
        sa.Column("margin", sa.Integer),
    )
    op.create_index("result_ended", "result", ["person", "ended", "game"])
    op.create_table(
        "stamp",
        sa.Column("person", sa.String(16), sa.ForeignKey("person.id"), primary_key=True),
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("game", sa.String(16), sa.ForeignKey("game.id")),
    )
    op.add_column("person", sa.Column("shown", sa.String(8), nullable=False, server_default="stamps"))
