"""Guesses what nobody has written down yet: the public names without a record, and their likely counterparts."""
