"""Runs a record's examples and checks on both libraries, and compares what they do."""
