"""Counts what the catalogue holds, how much of the libraries it covers, and what a new version makes stale."""
