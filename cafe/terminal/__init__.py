"""The games in a terminal: playing, stepping through records, checking them."""
