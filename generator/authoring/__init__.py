"""Helps to write records: drafts that have been tried, and migrations to the present format."""
