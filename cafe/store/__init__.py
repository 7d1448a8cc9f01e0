"""What must not be lost: people, rooms and the append-only log of every game, in a SQL database."""
