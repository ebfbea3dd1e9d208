"""Runs code on both libraries: snippets of records, varied inputs, samples, and probes of APIs without a record."""
