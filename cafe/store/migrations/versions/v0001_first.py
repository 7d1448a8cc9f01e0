"""The first schema of the database."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

ID = sa.String(16)


def upgrade() -> None:
    """Make every table."""
    _people()
    _games()
    _talk()


def _people() -> None:
    op.create_table(
        "person",
        sa.Column("id", ID, primary_key=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("deleted", sa.Boolean, nullable=False),
        sa.Column("banned", sa.Boolean, nullable=False),
    )
    op.create_table(
        "credential",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("person", ID, sa.ForeignKey("person.id"), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("expires", sa.Float),
    )
    op.create_index("ix_credential_person", "credential", ["person"])
    op.create_table(
        "block",
        sa.Column("person", ID, sa.ForeignKey("person.id"), primary_key=True),
        sa.Column("blocked", ID, sa.ForeignKey("person.id"), primary_key=True),
    )


def _games() -> None:
    op.create_table(
        "game",
        sa.Column("id", ID, primary_key=True),
        sa.Column("invite", ID, nullable=False),
        sa.Column("host", ID, sa.ForeignKey("person.id"), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("mover", sa.Integer),
        sa.Column("start", sa.Text),
        sa.Column("commitment", sa.String(64)),
        sa.Column("rematch", ID),
    )
    op.create_index("game_listed", "game", ["listed", "status", "changed"])
    op.create_table(
        "seat",
        sa.Column("game", ID, sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("person", ID, sa.ForeignKey("person.id")),
        sa.Column("name", sa.String(24)),
        sa.Column("bot", sa.String(32)),
        sa.Column("player", sa.Integer),
        sa.Column("stand_in", sa.String(32)),
        sa.Column("resigned", sa.Boolean, nullable=False),
        sa.Column("agrees", sa.Boolean, nullable=False),
    )
    op.create_index("ix_seat_person", "seat", ["person"])
    op.create_table(
        "entry",
        sa.Column("game", ID, sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("took", sa.Float, nullable=False),
        sa.Column("player", sa.Integer),
        sa.Column("person", ID),
        sa.Column("command", sa.String(64)),
        sa.Column("rules", sa.String(16), nullable=False),
        sa.Column("actions", sa.Text, nullable=False),
        sa.Column("events", sa.Text, nullable=False),
        sa.UniqueConstraint("game", "person", "command", name="entry_command"),
    )
    op.create_table(
        "due",
        sa.Column("game", ID, sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("lease", sa.Float, nullable=False),
    )
    op.create_index("due_at", "due", ["at"])
    op.create_table(
        "alive",
        sa.Column("name", ID, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )


def _talk() -> None:
    op.create_table(
        "talk",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("game", ID, sa.ForeignKey("game.id"), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("person", ID, sa.ForeignKey("person.id"), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("text", sa.String(200)),
        sa.Column("emote", sa.String(16)),
    )
    op.create_index("ix_talk_game", "talk", ["game"])
    op.create_index("ix_talk_person", "talk", ["person"])
    op.create_table(
        "report",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("game", ID, sa.ForeignKey("game.id"), nullable=False),
        sa.Column("reporter", ID, sa.ForeignKey("person.id"), nullable=False),
        sa.Column("reported", ID, sa.ForeignKey("person.id"), nullable=False),
        sa.Column("text", sa.String(500), nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False),
    )
