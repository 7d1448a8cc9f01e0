"""`python -m cafe` is the command `cafe`."""

from cafe.cli import main

main()
