"""Steps from every earlier schema of the database to the newest, in order (alembic)."""
