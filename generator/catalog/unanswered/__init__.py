"""Guesses answers that are not recorded yet: the public names without a record, and their likely counterparts."""
