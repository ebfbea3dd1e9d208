"""Runs samples that others wrote for torch's APIs on both libraries: with the prefix changed, and as the records convert."""
