"""The café server: people, tables, games over sockets, bots in their seats, records."""
