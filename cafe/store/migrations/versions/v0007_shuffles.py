"""Server and people shuffle together: each contribution is stored with the room."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has contributed yet."""
    op.add_column("game", sa.Column("shuffle", sa.Text))
