"""Runs third-party samples of torch's APIs on both libraries: with the prefix changed, and as the records convert."""
