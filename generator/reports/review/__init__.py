"""Describes what a change of the data does, in words for its reviewer."""
