"""What a turn did follows from the start and the actions; nobody read it, nor which program judged it."""

from __future__ import annotations

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Delete both: they made up four fifths of the text of an entry."""
    for name in ("rules", "events"):
        op.drop_column("entry", name)
