"""Steps from every earlier form of the database to the newest, in order (alembic)."""
