"""Messages keep their number for ever, and a command says something only once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Store the command with the message, and never let SQLite reuse a number.

    SQLite also accepted texts that became too long when they were cleaned, which PostgreSQL cannot take.
    """
    op.execute("UPDATE talk SET text = substr(text, 1, 200) WHERE length(text) > 200")
    op.execute("UPDATE report SET text = substr(text, 1, 500) WHERE length(text) > 500")
    with op.batch_alter_table("talk", recreate="auto", table_kwargs={"sqlite_autoincrement": True}) as talk:
        talk.add_column(sa.Column("command", sa.String(64)))
        talk.create_unique_constraint("talk_command", ["game", "person", "command"])
