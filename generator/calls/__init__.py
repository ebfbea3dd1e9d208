"""Understands calls: torch code → names → kinds → bound arguments → a verdict and its edits for each call.

Needs neither library, only ``ast`` and the compiled knowledge of the catalogue (``calls.json``).
"""
