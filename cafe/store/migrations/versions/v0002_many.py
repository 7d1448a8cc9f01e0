"""Many processes: tables count their changes, what is due names its holder, and presence is stored."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

ID = sa.String(16)


def upgrade() -> None:
    """Add what several processes need to know about each other."""
    with op.batch_alter_table("game") as game:
        game.add_column(sa.Column("revision", sa.Integer, nullable=False, server_default="0"))
    with op.batch_alter_table("due") as due:
        due.drop_column("lease")
        due.add_column(sa.Column("holder", ID))
    op.create_table(
        "here",
        sa.Column("process", ID, primary_key=True),
        sa.Column("game", ID, primary_key=True),
        sa.Column("person", ID, primary_key=True),
    )
    op.create_index("ix_here_game", "here", ["game"])
