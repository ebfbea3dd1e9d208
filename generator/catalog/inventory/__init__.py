"""Reads the public API of the installed libraries into inventories."""
