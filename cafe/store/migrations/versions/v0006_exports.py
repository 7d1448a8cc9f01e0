"""People may keep their games out of exports, which name people by pseudonyms made with a secret."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Everybody's games are in until they say otherwise."""
    op.add_column("person", sa.Column("exported", sa.Boolean, nullable=False, server_default=sa.true()))
    op.create_table(
        "secret",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("value", sa.String(64), nullable=False),
    )
