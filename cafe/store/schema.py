"""The tables of the database, as the newest migration leaves them."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)

metadata = MetaData()

person = Table(
    "person",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("created", Float, nullable=False),
    Column("deleted", Boolean, nullable=False),
    Column("banned", Boolean, nullable=False),
    Column("exported", Boolean, nullable=False, server_default=true()),
    Column("author", String(24)),
    Column("offered", Boolean, nullable=False, server_default=false()),
    Column("shown", String(8), nullable=False, server_default="stamps"),
)

secret = Table(
    "secret",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", String(64), nullable=False),
)

credential = Table(
    "credential",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", String(16), ForeignKey("person.id"), nullable=False, index=True),
    Column("kind", String(10), nullable=False),
    Column("created", Float, nullable=False),
    Column("expires", Float),
)

game = Table(
    "game",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("invite", String(16), nullable=False),
    Column("host", String(16), ForeignKey("person.id"), nullable=False),
    Column("status", String(8), nullable=False),
    Column("settings", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("version", Integer, nullable=False),
    Column("revision", Integer, nullable=False, server_default="0"),
    Column("mover", Integer),
    Column("start", Text),
    Column("commitment", String(64)),
    Column("rematch", String(16)),
    Column("shuffle", Text),
    Index("game_listed", "listed", "status", "changed", "id"),
    Index("game_host", "host"),
)

seat = Table(
    "seat",
    metadata,
    Column("game", String(16), ForeignKey("game.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("person", String(16), ForeignKey("person.id"), index=True),
    Column("name", String(24)),
    Column("bot", String(32)),
    Column("player", Integer),
    Column("stand_in", String(32)),
    Column("resigned", Boolean, nullable=False),
    Column("agrees", Boolean, nullable=False),
    Column("asks_stand_in", Integer),
)

entry = Table(
    "entry",
    metadata,
    Column("game", String(16), ForeignKey("game.id"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("at", Float, nullable=False),
    Column("took", Float, nullable=False),
    Column("player", Integer),
    Column("person", String(16)),
    Column("command", String(64)),
    Column("actions", Text, nullable=False),
    Column("faces", Text),
    UniqueConstraint("game", "person", "command", name="entry_command"),
)

due = Table(
    "due",
    metadata,
    Column("game", String(16), ForeignKey("game.id"), primary_key=True),
    Column("kind", String(8), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Column("holder", String(16)),
    Index("due_at", "at"),
)

talk = Table(
    "talk",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("game", String(16), ForeignKey("game.id"), nullable=False, index=True),
    Column("at", Float, nullable=False),
    Column("person", String(16), ForeignKey("person.id"), nullable=False, index=True),
    Column("seat", Integer),
    Column("text", String(200)),
    Column("emote", String(16)),
    Column("command", String(64)),
    UniqueConstraint("game", "person", "command", name="talk_command"),
    sqlite_autoincrement=True,  # a number that was sent is never reused, even after the message is deleted
)

block = Table(
    "block",
    metadata,
    Column("person", String(16), ForeignKey("person.id"), primary_key=True),
    Column("blocked", String(16), ForeignKey("person.id"), primary_key=True),
)

report = Table(
    "report",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("at", Float, nullable=False),
    Column("game", String(16), ForeignKey("game.id"), nullable=False),
    Column("reporter", String(16), ForeignKey("person.id"), nullable=False),
    Column("reported", String(16), ForeignKey("person.id"), nullable=False),
    Column("text", String(500), nullable=False),
    Column("closed", Boolean, nullable=False),
)

daily_try = Table(
    "daily_try",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("edition", String(32), primary_key=True),
    Column("person", String(16), ForeignKey("person.id"), primary_key=True, index=True),
    Column("game", String(16), ForeignKey("game.id"), nullable=False, unique=True),
    Column("version", Integer, nullable=False),
    Column("ends", Float, nullable=False),
    Column("margin", Integer),
)

result = Table(
    "result",
    metadata,
    Column("person", String(16), ForeignKey("person.id"), primary_key=True),
    Column("game", String(16), ForeignKey("game.id"), primary_key=True),
    Column("ended", Float, nullable=False),
    Column("edition", String(32), nullable=False),
    Column("players", Integer, nullable=False),
    Column("rank", Integer),
    Column("points", Integer),
    Column("margin", Integer),
    Index("result_ended", "person", "ended", "game"),
)

stamp = Table(
    "stamp",
    metadata,
    Column("person", String(16), ForeignKey("person.id"), primary_key=True),
    Column("name", String(16), primary_key=True),
    Column("at", Float, nullable=False),
    Column("game", String(16), ForeignKey("game.id")),
)

review = Table(
    "review",
    metadata,
    Column("game", String(16), ForeignKey("game.id"), primary_key=True),
    Column("person", String(16), ForeignKey("person.id"), index=True),
    Column("asked", Float, nullable=False),
    Column("round", Integer, nullable=False),
    Column("holder", String(16)),
    Column("tries", Integer, nullable=False),
    Column("done", Integer, nullable=False),
    Column("steps", Integer, nullable=False),
    Column("made", Float),
    Column("version", String(32)),
    Column("content", Text),
    Index("review_waiting", "made", "round", "asked"),
)

review_link = Table(
    "review_link",
    metadata,
    Column("code", String(22), primary_key=True),
    Column("game", String(16), ForeignKey("game.id"), nullable=False),
    Column("person", String(16), ForeignKey("person.id"), nullable=False, index=True),
    Column("created", Float, nullable=False),
    UniqueConstraint("game", "person", name="review_link_person"),
)

solver = Table(
    "solver",
    metadata,
    Column("person", String(16), ForeignKey("person.id"), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
)

puzzle_rating = Table(
    "puzzle_rating",
    metadata,
    Column("puzzle", String(32), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
)

puzzle_try = Table(
    "puzzle_try",
    metadata,
    Column("person", String(16), ForeignKey("person.id"), primary_key=True),
    Column("puzzle", String(32), primary_key=True),
    Column("edition", String(32), nullable=False),
    Column("shown", Float, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("day", String(10)),
    Column("answered", Float),
    Column("command", String(64)),
    Column("actions", Text),
    Column("solved", Boolean),
    Column("loss", Float),
    Column("rating_before", Float),
    Column("rating", Float),
    Column("deviation", Float),
)

alive = Table(
    "alive",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("at", Float, nullable=False),
)

here = Table(
    "here",
    metadata,
    Column("process", String(16), primary_key=True),
    Column("game", String(16), primary_key=True, index=True),
    Column("person", String(16), primary_key=True),
)
