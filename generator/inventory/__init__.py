"""Reads what the installed libraries offer. torch and paddle are imported inside functions, never with a module."""
