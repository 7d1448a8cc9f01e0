"""The requests of the HTTP interface, one function each."""
