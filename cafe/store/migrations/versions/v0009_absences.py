"""People agree to let a bot play for somebody who is away."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has asked yet."""
    op.add_column("seat", sa.Column("asks_stand_in", sa.Integer))
