"""Answers for names that a reader types: from ``data.json`` alone, without the libraries, the records or a network."""
