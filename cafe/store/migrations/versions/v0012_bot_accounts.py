"""Bot accounts: people who are programs name their author, and may be offered as opponents."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has said yet that they are a program."""
    op.add_column("person", sa.Column("author", sa.String(24)))
    op.add_column("person", sa.Column("offered", sa.Boolean, nullable=False, server_default=sa.false()))
