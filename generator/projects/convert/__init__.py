"""Converts a user's project: single files to their new bytes, the difference, and a converted copy of a folder."""
