"""Several processes on one database: what they tell each other, and what each finds out by itself."""
