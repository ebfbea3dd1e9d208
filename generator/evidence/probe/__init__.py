"""Tries a torch API and its counterpart on many inputs, and tables where the two libraries part."""
