"""Players choose which of two equal guests sits."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Keep the chosen faces with the turn."""
    with op.batch_alter_table("entry") as entry:
        entry.add_column(sa.Column("faces", sa.Text))
