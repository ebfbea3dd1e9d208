"""Decides calls by what is known of them, and writes the Paddle call in their place."""
