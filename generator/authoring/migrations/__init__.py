"""Numbered steps that take the records from one shape to the next, keeping comments and layout."""
