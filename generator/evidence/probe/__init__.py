"""Tries a torch API and its counterpart on many inputs, and lists where the two libraries differ."""
