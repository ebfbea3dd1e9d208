"""Runs the rules, mends what has one right answer, and reports findings."""
