"""`cafe engine`: the protocol over standard input and output."""
