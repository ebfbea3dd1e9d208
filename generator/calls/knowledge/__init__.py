"""What the catalogue knows of calls: ``calls.json``, written and read, torch's names, and kinds of values."""
