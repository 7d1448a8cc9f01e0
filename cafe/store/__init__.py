"""What must not be lost: people, tables and the append-only log of every game, in a SQL database."""
