"""Runs the two libraries to learn what is true: the snippets of records, varied inputs, samples, and probes without a record."""
