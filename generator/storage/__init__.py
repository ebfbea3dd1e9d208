"""Converts files to data and back, with the position of every value."""
