"""Describes the libraries that records compare, in one module each; no other module tests a library's name."""
