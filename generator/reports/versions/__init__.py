"""Holds the records against other releases of the libraries, each installed in an environment of its own."""
