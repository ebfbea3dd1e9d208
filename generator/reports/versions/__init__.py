"""Compares the records with other releases of the libraries, each installed in an environment of its own."""
