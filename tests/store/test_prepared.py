"""Statements that go past SQLAlchemy answer as they do through it."""

from __future__ import annotations

from sqlalchemy import bindparam, column, create_engine, select, table, text

from cafe.store.prepared import Prepared


def test_a_prepared_statement_answers_as_sqlalchemy_does() -> None:
    guests = table("guests", column("name"), column("nation"), column("age"))
    statement = (
        select(guests.c.name, guests.c.age + 1)
        .where(guests.c.age > bindparam("least"), guests.c.nation == "IT")
        .where(guests.c.name != bindparam("but"))
        .order_by(guests.c.name)
    )
    named = {"but": "Ugo", "least": 20}
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        connection.execute(text("create table guests (name, nation, age)"))
        rows = [
            ("Anna", "DE", 30),
            ("Ugo", "IT", 31),
            ("Lia", "IT", 19),
            ("Rita", "IT", 40),
            ("Li", "CN", 50),
        ]
        guests_of = guests.insert().values(
            name=bindparam("who"), nation=bindparam("where"), age=bindparam("years")
        )
        Prepared(guests_of).change(
            connection, *({"who": who, "where": where, "years": years} for who, where, years in rows)
        )
        expected = [("Rita", 41)]
        assert [tuple(row) for row in connection.execute(statement, named)] == expected
        assert [tuple(row) for row in Prepared(statement).rows(connection, **named)] == expected
    engine.dispose()
