"""Reads source text: its syntax, the places of its names, which of them run before others. Knows nothing of torch."""
