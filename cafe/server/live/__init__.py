"""The sockets through which games are played."""
