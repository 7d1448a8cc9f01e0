"""The café server: people, rooms, games over sockets, bots in their seats, records."""
