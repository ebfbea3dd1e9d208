"""Runs examples and checks on inputs derived from their own, and asks which row of the record tells each difference."""
