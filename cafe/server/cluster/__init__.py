"""Several processes on one database: how they notify each other, and what each finds out by itself."""
