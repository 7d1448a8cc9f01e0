"""Load on game servers: one generator, a small adapter for each kind of server."""
