"""An honest game on a server that somebody attacks: `python -m bench.siege`."""
