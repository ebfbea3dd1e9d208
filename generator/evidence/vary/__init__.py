"""Runs examples and checks on inputs derived from their own, and finds the row that tells each difference."""
